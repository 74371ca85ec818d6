import { describe, expect, it } from 'vitest';
import { ApprovalQueue } from '../../../../src-main/approvals/approval-queue.ts';
import type { AnswerRequest, ApprovalCard } from '../../../../src-shared/approval.ts';
import { later } from '../../../../src-shared/clock.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

function setUp(limit = 32) {
  const clock = new ManualClock();
  let seq = 1;
  const queue = new ApprovalQueue({
    clock,
    limit,
    snapshot: () => seq,
    onChange: () => {
      seq += 1;
    },
  });
  const controller = new AbortController();
  const ask = (card = approvalCard(), ms = 1000) =>
    queue.ask(card, later(clock.now(), ms), controller.signal);
  const request = (card: ApprovalCard, answer: AnswerRequest['answer']): AnswerRequest => ({
    callId: card.callId,
    digest: card.digest,
    snapshot: seq,
    answer,
  });
  return { clock, queue, controller, ask, request, seq: () => seq };
}

describe('the approval queue', () => {
  it('settles a question with the answer and the door that it came by', async () => {
    const { queue, ask, request } = setUp();
    const card = approvalCard();
    const settled = ask(card);
    expect(queue.answer(request(card, { kind: 'allow' }), 'window')).toEqual({ kind: 'accepted' });
    expect(await settled).toEqual({ kind: 'answered', answer: { kind: 'allow' }, by: 'window' });
    expect(queue.waiting()).toEqual([]);
  });

  it('expires a question at its deadline and refuses the late yes', async () => {
    const { clock, queue, ask, request } = setUp();
    const card = approvalCard();
    const settled = ask(card, 1000);
    clock.advance(1000);
    expect(await settled).toEqual({ kind: 'expired' });
    expect(queue.answer(request(card, { kind: 'allow' }), 'window')).toEqual({
      kind: 'refused',
      why: 'Too late: the call is over and was not run.',
    });
    expect(clock.pending).toBe(0);
  });

  it('refuses a yes after the deadline even when the timer has not fired, on either clock', async () => {
    for (const pass of ['freeze', 'jumpWall'] as const) {
      const { clock, queue, ask, request } = setUp();
      const card = approvalCard();
      const settled = ask(card, 1000);
      clock[pass](1001);
      expect(queue.answer(request(card, { kind: 'allow' }), 'window').kind).toBe('refused');
      expect(await settled).toEqual({ kind: 'expired' });
    }
  });

  it('withdraws a question when its call is aborted, with the reason', async () => {
    const { queue, controller, ask, request } = setUp();
    const card = approvalCard();
    const settled = ask(card);
    controller.abort('disconnected');
    expect(await settled).toEqual({ kind: 'withdrawn', why: 'disconnected' });
    expect(queue.answer(request(card, { kind: 'allow' }), 'window').kind).toBe('refused');
  });

  it('never waits for a call that was aborted before, or whose time had passed before', async () => {
    const { controller, ask } = setUp();
    expect(await ask(approvalCard(), 0)).toEqual({ kind: 'expired' });
    controller.abort('cancelled');
    expect(await ask()).toEqual({ kind: 'withdrawn', why: 'cancelled' });
  });

  it('refuses a yes for another action, or on a snapshot older than the card or not yet made', () => {
    const { queue, ask, request, seq } = setUp();
    const before = seq();
    const card = approvalCard();
    void ask(card);
    const yes = request(card, { kind: 'allow' });
    expect(queue.answer({ ...yes, digest: 'b'.repeat(64) }, 'window').kind).toBe('refused');
    expect(queue.answer({ ...yes, snapshot: before }, 'window').kind).toBe('refused');
    expect(queue.answer({ ...yes, snapshot: seq() + 1 }, 'window').kind).toBe('refused');
    expect(queue.waiting()).toEqual([card]);
    expect(queue.answer(yes, 'window').kind).toBe('accepted');
  });

  it('takes a no without any proof of what was seen', async () => {
    const { queue, ask } = setUp();
    const card = approvalCard();
    const settled = ask(card);
    const no = {
      callId: card.callId,
      digest: '0'.repeat(64),
      snapshot: 0,
      answer: { kind: 'deny' as const },
    };
    expect(queue.answer(no, 'command-line').kind).toBe('accepted');
    expect(await settled).toMatchObject({ kind: 'answered', by: 'command-line' });
  });

  it('refuses a grant that the card does not offer', () => {
    const { queue, ask, request } = setUp();
    const card = approvalCard({ ask: 'must-look', scopes: [], canDropWall: false });
    void ask(card);
    expect(queue.answer(request(card, { kind: 'allow', grant: 'always' }), 'window').kind).toBe('refused');
    expect(queue.answer(request(card, { kind: 'allow', withoutWall: true }), 'window').kind).toBe('refused');
    expect(queue.answer(request(card, { kind: 'allow' }), 'window').kind).toBe('accepted');
  });

  it('lets only so many wait, and keeps those that do', async () => {
    const { queue, ask } = setUp(2);
    void ask(approvalCard({ callId: 'c-1' }));
    void ask(approvalCard({ callId: 'c-2' }));
    expect(await ask(approvalCard({ callId: 'c-3' }))).toEqual({ kind: 'too-many' });
    expect(queue.waiting().map((card) => card.callId)).toEqual(['c-1', 'c-2']);
  });

  it('takes only the first of two answers', async () => {
    const { queue, ask, request } = setUp();
    const card = approvalCard();
    const settled = ask(card);
    expect(queue.answer(request(card, { kind: 'deny' }), 'window').kind).toBe('accepted');
    expect(queue.answer(request(card, { kind: 'allow' }), 'window').kind).toBe('refused');
    expect(await settled).toMatchObject({ answer: { kind: 'deny' } });
  });
});
