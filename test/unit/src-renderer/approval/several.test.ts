import { expect, it } from 'vitest';
import { notTakenOf } from '../../../../src-renderer/approval/use-several.ts';
import type { WaitingView } from '../../../../src-shared/app-state.ts';
import type { AnswerReceipt } from '../../../../src-shared/approval.ts';

function card(cardId: string, callIds: readonly string[]): WaitingView {
  const [callId = ''] = callIds;
  const about = { digest: cardId, tool: 'shell_run', summary: `Run ${cardId}`, from: 'Work' };
  const place = { order: 1, at: 0, askedAt: 0, expiresAt: 1, ask: 'no-rule' as const };
  return { cardId, callId, callIds, count: callIds.length, ...about, ...place };
}

const yes: AnswerReceipt = { kind: 'accepted' };
const late: AnswerReceipt = { kind: 'refused', why: 'Too late' };

it('tells of each card how much of the answer was not taken, and why', () => {
  const cards = [card('a', ['a1', 'a2', 'a3']), card('b', ['b1']), card('c', ['c1'])];
  expect(notTakenOf(cards, [late, yes, late, yes, { kind: 'refused', why: 'Not read' }])).toEqual([
    { cardId: 'a', summary: 'Run a', why: 'Too late', count: 2, of: 3 },
    { cardId: 'c', summary: 'Run c', why: 'Not read', count: 1, of: 1 },
  ]);
});

it('has nothing to tell where all of it was taken', () => {
  expect(notTakenOf([card('a', ['a1', 'a2'])], [yes, yes])).toEqual([]);
});
