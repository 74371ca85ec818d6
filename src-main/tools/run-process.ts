/** The only file that starts programs: with budgets for all that they take, and an end that leaves nothing running. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { type Collected, createCollector } from './fit-output.ts';
import { type TreeBudget, treeBudget, watchTree } from './process-budget.ts';
import { lineageCensus, namespaceCensus } from './process-census.ts';
import { lineageOf } from './process-lineage.ts';
import { type LeftProcess, orphansSince, ticksNow } from './process-orphans.ts';
import { endMarked, killNow, MARK_VARIABLE, waitUntilGone } from './process-tree.ts';
import { readStream } from './read-stream.ts';

/** What to start, and with what around it. */
export interface StartRequest {
  /** Program (looked up in the PATH of `env` unless it holds a slash) and its arguments. No shell reads them. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** See the whole of a stream as it comes. */
  readonly onStdout?: (chunk: Buffer) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  /** Bytes of each stream that are read in a second at most; one that prints more has to wait. */
  readonly mostPerSecond?: number;
  /** Nothing is started once it has aborted. */
  readonly signal?: AbortSignal;
  /** Open descriptors that the program gets as `FIRST_PASSED` and on. */
  readonly passed?: readonly number[];
  /** Says afterwards what may run on. Of use where no namespace ends everything. */
  readonly tellLeft?: boolean;
  /** True where `argv` is bubblewrap with `--json-status-fd 3`: its process namespace is then ended as a whole. */
  readonly walled?: boolean;
  /** Processes and memory that it may take; a share of this machine where absent. */
  readonly treeBudget?: TreeBudget;
}

export interface ProcessRequest extends StartRequest {
  /** Milliseconds until everything is ended. */
  readonly budgetMs: number;
  /** Bytes of each stream that are kept, half from its start and half from its end. */
  readonly keptBytes: number;
  /** Ends everything when it aborts. */
  readonly signal?: AbortSignal;
}

export type NotStarted = { readonly kind: 'not-started'; readonly why: string };

/** How a program and all that it started came to an end. */
export interface TreeEnd {
  readonly exitCode: number | null;
  readonly killedBy: string | null;
  /** Bubblewrap ended before the program began, so nothing of it was run. */
  readonly neverBegan?: true;
  /** What it took too much of, in a few words, where it was ended for that. */
  readonly over?: string;
  /** What may run on: processes without a parent that began during the run and could not be ended. */
  readonly left?: readonly LeftProcess[];
}

export interface RunningProcess {
  readonly kind: 'running';
  /** The program itself has ended; what it left behind is being ended. */
  readonly exited: Promise<void>;
  /** Resolves when the whole tree is dead and both streams have been seen to their ends; never rejects. */
  readonly end: Promise<TreeEnd>;
  /** Ends the whole tree. `end` says when that is done. */
  kill(): void;
}

export type ProcessEnd =
  | NotStarted
  | ({
      readonly kind: 'ended';
      readonly by: 'itself' | 'time' | 'signal';
      readonly stdout: Collected;
      readonly stderr: Collected;
    } & TreeEnd);

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
  const stdout = createCollector(request.keptBytes);
  const stderr = createCollector(request.keptBytes);
  const running = await startProcess({
    ...request,
    onStdout(chunk) {
      stdout.add(chunk);
      request.onStdout?.(chunk);
    },
    onStderr(chunk) {
      stderr.add(chunk);
      request.onStderr?.(chunk);
    },
  });
  if (running.kind === 'not-started') return running;
  const watch = watchBudget(request, running.kill);
  await running.exited;
  watch.end();
  const end = await running.end;
  return { kind: 'ended', by: watch.by(), ...end, stdout: stdout.finish(), stderr: stderr.finish() };
}

/**
 * Starts one program with no input and no terminal, and hands it out while it runs: whoever takes it has to end it.
 * What it leaves in the background is ended with it. Never rejects.
 */
export async function startProcess(request: StartRequest): Promise<RunningProcess | NotStarted> {
  const before = request.tellLeft ? await ticksNow() : undefined;
  if (request.signal?.aborted) return { kind: 'not-started', why: 'it was cancelled before it started' };
  runs += 1;
  const mark = `${process.pid}.${runs}`;
  const child = launch(request, mark);
  if (typeof child === 'string') return { kind: 'not-started', why: child };
  const exit = exitOf(child);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { pid } = child;
  if (pid === undefined) return { kind: 'not-started', why: await startError(child) };
  readStream(child.stdout, request.onStdout, request.mostPerSecond);
  readStream(child.stderr, request.onStderr, request.mostPerSecond);
  const inner = request.walled ? readInnerPid(child.stdio[3] as Readable) : undefined;
  const kill = () => killTree(child, pid, inner?.pid());
  const lineage = lineageOf(pid);
  const watch = watchTree(inner?.census ?? lineageCensus(lineage), request.treeBudget ?? treeBudget(), kill);
  const endTree = async (): Promise<TreeEnd> => {
    const how = await exit;
    const over = watch.end();
    if (inner) await waitUntilGone(await within(inner.final, DRAIN_MS));
    else await endMarked(pid, mark, lineage);
    const left = before === undefined ? [] : await orphansSince(before);
    await within(closed, DRAIN_MS);
    for (const stream of child.stdio) stream?.destroy();
    const neverBegan = inner && how.exitCode !== null && !inner.began();
    return {
      ...how,
      ...(neverBegan ? { neverBegan } : {}),
      ...(over === undefined ? {} : { over }),
      ...(left.length > 0 ? { left } : {}),
    };
  };
  return {
    kind: 'running',
    exited: exit.then(() => undefined),
    end: endTree(),
    kill,
  };
}

function launch(request: StartRequest, mark: string): ChildProcess | string {
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

/**
 * Reads the process id of the namespace's first process from bubblewrap's first status line. The second one tells how the
 * program ended, and comes only where everything was mounted and the program began (bwrap(1), tried with 0.8).
 */
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
  const began = () => /"exit-code"/.test(text);
  return { pid, began, final, census: namespaceCensus(pid) };
}

function killTree(child: ChildProcess, pid: number, innerPid: number | undefined): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
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
  // It may have aborted in the moment between the start and this line.
  if (request.signal?.aborted) onAbort();
  return {
    by: () => by,
    end() {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
    },
  };
}

function exitOf(child: ChildProcess): Promise<{ exitCode: number | null; killedBy: string | null }> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, killedBy) => resolve({ exitCode, killedBy }));
  });
}

/** A child that could not be started has no id, and says why in its next turn. */
function startError(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once('error', (error) => resolve(startProblem(error))));
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
