/** Runs programs: with budgets for all that they take, and an end that leaves nothing running. */
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { type Collected, createCollector } from './fit-output.ts';
import { type TreeBudget, treeBudget, watchTree } from './process-budget.ts';
import { lineageCensus, namespaceCensus } from './process-census.ts';
import { lineageOf } from './process-lineage.ts';
import { type LeftProcess, livingProcesses, orphansSince, ticksNow } from './process-orphans.ts';
import { statOf } from './process-stat.ts';
import { endMarked, killNow, MARK_VARIABLE, waitUntilGone } from './process-tree.ts';
import { type Exit, type Spawn, type SpawnEvents, type SpawnOrder, spawnHere } from './spawn-child.ts';

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
  readonly signal?: EndSignal;
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
  readonly signal?: EndSignal;
}

export type NotStarted = { readonly kind: 'not-started'; readonly why: string };

/** How a program and all that it started came to an end. */
export interface TreeEnd extends Exit {
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

/** Characters that are read of bubblewrap's status. */
const MOST_STATUS = 4096;

let runs = 0;
let spawn = spawnHere;

/** Starts programs in another way from now on, such as in another thread. Returns what puts an end to that. */
export function spawnThrough(other: Spawn): () => void {
  spawn = other;
  return () => {
    if (spawn === other) spawn = spawnHere;
  };
}

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
  const heard = hearing(request);
  const child = await spawn(orderFor(request, mark), heard.events);
  if (child.kind === 'not-spawned') return { kind: 'not-started', why: startProblem(child.code) };
  const { pid } = child;
  const inner = request.walled ? heard.innerPid : undefined;
  const kill = () => killTree(pid, inner?.(), heard);
  const lineage = lineageOf(pid);
  const root = inner ? undefined : statOf(pid);
  const census = inner ? namespaceCensus(inner) : lineageCensus(lineage);
  const watch = watchTree(census, request.treeBudget ?? treeBudget(), kill);
  const endTree = async (): Promise<TreeEnd> => {
    const how = await heard.exit;
    const over = watch.end();
    if (inner) await waitUntilGone(await within(heard.statusEnd.then(inner), DRAIN_MS));
    const living = inner ? undefined : await endMarked(pid, mark, lineage, (await root)?.began);
    const left = before === undefined ? [] : orphansSince(before, living ?? (await livingProcesses()));
    await within(heard.closed, DRAIN_MS);
    child.drop();
    const neverBegan = inner && how.exitCode !== null && !heard.began();
    return {
      ...how,
      ...(neverBegan ? { neverBegan } : {}),
      ...(over === undefined ? {} : { over }),
      ...(left.length > 0 ? { left } : {}),
    };
  };
  return { kind: 'running', exited: heard.exit.then(() => undefined), end: endTree(), kill };
}

function orderFor(request: StartRequest, mark: string): SpawnOrder {
  const { argv, cwd, env, walled = false, passed = [], mostPerSecond } = request;
  const marked = walled ? env : { ...env, [MARK_VARIABLE]: mark };
  return { argv, cwd, env: marked, status: walled, passed, mostPerSecond };
}

/** Why a program could not be started, without a path. */
function startProblem(code: string): string {
  if (code === 'ENOENT') return 'the program or the folder to run it in is missing';
  if (code === 'E2BIG') return 'the command is too long for this system';
  return `the system refused to start it (${code})`;
}

interface Hearing {
  readonly events: SpawnEvents;
  readonly exit: Promise<Exit>;
  readonly closed: Promise<void>;
  /** The descriptor closes with bubblewrap itself, so this comes right after its exit. */
  readonly statusEnd: Promise<void>;
  /** The id of the namespace's first process, as bubblewrap's first status line says it. */
  innerPid(): number | undefined;
  /** The second line tells how the program ended, and comes only where it began (bwrap(1), tried with 0.8). */
  began(): boolean;
  hasEnded(): boolean;
}

/** Takes in what comes from a program, and keeps what it said of itself. */
function hearing({ onStdout, onStderr }: StartRequest): Hearing {
  let status = '';
  let ended = false;
  const [exit, onExit] = promised<Exit>();
  const [closed, onClose] = promised<void>();
  const [statusEnd, onStatusEnd] = promised<void>();
  const events: SpawnEvents = {
    data(from, chunk) {
      if (from === 'stdout') onStdout?.(chunk);
      else if (from === 'stderr') onStderr?.(chunk);
      else if (status.length < MOST_STATUS) status += chunk.toString('latin1');
    },
    streamEnd(from) {
      if (from === 'status') onStatusEnd();
    },
    exit(how) {
      ended = true;
      onExit(how);
    },
    close: onClose,
  };
  const innerPid = () => {
    const found = /"child-pid"\s*:\s*([0-9]+)/.exec(status)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const began = () => /"exit-code"/.test(status);
  return { events, exit, closed, statusEnd, innerPid, began, hasEnded: () => ended };
}

function promised<T>(): readonly [Promise<T>, (value: T) => void] {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return [promise, resolve];
}

function killTree(pid: number, innerPid: number | undefined, { hasEnded, exit }: Hearing): void {
  if (hasEnded()) return;
  if (innerPid === undefined) {
    killNow(-pid);
    return;
  }
  // The namespace's first process is ended, not bubblewrap: bubblewrap outlives it and so proves that all are gone.
  killNow(innerPid);
  const second = setTimeout(() => killNow(-pid), SECOND_KILL_MS);
  void exit.then(() => clearTimeout(second));
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
