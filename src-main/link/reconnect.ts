/** The states of a link as a pure function: what happened to the state before gives the state after. */
import type { LinkStatus } from '../../src-shared/app-state.ts';
import { fastWait, STABLE_AFTER_MS, slowWait } from '../../src-shared/back-off.ts';
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
  /** At the start, when a wait is over, on the person's click, after waking up. */
  | { readonly type: 'try' }
  | { readonly type: 'socket-open' }
  | {
      readonly type: 'hello-ok';
      readonly connectionId: string;
      readonly accepted: readonly string[];
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
      return kind === 'idle' || kind === 'waiting' || kind === 'blocked'
        ? { ...state, status: { kind: 'connecting' }, openedAt: undefined }
        : state;
    case 'socket-open':
      return kind === 'connecting' ? { ...state, status: { kind: 'handshaking' } } : state;
    case 'hello-ok': {
      if (kind !== 'handshaking') return state;
      const { connectionId, accepted, now } = event;
      return { ...state, status: { kind: 'open', connectionId, accepted }, openedAt: now };
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

function afterEnd(state: LinkState, end: LinkEnd, now: Instant, random: number): LinkState {
  const stable = state.openedAt !== undefined && now.mono - state.openedAt.mono >= STABLE_AFTER_MS;
  const failures = stable ? 0 : state.failures;
  const judgement = judgeEnd(end);
  if (judgement.next === 'block')
    return { status: { kind: 'blocked', why: judgement.why }, failures, openedAt: undefined };
  if (end.cause === 'asked') return { status: { kind: 'connecting' }, failures, openedAt: undefined };
  // A clock that jumps again and again must not make the link hammer: at once only where nothing failed before.
  if (judgement.pace === 'now' && failures === 0)
    return { status: { kind: 'connecting' }, failures: 1, openedAt: undefined };
  const wait = judgement.pace === 'slow' ? slowWait(random) : fastWait(failures, random);
  const status = { kind: 'waiting', why: judgement.why, retryAt: now.wall + wait } as const;
  return { status, failures: failures + 1, openedAt: undefined };
}
