/** A card of the queue as a window knows it, and the queue around it; a test changes what it is about. */
import { FIRST_LOOK, type Look, type WaitingView } from '../../src-shared/app-state.ts';

/** Asked `order` milliseconds after the beginning; its place is where it would stand if none before it had ended. */
export function waitingView(name: string, order: number, change: Partial<WaitingView> = {}): WaitingView {
  return {
    cardId: name,
    callId: name,
    count: 1,
    callIds: [name],
    order,
    at: order - 1,
    digest: name,
    tool: 'shell_run',
    summary: `Run ${name}`,
    from: 'Work',
    ask: 'no-rule',
    askedAt: order,
    expiresAt: order + 20_000,
    ...change,
  };
}

/** What a snapshot holds of a queue of exactly these cards, for a window that looks there. */
export function seenQueue(all: readonly WaitingView[], look: Look = FIRST_LOOK) {
  const chosen = all.findIndex(({ cardId }) => cardId === look.chosen);
  const isSeen = (at: number) =>
    at === 0 ||
    (at >= look.from && at < look.from + look.count) ||
    (chosen !== -1 && Math.abs(at - chosen) <= 2);
  const waiting = all.map((view, at) => ({ ...view, at })).filter(({ at }) => isSeen(at));
  return { waiting, cardCount: all.length, look };
}
