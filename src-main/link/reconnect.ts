/** The states of a link as a pure function: what happened to the state before gives the state after. */
import type { LinkStatus, SkippedTool } from '../../src-shared/app-state.ts';
import { fastWait, rareWait, STABLE_AFTER_MS, slowWait } from '../../src-shared/back-off.ts';
import type { Instant } from '../../src-shared/clock.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { judgeEnd, type LinkEnd } from './link-end.ts';

export interface LinkState {
  readonly status: LinkStatus;
  /** Tries that ended since the link was last stable. */
  readonly failures: number;
  /** When this connection came to `open`. */
  readonly openedAt: Instant | undefined;
}

export type LinkEvent =
  /** At the start, when a wait is over, on the person's click. */
  | { readonly type: 'try' }
  /** The machine woke up or its network changed: what hindered before may be gone. */
  | { readonly type: 'world-changed' }
  | { readonly type: 'socket-open' }
  /** `renewed`: another connection took the place of the one that is open. */
  | {
      readonly type: 'hello-ok' | 'renewed';
      readonly connectionId: string;
      readonly accepted: readonly string[];
      readonly skipped: readonly SkippedTool[];
      readonly invokeTimeoutMs: number;
      readonly now: Instant;
    }
  /** `random` is in 0..1 and spreads the clients of a runtime that comes back. */
  | { readonly type: 'ended'; readonly end: LinkEnd; readonly now: Instant; readonly random: number }
  | { readonly type: 'closed' };

export const IDLE: LinkState = { status: { kind: 'idle' }, failures: 0, openedAt: undefined };

/** The state after `event`. Events that do not fit the state change nothing. */
export function nextState(state: LinkState, event: LinkEvent): LinkState {
  const { kind } = state.status;
  switch (event.type) {
    case 'try':
      return kind === 'idle' || kind === 'waiting' || kind === 'blocked' ? connecting(state) : state;
    case 'world-changed':
      // A block without a next try is about the token, and no network mends that.
      return nextTryOf(state.status) !== undefined ? connecting(state) : state;
    case 'socket-open':
      return kind === 'connecting' ? { ...state, status: { kind: 'handshaking' } } : state;
    case 'hello-ok':
    case 'renewed': {
      if (kind !== (event.type === 'renewed' ? 'open' : 'handshaking')) return state;
      const { type: _, now, ...facts } = event;
      return { ...state, status: { kind: 'open', ...facts }, openedAt: now };
    }
    case 'ended':
      return kind === 'connecting' || kind === 'handshaking' || kind === 'open'
        ? afterEnd(state, event.end, event.now, event.random)
        : state;
    case 'closed':
      return IDLE;
    default:
      return assertNever(event);
  }
}

/** When this state leaves by itself, in Unix milliseconds; undefined for one that does not. */
export function nextTryOf(status: LinkStatus): number | undefined {
  return status.kind === 'waiting' || status.kind === 'blocked' ? status.retryAt : undefined;
}

function connecting(state: LinkState): LinkState {
  return { ...state, status: { kind: 'connecting' }, openedAt: undefined };
}

function afterEnd(state: LinkState, end: LinkEnd, now: Instant, random: number): LinkState {
  const stable = state.openedAt !== undefined && now.mono - state.openedAt.mono >= STABLE_AFTER_MS;
  const failures = stable ? 0 : state.failures;
  const judgement = judgeEnd(end);
  const { reason, why } = judgement;
  if (judgement.next === 'block') {
    const blocked = { kind: 'blocked', reason, why } as const;
    if (!judgement.lookAgain) return { status: blocked, failures, openedAt: undefined };
    const status = { ...blocked, retryAt: now.wall + rareWait(random) };
    // Counted, so that the next try takes the next way, which may do without what hindered on this one.
    return { status, failures: failures + 1, openedAt: undefined };
  }
  if (end.cause === 'asked') return connecting({ ...state, failures });
  // A clock that jumps again and again must not make the link hammer: at once only where nothing failed before.
  if (judgement.pace === 'now' && failures === 0) return connecting({ ...state, failures: 1 });
  const wait = judgement.pace === 'slow' ? slowWait(random) : fastWait(failures, random);
  const status = { kind: 'waiting', reason, why, retryAt: now.wall + wait } as const;
  return { status, failures: failures + 1, openedAt: undefined };
}
