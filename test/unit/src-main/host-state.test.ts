import { describe, expect, it } from 'vitest';
import { type Queue, waitingIn } from '../../../src-main/host-state.ts';
import type { Look } from '../../../src-shared/app-state.ts';
import { approvalCard } from '../../support/approval-card.ts';

/** A queue of so many cards that counts which places are looked at. */
function queueOf(size: number) {
  const looked: number[] = [];
  const queue: Queue = {
    size,
    at(place) {
      looked.push(place);
      if (place < 0 || place >= size) return undefined;
      const card = approvalCard();
      return { cardId: `card ${place}`, order: place + 1, since: 0, calls: new Map([[card.callId, card]]) };
    },
    placeOf: (cardId) => Number(cardId.slice('card '.length)),
  };
  return { queue, looked };
}

const placesOf = (size: number, look: Look) =>
  waitingIn(queueOf(size).queue, look, () => 'Work').map(({ at }) => at);

describe('the waiting calls of a snapshot', () => {
  it('are the oldest, the stretch that is looked at, and the chosen one with its neighbours', () => {
    expect(placesOf(10_000, { from: 500, count: 3, chosen: 'card 7000' })).toEqual([
      0, 500, 501, 502, 6998, 6999, 7000, 7001, 7002,
    ]);
    expect(placesOf(4, { from: 0, count: 32 })).toEqual([0, 1, 2, 3]);
    expect(placesOf(0, { from: 0, count: 32 })).toEqual([]);
  });

  it('cost as much in a queue of ten thousand as in one of a hundred', () => {
    const look = { from: 40, count: 32, chosen: 'card 90' };
    const [few, many] = [queueOf(100), queueOf(10_000)];
    waitingIn(few.queue, look, () => 'Work');
    waitingIn(many.queue, look, () => 'Work');
    expect(many.looked).toEqual(few.looked);
  });
});
