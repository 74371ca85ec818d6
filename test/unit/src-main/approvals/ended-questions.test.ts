import { expect, it } from 'vitest';
import type { ApprovalCard } from '../../../../src-shared/approval.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { setUp } from './queue-fixture.ts';

/** A question that nobody answered in time, and what a person can say to it then. */
async function expired(change: Partial<ApprovalCard> = {}) {
  const set = setUp();
  const card = approvalCard(change);
  const settled = set.ask(card, 1000);
  set.clock.advance(1000);
  await settled;
  const next = set.request(card, { kind: 'allow', grant: 'next' });
  return { ...set, card, next };
}

it('allows the next asking after an expiry, once, and tells who allowed which card', async () => {
  const { queue, late, next } = await expired({ claimedReason: 'to build' });
  expect(queue.answer(next, 'window')).toEqual({ kind: 'accepted' });
  expect(queue.answer(next, 'window').kind).toBe('refused');
  expect(late).toMatchObject([{ card: { callId: 'c-1' }, said: { kind: 'next' }, by: 'window' }]);
  expect(late[0]?.card).not.toHaveProperty('input');
});

it('allows no next asking of what must be looked at, of another action, or of a card that was not shown', async () => {
  const mustLook = await expired({ ask: 'must-look', scopes: [] });
  expect(mustLook.queue.answer(mustLook.next, 'window').kind).toBe('refused');
  const { queue, next, late, seq } = await expired();
  expect(queue.answer({ ...next, digest: 'b'.repeat(64) }, 'window').kind).toBe('refused');
  expect(queue.answer({ ...next, snapshot: 1 }, 'window').kind).toBe('refused');
  expect(queue.answer({ ...next, snapshot: seq() + 1 }, 'window').kind).toBe('refused');
  expect(late).toEqual([]);
});

it('takes a late no, and a change of mind, but not the same word twice', async () => {
  const { queue, late, next, request, card } = await expired();
  const no = request(card, { kind: 'deny', reason: 'too big' });
  expect([no, no, next, no].map((answer) => queue.answer(answer, 'window').kind)).toEqual([
    'accepted',
    'refused',
    'accepted',
    'accepted',
  ]);
  expect(late.map(({ said }) => said.kind)).toEqual(['deny', 'next', 'deny']);
});

it('hears of a late yes that allows nothing, and takes no late answer after 15 minutes or to what Stop ended', async () => {
  const { queue, clock, late, next, request, card } = await expired();
  expect(queue.answer(request(card, { kind: 'allow' }), 'window').kind).toBe('refused');
  expect(late.map(({ said }) => said.kind)).toEqual(['too-late']);
  clock.advance(15 * 60_000);
  expect(queue.answer(next, 'window').kind).toBe('refused');
  const stopped = setUp();
  const other = approvalCard();
  const settled = stopped.ask(other);
  stopped.controller.abort('stopped');
  await settled;
  for (const answer of [{ kind: 'deny' }, { kind: 'allow', grant: 'next' }] as const)
    expect(stopped.queue.answer(stopped.request(other, answer), 'window').kind).toBe('refused');
  expect(stopped.late).toEqual([]);
});

it('allows no next asking while the call still waits', () => {
  const { queue, ask, request } = setUp();
  const card = approvalCard();
  void ask(card);
  expect(queue.answer(request(card, { kind: 'allow', grant: 'next' }), 'window').kind).toBe('refused');
  expect(queue.waiting()).toEqual([card]);
});
