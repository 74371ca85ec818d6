/**
 * Ends what takes too much of the machine: looks now and then how many processes a run has and how much memory they
 * hold. Linux only.
 *
 * Why a watch: a limit of the kernel on processes (`process-limits.ts`) does not bind for root, and what memory a
 * program may map says little about what it uses. Control groups would bind, but a program may make them only where
 * the system's own manager hands some over, and asking it for them takes longer than most commands.
 */
import { availableParallelism, totalmem } from 'node:os';
import { type Census, weighExactly, weighQuickly } from './process-census.ts';

export interface TreeBudget {
  readonly processes: number;
  readonly threads: number;
  /** Of memory, swap and files in memory. */
  readonly bytes: number;
}

/** Large builds and test runs have some hundred; a desktop with everything open has about as many. */
const MOST_PROCESSES = 512;

/**
 * Threads that want to run all the time get about 3 ms each in turn (measured, Linux 6.18): with these many a core,
 * everybody else waits at most a second or two, Doorman too, which has to end them.
 */
const THREADS_A_CORE = 512;
const FEWEST_THREADS = 1024;
const MOST_THREADS = 16_384;

/** Of the machine's memory; more than 8 GiB is needed by hardly any build, and swapping starts long before all is used. */
const MEMORY_SHARE = 0.5;
const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 8192 * MEGABYTE;

/** What all runs together may hold, in budgets of one and in shares of the memory. */
const TOGETHER = 4;
const MEMORY_SHARE_TOGETHER = 0.75;

/** Milliseconds. Most commands have ended before the first look; a shell that forks without end has made about a thousand. */
const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 250;

/** Processes are counted at each look, but weighed only this often while they use little of their memory. */
const WEIGH_EVERY_MS = 1000;
const LITTLE = 0.25;

/** Weighing many processes takes its time: never more than this part of it. */
const BUSY_SHARE = 0.05;

/** What one run may take of this machine. */
export function treeBudget(cores = availableParallelism(), memory = totalmem()): TreeBudget {
  return {
    processes: MOST_PROCESSES,
    threads: Math.min(MOST_THREADS, Math.max(FEWEST_THREADS, THREADS_A_CORE * cores)),
    bytes: Math.min(MOST_BYTES, Math.floor(memory * MEMORY_SHARE)),
  };
}

interface Watched {
  processes: number;
  bytes: number;
}

/** All runs that are watched now. */
const watched = new Set<Watched>();

/**
 * Watches until ended; `kill` is called once it has taken too much. `end` tells what that was, in a few words, or
 * nothing where all was well.
 */
export function watchTree(
  census: Census,
  budget: TreeBudget,
  kill: () => void,
): { end(): string | undefined } {
  const own: Watched = { processes: 0, bytes: 0 };
  let over: string | undefined;
  let ended = process.platform !== 'linux';
  let weighAt = 0;
  const look = async (): Promise<void> => {
    const folders = await census.folders();
    own.processes = folders.length;
    let found = tooMany(own, budget);
    const started = performance.now();
    if (!found && started >= weighAt) {
      found = await tooHeavy(census, folders, own, budget);
      const pause = own.bytes < budget.bytes * LITTLE ? WEIGH_EVERY_MS : 0;
      weighAt = started + Math.max(pause, (performance.now() - started) / BUSY_SHARE);
    }
    if (ended) return;
    over = found;
    if (over !== undefined) kill();
    else timer = setTimeout(look, LOOK_EVERY_MS);
  };
  let timer = ended ? undefined : setTimeout(look, FIRST_LOOK_MS);
  if (!ended) watched.add(own);
  return {
    end() {
      ended = true;
      watched.delete(own);
      clearTimeout(timer);
      return over;
    },
  };
}

function tooMany(own: Watched, budget: TreeBudget): string | undefined {
  if (own.processes > budget.processes) return `it had more than ${budget.processes} processes at once`;
  const together = budget.processes * TOGETHER;
  if (sum('processes') <= together || !isLargest(own, 'processes')) return undefined;
  return `all running commands together had more than ${together} processes, and it the most`;
}

async function tooHeavy(
  who: Census,
  folders: readonly string[],
  own: Watched,
  budget: TreeBudget,
): Promise<string | undefined> {
  const [quick, stored] = await Promise.all([weighQuickly(folders), who.stored()]);
  if (quick.threads > budget.threads) return `it had more than ${budget.threads} threads at once`;
  own.bytes = quick.own + Math.max(quick.shared, stored);
  const together = Math.min(totalmem() * MEMORY_SHARE_TOGETHER, budget.bytes * TOGETHER);
  const crowded = () => sum('bytes') > together;
  if (own.bytes <= budget.bytes && !crowded()) return undefined;
  const exact = await weighExactly(folders);
  own.bytes = Math.min(own.bytes, exact.own + Math.max(exact.shared, stored));
  if (own.bytes > budget.bytes) return `it used more than ${mebibytes(budget.bytes)} of memory`;
  if (!crowded() || !isLargest(own, 'bytes')) return undefined;
  return `all running commands together used more than ${mebibytes(together)} of memory, and it the most`;
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)} MiB`;
}

function sum(what: keyof Watched): number {
  return [...watched].reduce((all, one) => all + one[what], 0);
}

function isLargest(own: Watched, by: keyof Watched): boolean {
  return [...watched].every((other) => other[by] <= own[by]);
}
