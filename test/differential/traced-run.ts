/** Runs many shell texts under one strace, each in a bash of its own, and tells the traces of the texts apart. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScratchMachine } from './scratch-machine.ts';
import { readTrace, type Trace, type TracedCall } from './trace-lines.ts';

/** Calls that start programs, open or change files, or reach out. A `?` lets a machine do without one. */
const TRACED = [
  'execve execveat open openat openat2 creat mknod mknodat mkdir mkdirat rmdir unlink unlinkat rename renameat',
  'renameat2 link linkat symlink symlinkat truncate chmod fchmod fchmodat chown fchown lchown fchownat utime utimes',
  'futimesat utimensat setxattr lsetxattr fsetxattr removexattr mount umount2 connect bind clock_settime settimeofday',
  'sethostname swapoff reboot clone clone3 fork vfork',
].flatMap((names) => names.split(' ').map((name) => `?${name}`));

/** Milliseconds after which a text that still runs is taken for one that never ends, on however busy a machine. */
const TEXT_LIMIT_MS = 20_000;

/** Ends the whole group after this many seconds even where the test itself was ended and cannot. */
const OUTLIVED = ['-s', 'KILL', '600'];

/** Runs each text of the file as the shell tool would; `$2` is printed before each, to tell their errors apart. */
const DRIVER = `mapfile -d '' -t texts <"$1"
for text in "\${texts[@]}"; do
  printf %s "$2" >&2
  "$BASH" --noprofile --norc -c "$text"
done`;

export interface TracedText {
  /** What the text did, from the start of its bash on, in order. */
  readonly calls: readonly TracedCall[];
  readonly pid: number;
  /** Nothing when a signal ended it, or it never ended. */
  readonly exitCode?: number;
  readonly errors: string;
  /** True when it had to be ended; the texts behind it were then not run. */
  readonly endless: boolean;
}

/** Runs the texts one after another and gives those that were begun. Rejects when strace itself fails. */
export async function runTraced(
  texts: readonly string[],
  machine: ScratchMachine,
): Promise<readonly TracedText[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-trace-'));
  try {
    const [list, out] = [join(folder, 'texts'), join(folder, 'trace')];
    await writeFile(list, texts.map((text) => `${text}\0`).join(''));
    const mark = `\n-- ${folder}\n`;
    const driver = ['bash', '--noprofile', '--norc', '-c', DRIVER, 'driver', list, mark];
    const { errors, late } = await runStrace(['-o', out, ...driver], mark, machine);
    const trace = await readFile(out, 'utf8').catch(() => {
      throw new Error(`strace did not run (is it installed?): ${errors.trim()}`);
    });
    const runs = tellApart(readTrace(trace), errors.split(mark).slice(1));
    if (!late && runs.length !== texts.length) throw new Error(`only ${runs.length} texts ran: ${errors}`);
    return runs.map((run, index) => ({ ...run, endless: late && index === runs.length - 1 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function straceOptions(): string[] {
  const trace = `trace=${TRACED.join(',')}`;
  return ['-f', '-q', '-y', '-s', '8000', '--seccomp-bpf', '-e', 'signal=none', '-e', trace];
}

function runStrace(
  args: readonly string[],
  mark: string,
  machine: ScratchMachine,
): Promise<{ errors: string; late: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn('timeout', [...OUTLIVED, 'strace', ...straceOptions(), ...args], {
      cwd: machine.work,
      env: { ...machine.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    let late = false;
    let begun = -1;
    const end = (): void => {
      late = true;
      if (child.pid !== undefined) killGroup(child.pid);
    };
    let timer = setTimeout(end, TEXT_LIMIT_MS);
    // A reader at the other end, as a tool has one: some programs do less when nobody would see it.
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
      const last = errors.lastIndexOf(mark);
      if (last === begun) return;
      begun = last;
      clearTimeout(timer);
      timer = setTimeout(end, TEXT_LIMIT_MS);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ errors, late });
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nobody of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork']);

/** The n-th child of the driver runs the n-th text; whatever comes of that child belongs to the text. */
function tellApart(trace: Trace, errors: readonly string[]): Omit<TracedText, 'endless'>[] {
  const parents = new Map<number, number>();
  for (const call of trace.calls)
    if (FORKS.has(call.name) && (call.result ?? 0) > 0) parents.set(call.result ?? 0, call.pid);
  const driver = trace.calls[0]?.pid;
  const shells = [...parents].filter(([, parent]) => parent === driver).map(([child]) => child);
  const rootOf = (pid: number): number => {
    const parent = parents.get(pid);
    return parent === undefined || parent === driver ? pid : rootOf(parent);
  };
  const calls = new Map<number, TracedCall[]>(shells.map((pid) => [pid, []]));
  for (const call of trace.calls) calls.get(rootOf(call.pid))?.push(call);
  return shells.map((pid, index) => {
    const exitCode = trace.exits.get(pid);
    return {
      pid,
      calls: calls.get(pid) ?? [],
      errors: errors[index] ?? '',
      ...(exitCode === undefined ? {} : { exitCode }),
    };
  });
}
