import { describe, expect, it } from 'vitest';
import {
  dropOld,
  LINGER_MS,
  listCards,
  neighbour,
  noteEnded,
  selectCard,
} from '../../../../src-renderer/approval/ended-cards.ts';
import type { WaitingView } from '../../../../src-shared/app-state.ts';

function waiting(callId: string, askedAt: number): WaitingView {
  return {
    cardId: callId,
    callId,
    count: 1,
    callIds: [callId],
    digest: callId,
    tool: 'shell_run',
    summary: `Run ${callId}`,
    from: 'Work',
    ask: 'no-rule',
    askedAt,
    expiresAt: askedAt + 20_000,
  };
}

const [a, b, c] = [waiting('a', 1), waiting('b', 2), waiting('c', 3)];

describe('cards that ended while they were shown', () => {
  it('keeps an ended card in its place among those that wait', () => {
    const ended = noteEnded([], [a, b, c], { waiting: [a, c] }, 1_000);
    expect(listCards([a, c], ended)).toEqual([
      { view: a, ended: false },
      { view: b, ended: true },
      { view: c, ended: false },
    ]);
  });

  it('goes on showing the card that ended, so that no click meant for it meets another', () => {
    const ended = noteEnded([], [a, b], { waiting: [b] }, 1_000);
    expect(selectCard(listCards([b], ended), 'a')).toEqual({ view: a, ended: true });
  });

  it('lets it go after its time, and then shows the oldest that waits', () => {
    const ended = noteEnded([], [a, b], { waiting: [b] }, 1_000);
    expect(dropOld(ended, 999 + LINGER_MS)).toBe(ended);
    const later = dropOld(ended, 1_000 + LINGER_MS);
    expect(later).toEqual([]);
    expect(selectCard(listCards([b], later), 'a')?.view).toBe(b);
  });

  it('notes each ended card once, and nothing when nothing ended', () => {
    const once = noteEnded([], [a, b], { waiting: [b] }, 1_000);
    expect(noteEnded(once, [a, b], { waiting: [b] }, 2_000)).toBe(once);
    expect(noteEnded(once, [b], { waiting: [b, c] }, 2_000)).toBe(once);
  });

  it('prefers what waits when nothing is chosen', () => {
    const ended = noteEnded([], [a, b], { waiting: [b] }, 1_000);
    expect(selectCard(listCards([b], ended), undefined)?.view).toBe(b);
    expect(selectCard(listCards([], []), undefined)).toBeUndefined();
  });

  it('steps to the neighbours and stops at both ends', () => {
    const cards = listCards([a, b, c], []);
    expect(neighbour(cards, 'a', 1)).toBe('b');
    expect(neighbour(cards, 'c', 1)).toBe('c');
    expect(neighbour(cards, 'a', -1)).toBe('a');
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });
});
