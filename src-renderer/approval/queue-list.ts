/**
 * The queue as rows by number, oldest first: waiting cards, and among them those that ended a moment ago, each where it
 * stood. Only rows that the snapshot holds are known; there may be thousands of others.
 */
import type { WaitingView } from '../../src-shared/app-state.ts';
import { type EndedCard, type KnownQueue, placeOfEnded } from './ended-cards.ts';

/** A waiting card, or one that ended a moment ago. */
export interface ListedCard {
  readonly view: WaitingView;
  readonly ended: boolean;
}

export interface QueueList {
  readonly length: number;
  /** The card in this row; undefined where the snapshot does not hold it. */
  at(row: number): ListedCard | undefined;
  /** Undefined for a card that is not known. */
  rowOf(cardId: string | undefined): number | undefined;
  /** The place in the queue of what waits in this row, or of what waits next. */
  placeAt(row: number): number;
}

export function queueList(queue: KnownQueue, ended: readonly EndedCard[]): QueueList {
  const waiting = new Map(queue.waiting.map((view) => [view.at, { view, ended: false }]));
  const gone = ended
    .filter(({ view }) => !queue.waiting.some(({ cardId }) => cardId === view.cardId))
    .map(({ view }) => ({ view, at: placeOfEnded(view, queue) }))
    .sort((a, b) => a.view.order - b.view.order)
    .map(({ view, at }, before) => ({ card: { view, ended: true }, row: at + before }));
  const endedBefore = (row: number) => gone.filter((one) => one.row < row).length;
  const rows = new Map(gone.map(({ card, row }) => [card.view.cardId, row]));
  for (const { cardId, at } of queue.waiting) {
    rows.set(
      cardId,
      gone.reduce((row, one) => (one.row <= row ? row + 1 : row), at),
    );
  }
  return {
    length: queue.cardCount + gone.length,
    at: (row) => gone.find((one) => one.row === row)?.card ?? waiting.get(row - endedBefore(row)),
    rowOf: (cardId) => (cardId === undefined ? undefined : rows.get(cardId)),
    placeAt: (row) => row - endedBefore(row),
  };
}

/** The card to show: the chosen one while it is known, else the oldest that waits, else the oldest there is. */
export function selectCard(
  list: QueueList,
  queue: KnownQueue,
  chosen: string | undefined,
): ListedCard | undefined {
  const row = list.rowOf(chosen) ?? list.rowOf(queue.waiting[0]?.cardId) ?? 0;
  return list.at(row);
}

/** The card `step` rows from the shown one; stops at both ends. Undefined where it is not known yet. */
export function neighbour(list: QueueList, shown: string | undefined, step: number): string | undefined {
  const row = (list.rowOf(shown) ?? -1) + step;
  return list.at(Math.min(Math.max(row, 0), list.length - 1))?.view.cardId;
}
