/** Finds out where a git repository lies, and whether it can make git start a program of its own choice. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path/posix';
import type { RepositoryLook } from '../../src-shared/shell-script.ts';
import { readGitConfig } from './git-config.ts';
import { gitlinksIn } from './git-index.ts';

/** Files of this size are no configuration that a person wrote. */
const MOST_BYTES = 64 * 1024;

const MOST_INDEX_BYTES = 64 * 1024 * 1024;
const MOST_INSIDE = 50;

interface Found {
  /** The folder that holds `config` and `hooks`. */
  readonly gitFolder: string;
  /** The folder of this worktree alone; the same, but for linked worktrees. */
  readonly ownFolder: string;
  readonly workTree: string;
}

/**
 * What in the repository that git would find from `cwd` could start a program, or stands in the way of knowing it.
 * Only settings of the repository count, never those of the person (git 2.39; the cases hold measured examples).
 */
export async function surveyRepository(cwd: string): Promise<RepositoryLook> {
  try {
    const found = await findRepository(cwd);
    if (!found) return { dangers: [], places: [] };
    if (typeof found === 'string') return { dangers: [found], places: [] };
    const folders = [found.workTree, found.gitFolder, found.ownFolder];
    const places = await Promise.all(folders.map((path) => realpath(path)));
    const dangers = await dangersIn(found, false);
    for (const gitFolder of await submodules(`${found.gitFolder}/modules`, 0))
      dangers.push(...(await dangersIn({ ...found, gitFolder, ownFolder: gitFolder }, true)));
    dangers.push(...(await dangersInside(found, { left: MOST_INSIDE })));
    return { dangers, places: [...new Set(places)] };
  } catch {
    return { dangers: ['its configuration cannot be looked at'], places: [] };
  }
}

/** Repositories that the index names as parts of this one: git starts itself in each of them (measured with 2.39). */
async function dangersInside(found: Found, budget: { left: number }): Promise<string[]> {
  const dangers: string[] = [];
  for (const path of await gitlinksOf(found.ownFolder)) {
    if (budget.left-- <= 0) throw new Error('too many repositories to look at each');
    const inner = await repositoryAt(`${found.workTree}/${path}`);
    if (typeof inner === 'string') dangers.push(inner);
    else if (inner) dangers.push(...(await dangersIn(inner, true)), ...(await dangersInside(inner, budget)));
  }
  return dangers;
}

async function gitlinksOf(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const links: string[] = [];
  for (const name of names.filter((one) => one === 'index' || one.startsWith('sharedindex.'))) {
    const info = await stat(`${folder}/${name}`);
    if (!info.isFile() || info.size > MOST_INDEX_BYTES) throw new Error('not an index to be looked at');
    const found = gitlinksIn(await readFile(`${folder}/${name}`));
    if (!found) throw new Error('not an index that can be read');
    const paths = found.map((path) => Buffer.from(path, 'latin1').toString('utf8'));
    if (paths.some((path) => path.includes('\ufffd'))) throw new Error('a name that is no text');
    links.push(...paths);
  }
  return links;
}

async function dangersIn(found: Found, submodule: boolean): Promise<string[]> {
  const dangers: string[] = [];
  let hooks = `${found.gitFolder}/hooks`;
  for (const file of [`${found.gitFolder}/config`, `${found.ownFolder}/config.worktree`]) {
    const text = await readIfThere(file);
    if (text === undefined) continue;
    const settings = readGitConfig(text);
    if (!settings) return ['its configuration cannot be read'];
    for (const { key, value } of settings) {
      if (key === 'core.hookspath' && !submodule && !/^[~%]/.test(value))
        hooks = resolve(found.workTree, value);
      else if (!isHarmless(key, value) && !(submodule && key === 'core.worktree'))
        dangers.push(`its configuration sets ${key}`);
    }
  }
  if (await isThere(`${hooks}/post-index-change`)) dangers.push('it has a hook that reading can start');
  return dangers;
}

/** Repositories of submodules below `folder`: git looks into them too when it reports on the one around them. */
async function submodules(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (depth > 4 || entries.length > 50) throw new Error('too many submodules to look at each');
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const path = `${folder}/${entry.name}`;
    if (await isThere(`${path}/HEAD`)) found.push(path, ...(await submodules(`${path}/modules`, depth + 1)));
    else found.push(...(await submodules(path, depth + 1)));
  }
  return found;
}

async function findRepository(cwd: string): Promise<Found | string | undefined> {
  for (let folder = await realpath(cwd).catch(() => cwd); ; folder = dirname(folder)) {
    const here = await repositoryAt(folder);
    if (here !== undefined) return here;
    if (
      (await isThere(`${folder}/HEAD`)) &&
      (await isThere(`${folder}/objects`)) &&
      (await isThere(`${folder}/refs`))
    )
      return 'it is a bare repository among ordinary files';
    if (folder === '/') return undefined;
  }
}

async function repositoryAt(folder: string): Promise<Found | string | undefined> {
  const dot = await stat(`${folder}/.git`).catch(() => undefined);
  if (dot?.isDirectory())
    return { gitFolder: `${folder}/.git`, ownFolder: `${folder}/.git`, workTree: folder };
  return dot ? linkedRepository(folder) : undefined;
}

/** A worktree or submodule: `.git` is a file that names the real folder, which may name a common one. */
async function linkedRepository(folder: string): Promise<Found | string> {
  const target = /^gitdir: (.+)\n?$/.exec((await readIfThere(`${folder}/.git`)) ?? '')?.[1];
  if (target === undefined) return 'its .git is neither a folder nor a link to one';
  const own = resolve(folder, target);
  const common = (await readIfThere(`${own}/commondir`))?.trim();
  return { gitFolder: common === undefined ? own : resolve(own, common), ownFolder: own, workTree: folder };
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
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|autocrlf|eol|symlinks|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|longpaths|splitindex|commentchar|whitespace|sharedrepository|multipackindex)|(user|init|color|column|advice|merge|pull|push|fetch|rebase|rerere|gc|pack|maintenance|status|feature|commit|tag|branch|stash|versionsort|index|apply|format|blame|log|submodule)\.([^.]+\.)*(name|email|signingkey|defaultbranch|ui|status|diff|branch|ff|rebase|conflictstyle|renames|default|prune|prunetags|autosetupremote|autosetuprebase|followtags|autostash|autosquash|enabled|auto|autodetach|window|threads|manyfiles|sort|active|url|path|recurse|remote|merge|pushremote|description|vscode-merge-base|github-pr-owner-number|base|short|showuntrackedfiles|date|decorate|verbose)|remote\.([^\n]+)\.(url|fetch|pushurl|tagopt|prune|skipfetchall)|diff\.(renames|algorithm|colormoved|mnemonicprefix|noprefix|context|renamelimit|submodule|statgraphwidth|indentheuristic)|extensions\.(objectformat|worktreeconfig|refstorage)|(commit|tag)\.gpgsign|lfs\.(repositoryformatversion|[^\n]*\.(access|locksverify)))$/;

function isHarmless(key: string, value: string): boolean {
  if (key === 'core.fsmonitor' || key === 'core.usebuiltinfsmonitor') return value === 'false';
  if (key.startsWith('submodule.') && key.endsWith('.update')) return false;
  return HARMLESS.test(key);
}
