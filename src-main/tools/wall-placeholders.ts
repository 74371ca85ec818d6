/**
 * Empty folders under names that a program behind a wall must not create: something has to stand there for a mount to
 * lie on. Folders, because git does not see an empty one, and because removing one can never remove anything else.
 */
import { constants } from 'node:fs';
import { mkdir, open, readFile, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { openExactly } from './wall-handles.ts';

/** `taken`: something else stands there by now. `impossible`: nobody here may create anything there. */
export type PlaceholderEnd = 'placed' | 'taken' | 'impossible';

interface Entry {
  users: number;
  readonly made: Promise<PlaceholderEnd>;
  removed?: Promise<void>;
}

/** Where Doorman may not create anything, what it starts may not either (mkdir(2)). */
const NOT_ALLOWED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Not a folder but a file: git reads it where it is there. This text makes it mean what it means when it is missing:
 * the settings are in the same folder (gitrepository-layout(5); tried with git 2.39).
 */
const COMMON_FOLDER = 'commondir';
const SAME_FOLDER = '.\n';

/** All runs share them: the one that ends last takes them away. */
const entries = new Map<string, Entry>();

/** True for the one kind of placeholder that programs read. */
export function isReadable(path: string): boolean {
  return basename(path) === COMMON_FOLDER;
}

export function isPlaceholder(path: string): boolean {
  return entries.has(path);
}

/** Puts an empty folder at each of these canonical paths, until it is given back. Only `placed` ones are to be. */
export async function putPlaceholders(
  paths: readonly string[],
): Promise<ReadonlyMap<string, PlaceholderEnd>> {
  for (let leaving = leavingAmong(paths); leaving.length > 0; leaving = leavingAmong(paths)) {
    await Promise.all(leaving);
  }
  const fresh = paths.filter((path) => !entries.has(path));
  const made = eachInItsFolder(fresh, makeOne);
  for (const path of fresh)
    entries.set(path, { users: 0, made: made.then((ends) => ends.get(path) ?? 'taken') });
  const wanted = paths.map((path) => ({ path, entry: entries.get(path) }));
  for (const { entry } of wanted) if (entry) entry.users += 1;
  const ends = new Map<string, PlaceholderEnd>();
  for (const { path, entry } of wanted) ends.set(path, (await entry?.made) ?? 'taken');
  await giveBack(paths.filter((path) => ends.get(path) !== 'placed'));
  return ends;
}

/** The last one to give a folder back removes it, if it is still empty. */
export async function giveBack(paths: readonly string[]): Promise<void> {
  const last: string[] = [];
  for (const path of paths) {
    const entry = entries.get(path);
    if (!entry) continue;
    entry.users -= 1;
    if (entry.users === 0) last.push(path);
  }
  const removed = removeMade(last).then(() => {
    for (const path of last) entries.delete(path);
  });
  for (const path of last) Object.assign(entries.get(path) ?? {}, { removed });
  await removed;
}

function leavingAmong(paths: readonly string[]): readonly Promise<void>[] {
  return paths.flatMap((path) => entries.get(path)?.removed ?? []);
}

async function removeMade(paths: readonly string[]): Promise<void> {
  const ends = await Promise.all(paths.map(async (path) => ({ path, end: await entries.get(path)?.made })));
  const ours = ends.filter(({ end }) => end === 'placed').map(({ path }) => path);
  // What is not empty any more, or is no folder, is somebody's and stays.
  await eachInItsFolder(ours, (at) => removeOne(at).catch(() => undefined));
}

async function removeOne(at: string): Promise<void> {
  if (!isReadable(at)) await rmdir(at);
  else if ((await readFile(at, 'utf8')) === SAME_FOLDER) await unlink(at);
}

async function makeOne(at: string): Promise<PlaceholderEnd> {
  try {
    if (isReadable(at)) await writeNew(at);
    else await mkdir(at, 0o755);
    return 'placed';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return NOT_ALLOWED.has(code) ? 'impossible' : 'taken';
  }
}

async function writeNew(at: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(at, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  await handle.writeFile(SAME_FOLDER).finally(() => handle.close());
}

/** Goes through the open folders that hold the paths, so that no link can lead elsewhere. A folder that moved is left. */
async function eachInItsFolder<T>(
  paths: readonly string[],
  act: (at: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const results = new Map<string, T>();
  await Promise.all(
    [...new Set(paths.map((path) => dirname(path)))].map(async (folder) => {
      const handle = await openExactly(folder);
      if (!handle) return;
      const here = paths.filter((path) => dirname(path) === folder);
      await Promise.all(
        here.map(async (path) => {
          results.set(path, await act(`/proc/self/fd/${handle.fd}/${basename(path)}`));
        }),
      );
      await handle.close();
    }),
  );
  return results;
}
