/**
 * Calls from an agent to a tool, over a connection that keeps being broken: real runtime, real link, flow and journal,
 * and between them a proxy that breaks things by a plan made of a seed. What must hold is held against what happened.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallRooms } from '../../src-main/calls/call-rooms.ts';
import type { ToolText } from '../../src-runtime/dispatch.ts';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import { type LinkHost, openLinkHost } from '../support/link-host.ts';
import { type NoOpInput, noOpTool } from '../support/no-op-tool.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type ChaosProxy, FAULTS, type Fault, type PlannedFault, startChaosProxy } from './chaos-proxy.ts';
import { type JournalJudgement, judgeJournal } from './judge-journal.ts';
import { heapInUse, leftBehind, type Resources, resources } from './left-behind.ts';
import { SentResults } from './sent-results.ts';

export interface ChaosOptions {
  readonly seed: number;
  /** Calls that reach the wire, at least: they go on until all faults have struck. */
  readonly calls: number;
  readonly faults: number;
  /** Plants a fault of our own. */
  change?(rooms: CallRooms): CallRooms;
}

export interface ChaosReport {
  readonly sent: number;
  readonly struck: Readonly<Partial<Record<Fault, number>>>;
  /** Calls whose connection did not end while they waited, and how many of these were answered. */
  readonly held: number;
  readonly answered: number;
  readonly started: number;
  /** The most result frames that any call got, read off the wire. */
  readonly mostAnswers: number;
  /** Numbers of calls that broke a rule. */
  readonly startedTwice: readonly number[];
  readonly startedAfterDeadline: readonly number[];
  readonly startedAfterDisconnect: readonly number[];
  readonly journal: JournalJudgement;
  readonly leftBehind: Partial<Resources>;
  readonly faultsOfOurs: readonly string[];
  /** Bytes in use after each tenth of the calls. */
  readonly heap: readonly number[];
}

const BEARER = 'bearer-of-the-chaos';
const principal = { tenant: 'default', subject: 'chaos' };

/** How long the runtime waits. The link answers half of it earlier, so that no delay below that makes a start late. */
const INVOKE_TIMEOUT_MS = 2_000;
const MAX_DELAY_MS = 400;
const LANES = 4;
/** Of so many calls one is slow to be decided: some of these come to their end when they may not start any more. */
const SLOW_ONE_IN = 20;

/** One call as the test knows it. */
interface Sent {
  readonly at: number;
  endedAs: 'answered' | 'timeout' | 'disconnected' | 'waiting';
}

class Chaos {
  readonly #random: SeededRandom;
  readonly #options: ChaosOptions;
  readonly #struck: Partial<Record<Fault, number>> = {};
  #planned = 0;
  #strikes = 0;
  #next = 0;
  readonly sent = new Map<number, Sent>();
  readonly startedAt = new Map<number, number[]>();
  readonly afterDisconnect: number[] = [];
  readonly results = new SentResults();
  readonly faultsOfOurs: string[] = [];
  readonly heap: number[] = [];
  /** Opened by the test itself, for calls that wait until it says so. */
  readonly gates = new Map<number, Promise<void>>();

