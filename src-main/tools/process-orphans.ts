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

/** All processes that live now. */
export async function livingProcesses(): Promise<readonly ProcessStat[]> {
  const stats = await Promise.all((await processIds()).map(statOf));
  return stats.flatMap((stat) => (stat && !stat.dead ? [stat] : []));
}

/**
 * Those of `living` that began at `since` or later and whose parent has gone: they belong to init or to a session manager
 * now. Something that another program started at that time can be among them.
 */
export function orphansSince(since: number, living: readonly ProcessStat[]): readonly LeftProcess[] {
  const all = new Map(living.map((stat) => [stat.pid, stat]));
  return living
    .filter(({ began, parent }) => began >= since && (parent === 1 || all.get(parent)?.name === 'systemd'))
    .map(({ pid, name }) => ({ pid, name }));
}
