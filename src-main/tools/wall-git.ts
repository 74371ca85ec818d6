/** What in a repository decides which programs git starts, so that none of it can be changed behind a wall. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { inside } from './confine-path.ts';

/** One protected path, from the folder that it is looked for in. */
export interface GitName {
  readonly at: string;
  readonly name: string;
  /** True where it must not be created either. */
  readonly forMissing: boolean;
}

/** Where a linked worktree finds the settings that hold for it (git 2.39, gitrepository-layout(5)). */
const IN_WORKTREE = ['commondir', 'gitdir', 'config.worktree'] as const;

const MOST_WORKTREES = 30;
const MOST_INCLUDES = 20;

/**
 * The protected names of the repository whose `.git` this is. A `commondir` in it would take settings and hooks from
 * elsewhere. Git folders of submodules are kept as a whole, and so is one whose settings name a work tree: in those a
 * `commondir` of ours could not stand in for a missing one.
 */
export async function gitNames(git: string): Promise<readonly GitName[]> {
  if (!(await lstat(git).catch(() => undefined))?.isDirectory()) return [whole(git)];
  const settings = await readFile(join(git, 'config'), 'utf8').catch(() => '');
  const ownSettings = /worktreeconfig/i.test(settings) && !(await isThere(join(git, 'config.worktree')));
  if (ownSettings || /^\s*worktree\s*=/im.test(settings)) return [whole(git)];
  return [
    ...['hooks', 'config', 'commondir'].map((name) => ({ at: git, name, forMissing: true })),
    ...['config.worktree', 'modules'].map((name) => ({ at: git, name, forMissing: false })),
    ...namedInSettings(settings, git),
    ...(await worktreeNames(git)),
  ];
}

function whole(git: string): GitName {
  return { at: dirname(git), name: '.git', forMissing: true };
}

/**
 * Folders of hooks and further settings that the repository keeps among its files. Settings that are missing cannot be
 * kept so: git would stumble over what stands in their place.
 */
function namedInSettings(settings: string, git: string): readonly GitName[] {
  const top = dirname(git);
  const named = (setting: RegExp, from: string, forMissing: boolean): readonly GitName[] =>
    valuesOf(settings, setting)
      .map((path) => resolve(from, path))
      .filter((path) => inside(path, top) && path !== top && path !== git)
      .map((path) => ({ at: top, name: relative(top, path), forMissing }));
  const hooks = named(/^\s*hookspath\s*=\s*(.+)$/gim, top, true);
  return [...hooks, ...named(/^\s*path\s*=\s*(.+)$/gim, git, false).slice(0, MOST_INCLUDES)];
}

function valuesOf(settings: string, setting: RegExp): readonly string[] {
  const values = [...settings.matchAll(setting)].map(([, value = '']) =>
    value.trim().replace(/^"(.*)"$/, '$1'),
  );
  return values.filter((value) => value !== '' && !value.startsWith('~'));
}

async function worktreeNames(git: string): Promise<readonly GitName[]> {
  const folder = join(git, 'worktrees');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const worktrees = entries.filter((entry) => entry.isDirectory()).slice(0, MOST_WORKTREES);
  return worktrees.flatMap(({ name: worktree }) =>
    IN_WORKTREE.map((name) => ({ at: join(folder, worktree), name, forMissing: false })),
  );
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
