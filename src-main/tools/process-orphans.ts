/** Finds processes that a run may have left behind where no process namespace could hold them. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

export interface LeftProcess {
  readonly pid: number;
  readonly name: string;
}

interface Stat extends LeftProcess {
  readonly parent: number;
  /** Clock ticks since the machine started. */
  readonly began: number;
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
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const all = new Map<number, Stat>();
  for (const stat of await Promise.all(ids.map(statOf))) if (stat) all.set(stat.pid, stat);
  return [...all.values()]
    .filter(({ began, parent }) => began >= since && (parent === 1 || all.get(parent)?.name === 'systemd'))
    .map(({ pid, name }) => ({ pid, name }));
}

/** Field 2 is the name in brackets, 3 the state, 4 the parent, 22 the start (proc(5)). Dead ones do not count. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, name = '', state = '', rest = ''] = /^[0-9]+ \((.*)\) (\S) (.*)$/s.exec(text) ?? [];
  const fields = rest.split(' ');
  if (fields.length < 19 || state === 'Z' || state === 'X') return undefined;
  return { pid, name, parent: Number(fields[0]), began: Number(fields[18]) };
}
