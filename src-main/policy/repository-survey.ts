/** Finds out whether a git repository on disk can make git start a program of its own choice. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path/posix';
import { readGitConfig } from './git-config.ts';

/** Files of this size are no configuration that a person wrote. */
const MOST_BYTES = 256 * 1024;

interface Found {
  /** The folder that holds `config` and `hooks`. */
  readonly gitFolder: string;
  readonly workTree: string;
}

/**
 * What in the repository that git would find from `cwd` could start a program, or stands in the way of knowing it.
 * Only settings of the repository count, never those of the person (git 2.39; the cases hold measured examples).
 */
export async function repositoryDangers(cwd: string): Promise<readonly string[]> {
  try {
    const found = await findRepository(cwd);
    if (!found) return [];
    if (typeof found === 'string') return [found];
    const dangers: string[] = [];
    let hooks = `${found.gitFolder}/hooks`;
    for (const name of ['config', 'config.worktree']) {
      const text = await readIfThere(`${found.gitFolder}/${name}`);
      if (text === undefined) continue;
      const settings = readGitConfig(text);
      if (!settings) return [`its ${name} cannot be read`];
      for (const { key, value } of settings) {
        if (key === 'core.hookspath') hooks = resolve(found.workTree, value);
        else if (!isHarmless(key, value)) dangers.push(`its configuration sets ${key}`);
      }
    }
    if (await isThere(`${hooks}/post-index-change`)) dangers.push('it has a hook that reading can start');
    return dangers;
  } catch {
    return ['its configuration cannot be looked at'];
  }
}

async function findRepository(cwd: string): Promise<Found | string | undefined> {
  for (let folder = await realpath(cwd).catch(() => cwd); ; folder = dirname(folder)) {
    const dot = await stat(`${folder}/.git`).catch(() => undefined);
    if (dot?.isDirectory()) return { gitFolder: `${folder}/.git`, workTree: folder };
    if (dot) return linkedRepository(folder);
    if (
      (await isThere(`${folder}/HEAD`)) &&
      (await isThere(`${folder}/objects`)) &&
      (await isThere(`${folder}/refs`))
    )
      return 'it is a bare repository among ordinary files';
    if (folder === '/') return undefined;
  }
}

/** A worktree or submodule: `.git` is a file that names the real folder, which may name a common one. */
async function linkedRepository(folder: string): Promise<Found | string> {
  const target = /^gitdir: (.+)\n?$/.exec((await readIfThere(`${folder}/.git`)) ?? '')?.[1];
  if (target === undefined) return 'its .git is neither a folder nor a link to one';
  const own = resolve(folder, target);
  const common = (await readIfThere(`${own}/commondir`))?.trim();
  return { gitFolder: common === undefined ? own : resolve(own, common), workTree: folder };
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function readIfThere(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return undefined;
  if (!info.isFile() || info.size > MOST_BYTES) throw new Error('not a file of settings');
  return readFile(path, 'utf8');
}

/** Settings that name no program and no other file. Everything else counts as a danger, known or not. */
const HARMLESS =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|autocrlf|eol|symlinks|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|longpaths|splitindex|commentchar|whitespace|sharedrepository|multipackindex)|(user|init|color|column|advice|merge|pull|push|fetch|rebase|rerere|gc|pack|maintenance|status|feature|commit|tag|branch|stash|versionsort|index|apply|format|blame|log|submodule)\.([^.]+\.)*(name|email|defaultbranch|ui|status|diff|branch|ff|rebase|conflictstyle|renames|default|prune|prunetags|autosetupremote|autosetuprebase|followtags|autostash|autosquash|enabled|auto|autodetach|window|threads|manyfiles|sort|active|url|path|recurse|remote|merge|pushremote|description|vscode-merge-base|github-pr-owner-number|base|short|showuntrackedfiles|date|decorate|verbose)|remote\.([^\n]+)\.(url|fetch|pushurl|tagopt|prune|skipfetchall)|diff\.(renames|algorithm|colormoved|mnemonicprefix|noprefix|context|renamelimit|submodule|statgraphwidth|indentheuristic)|extensions\.(objectformat|worktreeconfig|refstorage))$/;

function isHarmless(key: string, value: string): boolean {
  if (key === 'core.fsmonitor' || key === 'core.usebuiltinfsmonitor') return value === 'false';
  if (key.startsWith('submodule.') && key.endsWith('.update')) return false;
  return HARMLESS.test(key);
}
