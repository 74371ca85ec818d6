/** What a run leaves in this process: sockets, servers and timers that nobody ended, and memory that nobody gave back. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const KINDS = ['TCPSocketWrap', 'TCPServerWrap', 'Timeout', 'FSReqCallback', 'FSReqPromise'] as const;
export type Resources = Readonly<Record<(typeof KINDS)[number], number>>;

export function resources(): Resources {
  const now = process.getActiveResourcesInfo();
  return Object.fromEntries(
    KINDS.map((kind) => [kind, now.filter((name) => name === kind).length]),
  ) as Resources;
}

const SOON_MS = 5_000;

/** The resources that there are more of than before, once there are none or some seconds went by. */
export async function leftBehind(before: Resources): Promise<Partial<Resources>> {
  const end = performance.now() + SOON_MS;
  for (;;) {
    const now = resources();
    const more = KINDS.filter((kind) => now[kind] > before[kind]);
    if (more.length === 0) return {};
    if (performance.now() > end)
      return Object.fromEntries(more.map((kind) => [kind, now[kind] - before[kind]]));
    await pause(20);
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are in use after everything that could go has gone. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
