/** Which protected names apply where, and what stands under each of them right now. */
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PROTECTED_IN_FOLDERS, PROTECTED_IN_HOME } from '../../src-shared/protected-names.ts';
import { inside } from './confine-path.ts';
import { foldersBetween } from './wall-paths.ts';
import { isPlaceholder } from './wall-placeholders.ts';
import type { WalkFound } from './wall-walk.ts';

/** One protected name in one folder. */
export interface ProtectedName {
  readonly at: string;
  /** Relative path. */
  readonly name: string;
  /** True where it must not be created either. */
  readonly forMissing: boolean;
}

export interface Standing {
  readonly kind: 'there' | 'missing' | 'link';
  /** For `missing`: the first part that is not there. For `link`: the part that is a link. */
  readonly path: string;
}

/** First parts of the names, for the walk to notice. */
export const NOTICED_NAMES: ReadonlySet<string> = new Set(
  PROTECTED_IN_FOLDERS.map(firstPart).filter((name) => name !== '.git'),
);

/** What starts programs in a git folder. The rest of it has to be written by commits. */
const IN_GIT = ['hooks', 'config'] as const;

/** Where a linked worktree finds the settings that hold for it (git 2.39, gitrepository-layout(5)). */
const IN_GIT_WORKTREE = ['commondir', 'gitdir', 'config.worktree'] as const;

const MOST_MODULES = 30;
const MODULE_DEPTH = 3;

/** The names at the top of a writable folder, in the repository and the folders around `cwd`, and in the home. */
export async function namesNear(
  folder: string,
  home: string,
  cwd: string,
): Promise<readonly ProtectedName[]> {
  const around = inside(cwd, folder) && cwd !== folder ? [...foldersBetween(folder, cwd), cwd] : [];
  const repository = await innermostRepository(around);
  const names = around.flatMap((at) => each(at, PROTECTED_IN_FOLDERS, at === repository));
  names.push(...each(folder, PROTECTED_IN_FOLDERS, true), ...(await gitNames(join(folder, '.git'))));
  if (inside(home, folder)) {
    names.push(...each(home, PROTECTED_IN_HOME, true));
    if (home !== folder) names.push(...each(home, PROTECTED_IN_FOLDERS, true));
  }
  return names;
}

/** The names that the walk found further down. */
export async function namesBelow(folder: string, found: WalkFound): Promise<readonly ProtectedName[]> {
  const repositories = found.repositories.filter((git) => dirname(git) !== folder);
  const inGit = await Promise.all(repositories.map(gitNames));
  const obeyed = found.obeyed.flatMap((path) =>
    PROTECTED_IN_FOLDERS.filter((name) => firstPart(name) === basename(path)).map((name) => ({
      at: dirname(path),
      name,
      forMissing: false,
    })),
  );
  return [...inGit.flat(), ...obeyed];
}

export async function standingOf({ at, name }: ProtectedName): Promise<Standing> {
  let path = at;
  for (const part of name.split('/')) {
    path = join(path, part);
    if (isPlaceholder(path)) return { kind: 'missing', path };
    const found = await lstat(path).catch(() => undefined);
    // A run beside this one may have put its placeholder there just now.
    if (found === undefined || isPlaceholder(path)) return { kind: 'missing', path };
    if (found.isSymbolicLink()) return { kind: 'link', path };
    if (!found.isDirectory()) break;
  }
  return { kind: 'there', path };
}

/** `.git` of a repository, its submodules and linked worktrees. */
async function gitNames(git: string): Promise<readonly ProtectedName[]> {
  const own = IN_GIT.map((name) => ({
    at: dirname(git),
    name: `${basename(git)}/${name}`,
    forMissing: true,
  }));
  const budget = { left: MOST_MODULES };
  const modules = await modulesIn(join(git, 'modules'), MODULE_DEPTH, budget);
  const worktrees = await foldersIn(join(git, 'worktrees'));
  return [
    ...own,
    ...modules.flatMap((at) => each(at, IN_GIT, true)),
    ...worktrees.slice(0, MOST_MODULES).flatMap((at) => each(at, IN_GIT_WORKTREE, false)),
  ];
}

async function modulesIn(
  folder: string,
  depth: number,
  budget: { left: number },
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const at of depth > 0 ? await foldersIn(folder) : []) {
    budget.left -= 1;
    if (budget.left < 0) break;
    if (await lstat(join(at, 'HEAD')).catch(() => undefined)) {
      found.push(at, ...(await modulesIn(join(at, 'modules'), depth - 1, budget)));
    } else found.push(...(await modulesIn(at, depth - 1, budget)));
  }
  return found;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

async function innermostRepository(around: readonly string[]): Promise<string | undefined> {
  for (const at of [...around].reverse()) {
    if (await lstat(join(at, '.git')).catch(() => undefined)) return at;
  }
  return undefined;
}

function each(at: string, names: readonly string[], forMissing: boolean): ProtectedName[] {
  return names.map((name) => ({ at, name, forMissing }));
}

function firstPart(name: string): string {
  return name.split('/')[0] ?? name;
}
