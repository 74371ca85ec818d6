/** The only file that starts programs: with budgets for time and output, and an end that leaves nothing running. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { type Collected, createCollector } from './fit-output.ts';
import { type LeftProcess, orphansSince, ticksNow } from './process-orphans.ts';
import { endMarked, killNow, MARK_VARIABLE, waitUntilGone } from './process-tree.ts';

export interface ProcessRequest {
  /** Program (looked up in the PATH of `env` unless it holds a slash) and its arguments. No shell reads them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until everything is ended. */
  readonly budgetMs: number;
  /** Bytes of each stream that are kept, half from its start and half from its end. */
  readonly keptBytes: number;
  readonly signal?: AbortSignal;
  /** Sees the whole of stdout as it comes, beyond what is kept. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Open descriptors that the program gets as `FIRST_PASSED` and on. */
  readonly passed?: readonly number[];
  /** Says afterwards what may run on. Of use where no namespace ends everything. */
  readonly tellLeft?: boolean;
  /** True where `argv` is bubblewrap with `--json-status-fd 3`: its process namespace is then ended as a whole. */
  readonly walled?: boolean;
}

export type ProcessEnd =
  | { readonly kind: 'not-started'; readonly why: string }
  | {
      readonly kind: 'ended';
      readonly by: 'itself' | 'time' | 'signal';
      readonly exitCode: number | null;
      readonly killedBy: string | null;
      readonly stdout: Collected;
      readonly stderr: Collected;
      /** What may run on: processes without a parent that began during the run and could not be ended. */
      readonly left?: readonly LeftProcess[];
    };

/** Behind the three streams and bubblewrap's status. */
export const FIRST_PASSED = 4;

/** Milliseconds that streams may stay open after everything is dead (a pipe handed to a process of others). */
const DRAIN_MS = 1000;

/** Milliseconds after which bubblewrap itself is ended, where ending its first child was not enough. */
const SECOND_KILL_MS = 500;

let runs = 0;

/**
 * Runs one program to its end with no input and no terminal. What it leaves in the background is ended with it.
 * Resolves when the whole tree is dead; never rejects.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const before = request.tellLeft ? await ticksNow() : undefined;
  if (request.signal?.aborted) return { kind: 'not-started', why: 'it was cancelled before it started' };
  runs += 1;
  const mark = `${process.pid}.${runs}`;
  const child = launch(request, mark);
  if (typeof child === 'string') return { kind: 'not-started', why: child };
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stdout = collect(child.stdout, request.keptBytes, request.onStdout);
  const stderr = collect(child.stderr, request.keptBytes);
  const inner = request.walled ? readInnerPid(child.stdio[3] as Readable) : undefined;
  const watch = watchBudget(request, () => killTree(child, inner?.pid()));
  const exit = await waitForExit(child);
  watch.end();
  if (typeof exit === 'string') return { kind: 'not-started', why: exit };
  if (inner) await waitUntilGone(await within(inner.final, DRAIN_MS));
  else if (child.pid !== undefined) await endMarked(child.pid, mark);
  const left = before === undefined ? [] : await orphansSince(before);
  await within(closed, DRAIN_MS);
  for (const stream of child.stdio) stream?.destroy();
  return {
    kind: 'ended',
    by: watch.by(),
    ...exit,
    stdout: stdout.finish(),
    stderr: stderr.finish(),
    ...(left.length > 0 ? { left } : {}),
  };
}

function launch(request: ProcessRequest, mark: string): ChildProcess | string {
  const [program, ...args] = request.argv;
  if (program === undefined) return 'there is no program to run';
  try {
    return spawn(program, args, {
      cwd: request.cwd,
      env: request.walled ? { ...request.env } : { ...request.env, [MARK_VARIABLE]: mark },
      detached: true,
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe', request.walled ? 'pipe' : 'ignore', ...(request.passed ?? [])],
    });
  } catch (error) {
    return startProblem(error);
  }
}

/** Why a program could not be started, without a path. */
function startProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT') return 'the program or the folder to run it in is missing';
  if (code === 'E2BIG') return 'the command is too long for this system';
  return `the system refused to start it (${code})`;
}

function collect(stream: Readable | null, keptBytes: number, onChunk?: (chunk: Buffer) => void) {
  const collector = createCollector(keptBytes);
  stream?.on('data', (chunk: Buffer) => {
    collector.add(chunk);
    onChunk?.(chunk);
  });
  return collector;
}

/** Reads the process id of the namespace's first process from bubblewrap's first status line. */
function readInnerPid(status: Readable) {
  let text = '';
  const pid = (): number | undefined => {
    const found = /"child-pid"\s*:\s*([0-9]+)/.exec(text)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  status.on('data', (chunk: Buffer) => {
    if (text.length < 4096) text += chunk.toString('latin1');
  });
  status.on('error', () => undefined);
  // The descriptor closes with bubblewrap itself, so this comes right after its exit.
  const final = new Promise<number | undefined>((resolve) => status.once('close', () => resolve(pid())));
  return { pid, final };
}

function killTree(child: ChildProcess, innerPid: number | undefined): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (innerPid === undefined) {
    killNow(-pid);
    return;
  }
  // The namespace's first process is ended, not bubblewrap: bubblewrap outlives it and so proves that all are gone.
  killNow(innerPid);
  const second = setTimeout(() => killNow(-pid), SECOND_KILL_MS);
  child.once('exit', () => clearTimeout(second));
}

function watchBudget(request: ProcessRequest, kill: () => void) {
  let by: 'itself' | 'time' | 'signal' = 'itself';
  const stop = (cause: 'time' | 'signal') => {
    if (by !== 'itself') return;
    by = cause;
    kill();
  };
  const onAbort = () => stop('signal');
  const timer = setTimeout(() => stop('time'), request.budgetMs);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  return {
    by: () => by,
    end() {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
    },
  };
}

function waitForExit(
  child: ChildProcess,
): Promise<{ exitCode: number | null; killedBy: string | null } | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(startProblem(error)));
    child.once('exit', (exitCode, killedBy) => resolve({ exitCode, killedBy }));
  });
}

/** What `promise` comes to, or nothing after `ms` milliseconds. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const first = await Promise.race([promise, enough]);
  clearTimeout(timer);
  return first;
}
