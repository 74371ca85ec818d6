/** Remembers the cards that left the queue while they were on show, so that each can say in place how it ended. */
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';

export interface EndedCard {
  readonly view: WaitingView;
  /** This window's clock, Unix milliseconds. */
  readonly endedAt: number;
}

/** How long an ended card stays before the list closes the gap, in milliseconds. */
export const LINGER_MS = 4_000;

/** What the list shows: a waiting card, or one that ended a moment ago. */
export interface ListedCard {
  readonly view: WaitingView;
  readonly ended: boolean;
}

/** Adds what vanished from the queue between two snapshots. */
export function noteEnded(
  ended: readonly EndedCard[],
  before: readonly WaitingView[],
  after: Pick<AppState, 'waiting'>,
  localNow: number,
): readonly EndedCard[] {
  const waiting = new Set(after.waiting.map((view) => view.cardId));
  const known = new Set(ended.map((card) => card.view.cardId));
  const vanished = before.filter((view) => !waiting.has(view.cardId) && !known.has(view.cardId));
  if (vanished.length === 0) return ended;
  return [...ended, ...vanished.map((view) => ({ view, endedAt: localNow }))];
}

/** Drops the ended cards that were shown long enough. Gives back the same list when nothing changed. */
export function dropOld(ended: readonly EndedCard[], localNow: number): readonly EndedCard[] {
  const kept = ended.filter((card) => localNow - card.endedAt < LINGER_MS);
  return kept.length === ended.length ? ended : kept;
}

/** Waiting and just-ended cards in one list, oldest first: an ended card keeps its place. */
export function listCards(
  waiting: readonly WaitingView[],
  ended: readonly EndedCard[],
): readonly ListedCard[] {
  const listed = waiting.map((view) => ({ view, ended: false }));
  const gone = ended
    .filter((card) => !waiting.some((view) => view.cardId === card.view.cardId))
    .map((card) => ({ view: card.view, ended: true }));
  return [...listed, ...gone].sort((a, b) => a.view.askedAt - b.view.askedAt || order(a, b));
}

/** The card to show: the chosen one while it is listed, else the oldest that waits, else the oldest there is. */
export function selectCard(cards: readonly ListedCard[], chosen: string | undefined): ListedCard | undefined {
  return cards.find((card) => card.view.cardId === chosen) ?? cards.find((card) => !card.ended) ?? cards[0];
}

/** The neighbour of the shown card, `step` places on; stops at both ends. */
export function neighbour(
  cards: readonly ListedCard[],
  shown: string | undefined,
  step: number,
): string | undefined {
  const at = cards.findIndex((card) => card.view.cardId === shown);
  const next = Math.min(Math.max(at + step, 0), cards.length - 1);
  return cards[next]?.view.cardId;
}

function order(a: ListedCard, b: ListedCard): number {
  return a.view.cardId < b.view.cardId ? -1 : 1;
}
