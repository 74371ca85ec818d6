/** Holds on to the very objects that a wall mounts, so that none can be swapped for another before it stands. */
import { type FileHandle, open, readlink } from 'node:fs/promises';

/** Only names an object, needs no right to read it, and opens no device (Linux, open(2)). */
const O_PATH = 0o10000000;

/** Opens what lies at a canonical path, or nothing where that is gone or is reached through a link by now. */
export async function openExactly(path: string): Promise<FileHandle | undefined> {
  const handle = await open(path, O_PATH).catch(() => undefined);
  if (!handle) return undefined;
  const leadsTo = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (leadsTo === path) return handle;
  await handle.close();
  return undefined;
}

export async function closeAll(handles: readonly FileHandle[]): Promise<void> {
  await Promise.all(handles.map((handle) => handle.close()));
}
