/** Cards that ended a moment ago: they stay in place for a while, say so, and cannot be answered. */
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';

export interface EndedCard {
  readonly view: WaitingView;
  /** This window's clock, Unix milliseconds. */
  readonly endedAt: number;
}

/** How long an ended card stays before the list closes the gap, in milliseconds. */
export const LINGER_MS = 4_000;

/** What is known of the queue: the parts of it that a snapshot holds. */
export type KnownQueue = Pick<AppState, 'waiting' | 'cardCount' | 'look'>;

/** Adds what ended between two snapshots in sight of the window. */
export function noteEnded(
  ended: readonly EndedCard[],
  before: readonly WaitingView[],
  after: KnownQueue,
  localNow: number,
): readonly EndedCard[] {
  const known = new Set([...after.waiting, ...ended.map((card) => card.view)].map((view) => view.cardId));
  const gone = before.filter((view) => !known.has(view.cardId) && hasEnded(view, after));
  if (gone.length === 0) return ended;
  return [...ended, ...gone.map((view) => ({ view, endedAt: localNow }))];
}

/** Drops the ended cards that were shown long enough. Gives back the same list when nothing changed. */
export function dropOld(
  ended: readonly EndedCard[],
  localNow: number,
  lingerMs: (card: EndedCard) => number = () => LINGER_MS,
): readonly EndedCard[] {
  const kept = ended.filter((card) => localNow - card.endedAt < lingerMs(card));
  return kept.length === ended.length ? ended : kept;
}

/** What is not in the snapshot ended if it would be: as the chosen one, or with both its neighbours in sight. */
function hasEnded(view: WaitingView, queue: KnownQueue): boolean {
  if (queue.look.chosen === view.cardId) return true;
  const { before, behind } = neighboursOf(view, queue);
  return before === behind;
}

/** How many wait before this card, which waits no more: exact where its neighbours are in sight. */
export function placeOfEnded(view: WaitingView, queue: KnownQueue): number {
  return neighboursOf(view, queue).behind;
}

/** The place right behind the last known card before it, and that of the first known one behind it. */
function neighboursOf(
  { order }: WaitingView,
  { waiting, cardCount }: KnownQueue,
): { readonly before: number; readonly behind: number } {
  const behind = waiting.findIndex((view) => view.order > order);
  const last = waiting[(behind === -1 ? waiting.length : behind) - 1];
  return { before: last === undefined ? 0 : last.at + 1, behind: waiting[behind]?.at ?? cardCount };
}
