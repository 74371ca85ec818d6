/** What an ended card still offers for a moment: to take back a yes that lasts, or to say yes or no to the next asking. */
import type { AppState, CallView, WaitingView } from '../../src-shared/app-state.ts';
import type { GrantView } from '../../src-shared/grant-view.ts';

/** How long a yes that lasts can be taken back on its card, and how long a card that was missed stays. Milliseconds. */
export const OFFER_MS = 10_000;

/** The grant that an answer on this card gave, while it can be taken back here. `now` is main's. */
export function grantToUndo(
  { callIds }: Pick<WaitingView, 'callIds'>,
  grants: readonly GrantView[],
  now: number,
): GrantView | undefined {
  return grants.find(
    ({ callId, grantedAt = 0 }) =>
      callId !== undefined && callIds.includes(callId) && now - grantedAt < OFFER_MS,
  );
}

/** True for a card that nobody answered in time, of a kind that can be allowed for the next asking. */
export function wasMissed(view: Pick<WaitingView, 'callId' | 'ask'>, recent: readonly CallView[]): boolean {
  const outcome = recent.find(({ callId }) => callId === view.callId)?.outcome;
  return view.ask !== 'question' && (outcome === 'expired' || outcome === 'withdrawn');
}

/** Whether this ended card stays for longer than to be read. */
export function offersMore(
  view: WaitingView,
  { grants, recent }: Pick<AppState, 'grants' | 'recent'>,
): boolean {
  return (
    grants.some(({ callId }) => callId !== undefined && view.callIds.includes(callId)) ||
    wasMissed(view, recent)
  );
}
