/** Which protected names apply where, and what stands under each of them right now. */
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PROTECTED_IN_FOLDERS, PROTECTED_IN_HOME } from '../../src-shared/protected-names.ts';
import { inside } from './confine-path.ts';
import { type GitName, gitNames } from './wall-git.ts';
import { foldersBetween } from './wall-paths.ts';
import { isPlaceholder } from './wall-placeholders.ts';
import type { WalkFound } from './wall-walk.ts';

/** One protected name in one folder. */
export type ProtectedName = GitName;

export interface Standing {
  readonly kind: 'there' | 'missing' | 'link';
  /** For `missing`: the first part that is not there. For `link`: the part that is a link. */
  readonly path: string;
}

/** First parts of the names, for the walk to notice. */
export const NOTICED_NAMES: ReadonlySet<string> = new Set(
  PROTECTED_IN_FOLDERS.map(firstPart).filter((name) => name !== '.git'),
);

/** The names at the top of a writable folder, in the repository and the folders around `cwd`, and in the home. */
export async function namesNear(
  folder: string,
  home: string,
  cwd: string,
): Promise<readonly ProtectedName[]> {
  const around = inside(cwd, folder) && cwd !== folder ? [...foldersBetween(folder, cwd), cwd] : [];
  const repository = await innermostRepository(around);
  const names = around.flatMap((at) => each(at, PROTECTED_IN_FOLDERS, at === repository));
  names.push(...each(folder, PROTECTED_IN_FOLDERS, true));
  for (const at of [folder, ...(repository === undefined ? [] : [repository])]) {
    names.push(...(await gitNames(join(at, '.git'))));
  }
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
