import { describe, expect, it } from 'vitest';
import { dropOld, LINGER_MS, noteEnded } from '../../../../src-renderer/approval/ended-cards.ts';
import { neighbour, queueList, selectCard } from '../../../../src-renderer/approval/queue-list.ts';
import { seenQueue, waitingView } from '../../../support/waiting-view.ts';

const [a, b, c] = [waitingView('a', 1), waitingView('b', 2), waitingView('c', 3)];
const hundred = Array.from({ length: 100 }, (_, index) => waitingView(`call ${index}`, index + 1));

function ids(list: ReturnType<typeof queueList>) {
  return Array.from({ length: list.length }, (_, row) => {
    const card = list.at(row);
    return card && `${card.view.cardId}${card.ended ? ' ended' : ''}`;
  });
}

describe('cards that ended while they were shown', () => {
  it('keep their place among those that wait', () => {
    const after = seenQueue([a, c]);
    const list = queueList(after, noteEnded([], [a, b, c], after, 1_000));
    expect(ids(list)).toEqual(['a', 'b ended', 'c']);
    expect([list.rowOf('a'), list.rowOf('b'), list.rowOf('c')]).toEqual([0, 1, 2]);
    expect([list.placeAt(0), list.placeAt(2)]).toEqual([0, 1]);
  });

  it('keep it beside each other, and at both ends', () => {
    const after = seenQueue([b]);
    const ended = noteEnded([], [a, b, c], after, 1_000);
    expect(ids(queueList(after, ended))).toEqual(['a ended', 'b', 'c ended']);
    const empty = seenQueue([]);
    expect(ids(queueList(empty, noteEnded(ended, after.waiting, empty, 1_100)))).toEqual([
      'a ended',
      'b ended',
      'c ended',
    ]);
  });

  it('go on being shown, so that no click meant for one meets another', () => {
    const after = seenQueue([b]);
    const ended = noteEnded([], [a, b], after, 1_000);
    expect(selectCard(queueList(after, ended), after, 'a')).toEqual({ view: a, ended: true });
  });

  it('go after their time, and then the oldest that waits is shown', () => {
    const after = seenQueue([b]);
    const ended = noteEnded([], [a, b], after, 1_000);
    expect(dropOld(ended, 999 + LINGER_MS)).toBe(ended);
    const later = dropOld(ended, 1_000 + LINGER_MS);
    expect(later).toEqual([]);
    expect(selectCard(queueList(after, later), after, 'a')?.view.cardId).toBe('b');
  });

  it('are noted once each, and none when nothing ended', () => {
    const once = noteEnded([], [a, b], seenQueue([b]), 1_000);
    expect(noteEnded(once, [a, b], seenQueue([b]), 2_000)).toBe(once);
    expect(noteEnded(once, [b], seenQueue([b, c]), 2_000)).toBe(once);
  });

  it('are not those that the window only looks away from', () => {
    const before = seenQueue(hundred, { from: 20, count: 10 });
    const away = seenQueue(hundred, { from: 60, count: 10 });
    expect(noteEnded([], before.waiting, away, 1_000)).toEqual([]);
  });

  it('include the chosen one, wherever the window looks', () => {
    const look = { from: 60, count: 10, chosen: 'call 5' };
    const before = seenQueue(hundred, look);
    const after = seenQueue(
      hundred.filter(({ cardId }) => cardId !== 'call 5'),
      look,
    );
    const ended = noteEnded([], before.waiting, after, 1_000);
    expect(ended.map(({ view }) => view.cardId)).toEqual(['call 5']);
    const list = queueList(after, ended);
    expect(selectCard(list, after, 'call 5')?.ended).toBe(true);
    expect(list.length).toBe(100);
  });
});

describe('the card to show', () => {
  it('is what waits when nothing is chosen', () => {
    const after = seenQueue([b]);
    const list = queueList(after, noteEnded([], [a, b], after, 1_000));
    expect(selectCard(list, after, undefined)?.view.cardId).toBe('b');
    const empty = seenQueue([]);
    expect(selectCard(queueList(empty, []), empty, undefined)).toBeUndefined();
  });

  it('is stepped from to the neighbours, to both ends and not over rows that are not known', () => {
    const list = queueList(seenQueue([a, b, c]), []);
    expect(neighbour(list, 'a', 1)).toBe('b');
    expect(neighbour(list, 'c', 1)).toBe('c');
    expect(neighbour(list, 'a', -1)).toBe('a');
    expect(neighbour(queueList(seenQueue([]), []), undefined, 1)).toBeUndefined();

    const far = queueList(seenQueue(hundred, { from: 0, count: 10, chosen: 'call 50' }), []);
    expect(neighbour(far, 'call 50', 1)).toBe('call 51');
    expect(neighbour(far, 'call 52', 1)).toBeUndefined();
    expect(far.length).toBe(100);
    expect(far.at(30)).toBeUndefined();
  });
});
