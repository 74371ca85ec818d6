/** A link on a clock that the test turns, with its states and calls as they come; closed after each test. */

import { afterEach, expect } from 'vitest';
import { startLink } from '../../../../src-main/link/link.ts';
import type { Link, LinkOptions } from '../../../../src-main/link/link-options.ts';
import type { FrameCounts, LinkStatus } from '../../../../src-shared/app-state.ts';
import type { IncomingCall } from '../../../../src-shared/call.ts';
import type { EndSignal } from '../../../../src-shared/end-signal.ts';
import type { HandledCall, Outcome } from '../../../../src-shared/outcome.ts';
import { Inbox } from '../../../support/inbox.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

export const TOKEN = 'lct_secret-token';

export interface PendingCall {
  readonly call: IncomingCall;
  readonly signal: EndSignal;
  answer(outcome: Outcome): void;
  /** The handler breaks, as a bug would make it. */
  fail(): void;
  /** Resolves to what the link said about delivery. */
  readonly delivered: Promise<boolean>;
}

export interface LinkUnderTest {
  readonly link: Link;
  readonly clock: ManualClock;
  readonly statuses: Inbox<LinkStatus>;
  readonly calls: Inbox<PendingCall>;
  /** The counts, each time that the link said they changed. */
  readonly counted: Inbox<FrameCounts>;
  /** Waits for the next state of that kind. */
  until<K extends LinkStatus['kind']>(kind: K): Promise<LinkStatus & { kind: K }>;
}

const cleanUps: (() => Promise<void>)[] = [];
const faults: unknown[] = [];

/** Runs after the test; the last one registered runs first. */
export function cleanUp(run: () => Promise<void>): void {
  cleanUps.unshift(run);
}

afterEach(async () => {
  for (const run of cleanUps.splice(0)) await run();
  expect(faults.splice(0), 'faults of the link itself').toEqual([]);
});

export function textResult(text: string): Outcome {
  return { kind: 'done', result: { kind: 'text', text } };
}

export function linkUnderTest(url: string, options: Partial<LinkOptions> = {}): LinkUnderTest {
  const clock = new ManualClock();
  const statuses = new Inbox<LinkStatus>();
  const calls = new Inbox<PendingCall>();
  const counted = new Inbox<FrameCounts>();
  let ids = 0;
  const link: Link = startLink({
    profile: { id: 'p1', name: 'Test runtime', url, invokeTimeoutMs: 30_000 },
    token: async () => TOKEN,
    routes: async () => [undefined],
    tools: () => [{ name: 'read', description: 'Reads', input_schema: { type: 'object' } }],
    onCall: (call, signal) =>
      new Promise((resolve, reject) => calls.push(pending(call, signal, resolve, reject))),
    onStatus: (status) => statuses.push(status),
    onCounts: () => counted.push(link.counts()),
    logFault: (error) => faults.push(error),
    clock,
    random: () => 0.5,
    newCallId: () => {
      ids += 1;
      return `doorman-${ids}`;
    },
    ...options,
  });
  cleanUp(() => link.close());
  const until = async <K extends LinkStatus['kind']>(kind: K) =>
    (await statuses.until((status) => status.kind === kind)) as LinkStatus & { kind: K };
  return { link, clock, statuses, calls, counted, until };
}

function pending(
  call: IncomingCall,
  signal: EndSignal,
  resolve: (handled: HandledCall) => void,
  reject: (bug: Error) => void,
): PendingCall {
  let report: (reached: boolean) => void = () => {};
  const delivered = new Promise<boolean>((settle) => {
    report = settle;
  });
  return {
    call,
    signal,
    delivered,
    answer: (outcome) => resolve({ outcome, ran: true, delivered: (reached) => report(reached) }),
    fail: () => reject(new Error('a bug')),
  };
}

/** Resolves when the signal aborts, to its reason. */
export function abortOf(signal: EndSignal): Promise<unknown> {
  if (signal.aborted) return Promise.resolve(signal.reason);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}
