/** Finds out whether a file that has several names (hard links) is also one of the known secrets. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { secretPlace } from './sensitive.ts';

/** Entries that are looked at in one secret folder at most; more are no keys but a database. */
const MOST_ENTRIES = 2_000;

/**
 * Says what kind of secret lies under another name of the file `identity` ("device:inode"), if one of the secret
 * `places` is or holds it. Two levels deep, without following links.
 */
export async function secretTwin(identity: string, places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const found = await search(place, identity, 2);
    if (found !== undefined) return `the same file as ${secretPlace(found) ?? 'a secret one'}`;
  }
  return undefined;
}

async function search(path: string, identity: string, depth: number): Promise<string | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (stats.isFile()) return `${stats.dev}:${stats.ino}` === identity ? path : undefined;
  if (!stats.isDirectory() || depth === 0) return undefined;
  const names = await readdir(path).catch(() => []);
  for (const name of names.slice(0, MOST_ENTRIES)) {
    const found = await search(join(path, name), identity, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