  constructor(options: ChaosOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  async proxy(runtime: RunningRuntime): Promise<ChaosProxy> {
    return startChaosProxy({
      target: { host: '127.0.0.1', port: runtime.port },
      nextFault: () => this.#plan(),
      onStruck: (fault) => {
        this.#strikes += 1;
        this.#struck[fault] = (this.#struck[fault] ?? 0) + 1;
      },
      onSent: (connection, bytes) => this.results.take(connection, bytes),
    });
  }

  async host(root: string, url: string): Promise<LinkHost> {
    const { change } = this.#options;
    const hooks = {
      resolving: ({ n }: NoOpInput) => this.#decided(n),
      started: ({ n }: NoOpInput, signal: AbortSignal) => {
        this.startedAt.set(n, [...(this.startedAt.get(n) ?? []), performance.now()]);
        if (signal.aborted) this.afterDisconnect.push(n);
      },
    };
    return openLinkHost({
      root,
      tools: (folder) => [noOpTool(folder, hooks)],
      runtime: { url, invokeTimeoutMs: INVOKE_TIMEOUT_MS, bearer: BEARER },
      ...(change && { change }),
      onFault: (line) => this.faultsOfOurs.push(line),
    });
  }

  /** Lanes of calls until there were enough of them and of faults. */
  async storm(runtime: RunningRuntime, host: LinkHost): Promise<void> {
    const { calls, faults } = this.#options;
    const tenth = Math.max(1, Math.floor(calls / 10));
    const lane = async (): Promise<void> => {
      while (this.sent.size < calls || this.#strikes < faults) {
        await host.connected();
        await this.call(runtime);
        if (this.heap.length < Math.floor(this.sent.size / tenth)) this.heap.push(heapInUse());
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /** Makes one call and waits for its end; a number that no connection took is used again by nobody. */
  async call(runtime: RunningRuntime, n: number = this.number()): Promise<void> {
    const [tool] = runtime.candidateTools(principal, { agent: ['*'] });
    // The runtime learnt of the end of the connection before the link did.
    if (!tool) return void (await pause(1));
    const sent: Sent = { at: performance.now(), endedAs: 'waiting' };
    this.sent.set(n, sent);
    const text = 'x'.repeat(this.#random.whole(0, 200));
    sent.endedAs = endOf(await tool.call({ n, text }, { runId: 'run-1' }));
    // On a connection that is closing a call is over at once: without a rest nobody would ever hear that it closed.
    if (sent.endedAs === 'disconnected') await pause(1);
  }

  number(): number {
    this.#next += 1;
    return this.#next;
  }

  report(journal: JournalJudgement, left: Partial<Resources>): ChaosReport {
    const held = [...this.sent.values()].filter(({ endedAs }) => endedAs !== 'disconnected');
    const late = ([n, times]: [number, number[]]) => {
      const deadline = (this.sent.get(n)?.at ?? 0) + INVOKE_TIMEOUT_MS;
      return times.some((at) => at > deadline) ? [n] : [];
    };
    const started = [...this.startedAt];
    return {
      sent: this.sent.size,
      struck: this.#struck,
      held: held.length,
      answered: held.filter(({ endedAs }) => endedAs === 'answered').length,
      started: started.length,
      mostAnswers: this.results.most(),
      startedTwice: started.flatMap(([n, times]) => (times.length > 1 ? [n] : [])),
      startedAfterDeadline: started.flatMap(late),
      startedAfterDisconnect: this.afterDisconnect,
      journal,
      leftBehind: left,
      faultsOfOurs: this.faultsOfOurs,
      heap: this.heap,
    };
  }

  async #decided(n: number): Promise<void> {
    const gate = this.gates.get(n);
    if (gate) return gate;
    if (this.#random.whole(1, SLOW_ONE_IN) === 1) await pause(this.#random.whole(50, 1_500));
  }

  /** Strikes about as often as it takes to be through with the faults when the calls are. */
  #plan(): PlannedFault | undefined {
    if (this.#planned >= this.#options.faults) return undefined;
    this.#planned += 1;
    const most = (2 * 200 * this.#options.calls) / this.#options.faults;
    return {
      fault: this.#random.pick(FAULTS),
      afterBytes: this.#random.whole(1, Math.floor(most)),
      ms: this.#random.whole(1, MAX_DELAY_MS),
    };
  }
}

/** A tool error is an answer; the runtime's own texts are not. */
function endOf({ isError, text }: ToolText): Sent['endedAs'] {
  if (!isError) return 'answered';
  if (text.includes('timed out waiting for the client')) return 'timeout';
  const lost = text.includes('the client disconnected') || text.includes('no client connection');
  return lost ? 'disconnected' : 'answered';
}

/**
 * Two ends that chance does not always bring about: a call that is decided when its deadline has passed, with the
 * runtime's word about that still on its way, and one that is decided when its connection is gone.
 */
async function lateDecisions(
  chaos: Chaos,
  runtime: RunningRuntime,
  proxy: ChaosProxy,
  host: LinkHost,
): Promise<void> {
  for (const what of ['deadline', 'disconnect'] as const) {
    let decide = () => {};
    const gate = new Promise<void>((resolve) => (decide = resolve));
    const { asked } = await deciding(chaos, runtime, host, gate);
    if (what === 'deadline') proxy.hold();
    else proxy.reset();
    await asked;
    decide();
    while (host.live.views().some(({ state }) => state !== 'ended')) await pause(5);
    proxy.letGo();
  }
}

/** A call that is being decided on. One that came to nothing, as its connection was just gone, is made again. */
async function deciding(
  chaos: Chaos,
  runtime: RunningRuntime,
  host: LinkHost,
  gate: Promise<void>,
): Promise<{ readonly asked: Promise<void> }> {
  for (;;) {
    await host.connected();
    const n = chaos.number();
    chaos.gates.set(n, gate);
    let over = false;
    const asked = chaos.call(runtime, n).finally(() => {
      over = true;
    });
    while (!over) {
      if (host.live.views().some(({ state }) => state === 'deciding')) return { asked };
      await pause(5);
    }
  }
}

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const before = resources();
  const chaos = new Chaos(options);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-chaos-')));
  const runtime = await startRuntime({
    principals: new Map([[BEARER, principal]]),
    invokeTimeoutMs: INVOKE_TIMEOUT_MS,
  });
  const proxy = await chaos.proxy(runtime);
  const host = await chaos.host(root, proxy.url);
  // As often as the person likes to press the button: the back-off has tests of its own.
  const press = setInterval(() => host.retry(), 20);
  try {
    await chaos.storm(runtime, host);
    await lateDecisions(chaos, runtime, proxy, host);
  } finally {
    clearInterval(press);
    await host.close();
    await proxy.close();
    await runtime.close();
  }
  const journal = await judgeJournal(host, [...chaos.startedAt.keys()]);
  await rm(root, { recursive: true });
  return chaos.report(journal, await leftBehind(before));
}
