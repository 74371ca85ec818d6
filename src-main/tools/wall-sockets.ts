/** Sockets with a name in the file system: a read-only mount does not keep a program from connecting to one. */
import { lstat, readFile } from 'node:fs/promises';
import { existing } from './wall-paths.ts';

export interface SocketTable {
  /** Canonical. */
  readonly paths: readonly string[];
  /** Changes whenever a socket comes or goes whose name says nothing of its folder, so that only a look can find it. */
  readonly unplaced: string;
}

/** What somebody listens on in this network namespace (proc(5), /proc/net/unix). */
export async function listSockets(): Promise<SocketTable> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const absolute: string[] = [];
  const unplaced: string[] = [];
  for (const line of table.split('\n')) {
    const [, inode, name] = /^(?:\S+\s+){6}([0-9]+) ([^@].*)$/.exec(line) ?? [];
    if (name?.startsWith('/')) absolute.push(name);
    else if (inode !== undefined) unplaced.push(inode);
  }
  const found = await existing(absolute);
  const sockets = await Promise.all(
    found.map(async (path) => ((await lstat(path).catch(() => undefined))?.isSocket() ? [path] : [])),
  );
  return { paths: sockets.flat(), unplaced: unplaced.sort().join(' ') };
}
