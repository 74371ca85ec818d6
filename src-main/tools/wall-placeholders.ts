/**
 * Empty folders under names that a program behind a wall must not create: something has to stand there for a mount to
 * lie on. Folders, because git does not see an empty one, and because removing one can never remove anything else.
 */
import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { openExactly } from './wall-handles.ts';

type Made = { readonly end: 'placed'; readonly identity: string } | { readonly end: 'taken' | 'impossible' };

/** Where Doorman may not create anything, what it starts may not either (mkdir(2)). */
const NOT_ALLOWED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

interface Placed {
  users: number;
  readonly made: Promise<Made>;
  removed?: Promise<void>;
}

/** All runs share them: the one that ends last takes them away. */
const placed = new Map<string, Placed>();

export function isPlaceholder(path: string): boolean {
  return placed.has(path);
}

/**
 * Puts an empty folder at this canonical path, until it is given back. `taken`: something else stands there by now;
 * `impossible`: nobody here may create anything there.
 */
export async function placeholderAt(path: string): Promise<Made['end']> {
  for (let leaving = placed.get(path)?.removed; leaving; leaving = placed.get(path)?.removed) await leaving;
  const entry = placed.get(path) ?? { users: 0, made: make(path) };
  placed.set(path, entry);
  entry.users += 1;
  const { end } = await entry.made;
  if (end !== 'placed') await giveBack(path);
  return end;
}

/** The last one to give it back removes the folder, if it is still the same one and still empty. */
export async function giveBack(path: string): Promise<void> {
  const entry = placed.get(path);
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  entry.removed = entry.made.then((made) => remove(path, made)).then(() => void placed.delete(path));
  await entry.removed;
}

/** Goes through the open parent, so that no link can lead it elsewhere. */
async function make(path: string): Promise<Made> {
  const parent = await openExactly(dirname(path));
  if (!parent) return { end: 'taken' };
  const at = `/proc/self/fd/${parent.fd}/${basename(path)}`;
  try {
    await mkdir(at, 0o755);
    return { end: 'placed', identity: await identityOf(at) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { end: NOT_ALLOWED.has(code) ? 'impossible' : 'taken' };
  } finally {
    await parent.close();
  }
}

/** What is not empty any more, or not ours, stays. */
async function remove(path: string, made: Made): Promise<void> {
  if (made.end !== 'placed') return;
  const parent = await openExactly(dirname(path));
  const at = `/proc/self/fd/${parent?.fd}/${basename(path)}`;
  try {
    if (parent && (await identityOf(at)) === made.identity) await rmdir(at);
  } catch {
    // Somebody uses the name by now.
  } finally {
    await parent?.close();
  }
}

async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await lstat(path, { bigint: true });
  return `${dev}:${ino}`;
}
