/** Calls that end from outside: the connection dropped, the runtime cancelled, the person paused or stopped. */
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { assertNever, type Outcome } from '../../src-shared/outcome.ts';
import type { Gate } from './call-rooms.ts';
import type { EndedWhy } from './live-calls.ts';

/** The outcome of a call that was aborted for this reason. */
export function abortedOutcome(why: EndedWhy): Outcome {
  switch (why) {
    case 'disconnected':
    case 'cancelled':
      return { kind: 'withdrawn', why };
    case 'paused':
    case 'run-paused':
    case 'stopped':
    case 'ended-by-person':
    case 'shutting-down':
    case 'out-of-time':
      return { kind: why };
    default:
      return assertNever(why);
  }
}

/** The outcome of a call that must not go on now, or nothing. */
export function endedEarly(signal: EndSignal, gate: Gate): Outcome | undefined {
  if (signal.aborted) return abortedOutcome(signal.reason as EndedWhy);
  return gate === 'open' ? undefined : { kind: gate };
}

/** Waits for work, or for the abort of the call if that comes first. */
export function orAborted<T>(
  work: Promise<T>,
  signal: EndSignal,
): Promise<{ readonly value: T } | { readonly aborted: Outcome }> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve({ aborted: abortedOutcome(signal.reason as EndedWhy) });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then((value) => {
      signal.removeEventListener('abort', onAbort);
      resolve({ value });
    }, reject);
  });
}
