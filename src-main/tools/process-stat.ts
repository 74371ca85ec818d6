/** Which processes there are, and what the kernel tells about each in one line. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  /** True once it has ended, whether or not its parent has looked. */
  readonly dead: boolean;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine started. */
  readonly began: number;
}

export async function processIds(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^[0-9]+$/.test(name)).map(Number);
}

/** Field 2 is the name in brackets, 3 the state, 4 to 6 parent, group and session, 22 the start (proc(5)). */
export async function statOf(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, name = '', state = '', rest = ''] = /^[0-9]+ \((.*)\) (\S) (.*)$/s.exec(text) ?? [];
  const fields = rest.split(' ').map(Number);
  if (fields.length < 19) return undefined;
  const [parent = 0, group = 0, session = 0] = fields;
  return { pid, name, dead: state === 'Z' || state === 'X', parent, group, session, began: fields[18] ?? 0 };
}
