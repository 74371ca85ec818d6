/** Finds processes that a run may have left behind where no process namespace could hold them. Linux only. */
import { readFile } from 'node:fs/promises';
import { type ProcessStat, processIds, statOf } from './process-stat.ts';

export interface LeftProcess {
  readonly pid: number;
  readonly name: string;
}

/** Clock ticks since the machine started; Linux counts 100 a second for programs, on every machine (time(7)). */
export async function ticksNow(): Promise<number | undefined> {
  const seconds = Number((await readFile('/proc/uptime', 'latin1').catch(() => '')).split(' ')[0]);
  return seconds > 0 ? Math.floor(seconds * 100) : undefined;
}

/**
 * Processes that began at `since` or later and whose parent has gone: they belong to init or to a session manager now.
 * Something that another program started at that time can be among them.
 */
export async function orphansSince(since: number): Promise<readonly LeftProcess[]> {
  const all = new Map<number, ProcessStat>();
  const stats = await Promise.all((await processIds()).map(statOf));
  for (const stat of stats) if (stat && !stat.dead) all.set(stat.pid, stat);
  return [...all.values()]
    .filter(({ began, parent }) => began >= since && (parent === 1 || all.get(parent)?.name === 'systemd'))
    .map(({ pid, name }) => ({ pid, name }));
}
