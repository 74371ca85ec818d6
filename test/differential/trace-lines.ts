/** Reads what strace wrote: system calls of many processes, in order, and whose child each process is. */

export interface TracedCall {
  readonly pid: number;
  readonly name: string;
  /** The arguments as strace shows them. */
  readonly args: string;
  /** What the call returned; nothing when it never returned. */
  result?: number;
  /** The real path of the file that it opened. */
  opened?: string;
}

export interface Trace {
  readonly calls: readonly TracedCall[];
  /** Exit status of each process that ended by itself. */
  readonly exits: ReadonlyMap<number, number>;
}

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)(?:<(.*?)>)?(?: .*)?$/s;
const BEGUN = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)(?:<(.*?)>)?(?: .*)?$/s;
const EXITED = /^(\d+) +\+\+\+ exited with (\d+) \+\+\+$/;
const OTHER = /^(\d+) +(\+\+\+|---|<\.\.\. \w+ resumed>|\?\?\?\?)/;

/**
 * Calls stand where they began, so that a child's first call comes after the one that made it. A last line without its
 * end is what is left when strace was killed.
 */
export function readTrace(text: string): Trace {
  const calls: TracedCall[] = [];
  const exits = new Map<number, number>();
  const begun = new Map<number, TracedCall>();
  for (const line of text.split('\n').slice(0, -1)) {
    const exit = EXITED.exec(line);
    if (exit) exits.set(Number(exit[1]), Number(exit[2]));
    else if (!readCall(line, calls, begun) && !OTHER.test(line))
      throw new Error(`strace wrote a line that cannot be read: ${line}`);
  }
  return { calls, exits };
}

function readCall(line: string, calls: TracedCall[], begun: Map<number, TracedCall>): boolean {
  const start = BEGUN.exec(line);
  const whole = start ?? RESUMED.exec(line) ?? WHOLE.exec(line);
  if (!whole) return false;
  const [, pidText = '', name = '', args = '', result, opened] = whole;
  const pid = Number(pidText);
  const resumed = /^\d+ +<\.\.\./.test(line) ? begun.get(pid) : undefined;
  const call: TracedCall = resumed ? { ...resumed, args: resumed.args + args } : { pid, name, args };
  if (!start && result !== undefined && result !== '?') call.result = Number(result);
  if (!start && opened !== undefined) call.opened = opened;
  if (resumed) calls[calls.indexOf(resumed)] = call;
  else calls.push(call);
  if (start) begun.set(pid, call);
  else begun.delete(pid);
  return true;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, b: 8, a: 7 };

function unescaped(text: string): string {
  const bytes: number[] = [];
  for (const [part] of text.matchAll(/\\([0-7]{1,3}|x[0-9a-f]{2}|.)|[^\\]+/gs)) {
    if (!part.startsWith('\\')) bytes.push(...Buffer.from(part));
    else if (/^\\[0-7]/.test(part)) bytes.push(Number.parseInt(part.slice(1), 8));
    else if (/^\\x/.test(part)) bytes.push(Number.parseInt(part.slice(2), 16));
    else bytes.push(ESCAPES[part.charAt(1)] ?? part.charCodeAt(1));
  }
  return Buffer.from(bytes).toString('utf8');
}

/** All texts in the arguments of a call, in order: for `execve` the file, then its argument vector. */
export function textsIn(args: string): string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map((match) => unescaped(match[1] ?? ''));
}
