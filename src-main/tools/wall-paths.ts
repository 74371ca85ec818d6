/** Small questions about sets of canonical paths, which every part of the wall asks. */
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inside } from './confine-path.ts';

export function coveredBy(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => inside(path, folder));
}

/** Without those that lie in another one. */
export function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && inside(path, other)));
}

/** The folders strictly between `folder` and `path`. */
export function foldersBetween(folder: string, path: string): readonly string[] {
  const found: string[] = [];
  if (!inside(path, folder)) return found;
  for (let up = dirname(path); up !== folder && inside(up, folder); up = dirname(up)) found.unshift(up);
  return found;
}

/** The real paths of those that exist, each once. */
export async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}
