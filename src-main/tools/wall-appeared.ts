/**
 * Notices protected names that came to be while something could write in the folders: in a folder where none was before
 * nothing can stand in their place, so all that is left is to say it.
 */
import { basename, dirname, join, relative } from 'node:path';
import { inside } from './confine-path.ts';
import { namesBelow, standingOf } from './wall-names.ts';
import { coveredBy } from './wall-paths.ts';
import { isPlaceholder } from './wall-placeholders.ts';
import type { FolderWalk, WalkFound } from './wall-walk.ts';

/** Names that one sentence holds. */
const MOST_NAMED = 10;

export interface AppearedRequest {
  /** Folders that can be written, canonical. */
  readonly writable: readonly string[];
  /** What was found in folders before, under the name of each. */
  readonly walks: ReadonlyMap<string, WalkFound>;
  readonly walk?: FolderWalk;
  /** That of the looks before. */
  readonly version: string;
}

/**
 * Remembers what is there now. What comes back, to be called when nothing runs any more, says in a sentence what is new
 * since. Folders that are too large to be looked through whole are left out: there nobody can tell what is new.
 */
export async function watchNames(request: AppearedRequest): Promise<() => Promise<readonly string[]>> {
  const { writable, walks, walk, version } = request;
  const watched = [...walks].filter(([top, { complete }]) => complete && touches(top, writable));
  if (!walk || watched.length === 0) return async () => [];
  const before = new Set((await Promise.all(watched.map(([top, found]) => standingIn(top, found)))).flat());
  return async () => {
    const now = watched.map(async ([top]) => await standingIn(top, await walk.lookAgain(top, version)));
    const fresh = (await Promise.all(now)).flat().filter((path) => !before.has(path));
    const created = fresh.filter((path) => coveredBy(path, writable));
    return created.length === 0 ? [] : [sentence(created, writable)];
  };
}

function touches(top: string, writable: readonly string[]): boolean {
  return writable.some((folder) => inside(folder, top) || inside(top, folder));
}

/** Repositories, and the protected names outside of them that are there. */
async function standingIn(top: string, found: WalkFound): Promise<readonly string[]> {
  const names = await namesBelow(top, { ...found, repositories: [] });
  const standing = await Promise.all(
    names.map(async (name) => {
      const { kind } = await standingOf(name);
      return kind === 'missing' ? [] : [join(name.at, name.name)];
    }),
  );
  return [...found.repositories.filter((path) => !isPlaceholder(path)), ...standing.flat()];
}

/** Paths as the agent knows them: below the name of the shared folder. */
function sentence(paths: readonly string[], writable: readonly string[]): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => {
    const folder = writable.find((one) => inside(path, one)) ?? dirname(path);
    return join(basename(folder), relative(folder, path));
  });
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `created: ${shown.join(', ')}${more}; other programs will obey or start what is there, so look at it first`;
}
