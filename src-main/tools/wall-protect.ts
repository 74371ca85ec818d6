/** Finds what must stay as it is in folders that can be written behind a wall. */
import { inside } from './confine-path.ts';
import { namesBelow, namesNear, type ProtectedName, type Standing, standingOf } from './wall-names.ts';
import { coveredBy, existing, foldersBetween, outermost } from './wall-paths.ts';
import type { WalkFound } from './wall-walk.ts';

export interface Protection {
  /** Shown as it is, never written. */
  readonly readOnly: readonly string[];
  /** Writable, but nailed down: nothing else can be put in its place. */
  readonly pinned: readonly string[];
  /** Not there, and not to be created. */
  readonly missing: readonly string[];
  /** Links under a protected name: no mount can lie on one. */
  readonly links: readonly string[];
  /** Names found deep in the folders that were too many. */
  readonly leftOut: number;
}

export interface ProtectRequest {
  /** Writable folders. */
  readonly folders: readonly string[];
  /** All folders that are mounted by themselves, the writable ones and others, perhaps inside of them. */
  readonly nested: readonly string[];
  readonly masks: readonly string[];
  readonly walks: ReadonlyMap<string, WalkFound>;
  readonly home: string;
  readonly cwd: string;
}

/** Each mount takes its time, so no more names than this are protected deep in one folder. */
const MOST_DEEP = 60;

/**
 * Every folder above something protected, hidden or added, up to the added folder around it, is pinned: a plain folder
 * could be renamed and a new one, or a link, put in its place.
 */
export async function findProtection(request: ProtectRequest): Promise<Protection> {
  const { folders, nested, masks, walks, home, cwd } = request;
  const names: ProtectedName[] = [];
  let leftOut = 0;
  for (const folder of folders) {
    const walk = walks.get(folder);
    const below = walk ? await namesBelow(folder, walk) : [];
    names.push(...(await namesNear(folder, home, cwd)), ...below.slice(0, MOST_DEEP));
    leftOut += Math.max(0, below.length - MOST_DEEP);
  }
  const found = await standings(names, masks);
  const readOnly = outermost(await thereIn(found, folders));
  const missing = pathsOf(found, 'missing');
  const links = pathsOf(found, 'link');
  const kept = [...readOnly, ...missing, ...links, ...masks, ...nested];
  const pins = folders.flatMap((folder) => kept.flatMap((path) => foldersBetween(folder, path)));
  const pinned = [...new Set(pins)].filter(
    (path) =>
      !coveredBy(path, [...readOnly, ...masks]) &&
      !nested.includes(path) &&
      folders.includes(innermost(path, nested) ?? path),
  );
  return { readOnly, pinned, missing, links, leftOut };
}

/** A folder in a writable one can be one that is not. */
function innermost(path: string, folders: readonly string[]): string | undefined {
  return folders.filter((folder) => inside(path, folder)).sort((a, b) => b.length - a.length)[0];
}

/** Each thing once. What is missing counts only where it must not be created; what is hidden needs no more. */
async function standings(
  names: readonly ProtectedName[],
  masks: readonly string[],
): Promise<readonly Standing[]> {
  const all = new Map<string, Standing>();
  await Promise.all(
    names.map(async (name) => {
      const found = await standingOf(name);
      if (found.kind === 'missing' && !name.forMissing) return;
      if (!coveredBy(found.path, masks)) all.set(found.path, found);
    }),
  );
  return [...all.values()];
}

/** Where a link leads is protected too, if it lies in a writable folder. */
async function thereIn(found: readonly Standing[], folders: readonly string[]): Promise<readonly string[]> {
  const real = await existing(pathsOf(found, 'there').concat(pathsOf(found, 'link')));
  return real.filter((path) => folders.some((folder) => inside(path, folder) && path !== folder));
}

function pathsOf(found: readonly Standing[], kind: Standing['kind']): readonly string[] {
  return found.filter((one) => one.kind === kind).map(({ path }) => path);
}
