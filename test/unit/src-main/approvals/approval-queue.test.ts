import { describe, expect, it } from 'vitest';
import type { ApprovalQueue } from '../../../../src-main/approvals/approval-queue.ts';
import type { ApprovalCard } from '../../../../src-shared/approval.ts';
import { later } from '../../../../src-shared/clock.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { setUp, standing } from './queue-fixture.ts';

describe('the approval queue', () => {
  it('takes no yes while the screen is locked, by any door, but a no, and a yes after it', async () => {
    const { queue, ask, request, screen } = setUp();
    const [first, second] = [approvalCard({ callId: 'c1' }), approvalCard({ callId: 'c2' })];
    const settled = [ask(first), ask(second)];
    screen.locked = true;
    for (const by of ['window', 'command-line'] as const) {
      expect(queue.answer(request(first, { kind: 'allow' }), by)).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('locked'),
      });
    }
    expect(queue.answer(request(second, { kind: 'deny' }), 'window')).toEqual({ kind: 'accepted' });
    screen.locked = false;
    expect(queue.answer(request(first, { kind: 'allow' }), 'window')).toEqual({ kind: 'accepted' });
    await Promise.all(settled);
  });

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

  it('takes an always only with a rule that the card offers', () => {
    const { queue, ask, request } = setUp();
    const card = approvalCard({ scopes: ['minutes', 'always'] });
    void ask(card);
    const always = (rule?: string) =>
      queue.answer(request(card, { kind: 'allow', grant: 'always', ...(rule ? { rule } : {}) }), 'window')
        .kind;
    expect(always()).toBe('refused');
    expect(always('"Bash(rm *)": { allowed: true }')).toBe('refused');
    expect(always('offered')).toBe('accepted');
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

describe('equal calls in the queue', () => {
  const run = (runId: string, connectionId = 'link-1') =>
    ({ door: 'client-tools', profileId: 'p', profileName: 'Work', connectionId, runId }) as const;
  const call = (callId: string, change: Partial<ApprovalCard> = {}) =>
    approvalCard({ callId, origin: run('r-1'), ...change });

  function three() {
    const under = setUp();
    const settled = ['c-1', 'c-2', 'c-3'].map((id, at) => under.ask(call(id), 1000 + at * 1000));
    const refs = ['c-1', 'c-2', 'c-3'].map((callId) => ({ callId, digest: call(callId).digest }));
    return { ...under, settled, refs };
  }

  const ids = (queue: ApprovalQueue) => standing(queue).map(({ calls }) => [...calls.keys()]);

  it('stand as one card, the oldest first', () => {
    const { queue } = three();
    expect(ids(queue)).toEqual([['c-1', 'c-2', 'c-3']]);
    expect(queue.card('c-2')).toMatchObject({ callId: 'c-1', callIds: ['c-1', 'c-2', 'c-3'] });
  });

  it('stay apart where anything of the question differs', () => {
    const { queue, ask } = setUp();
    const others: Partial<ApprovalCard>[] = [
      {},
      { digest: 'b'.repeat(64) },
      { tool: 'shell_start' },
      { ask: 'must-look' },
      { wall: 'none' },
      { reasons: [{ text: 'another reason', source: 'table' }] },
      { scopes: [] },
      { origin: run('r-2') },
      { origin: { ...run('r-1'), profileId: 'q' } },
      { origin: { ...run('r-1'), agentId: 'a' } },
    ];
    for (const [at, change] of others.entries()) void ask(call(`c-${at}`, change));
    expect(ids(queue)).toEqual(others.map((_change, at) => [`c-${at}`]));
  });

  it('of a run are equal over connections; without a run only those of one connection are', () => {
    const { queue, ask } = setUp();
    const { runId: _run, ...noRun } = run('');
    void ask(call('c-1'));
    void ask(call('c-2', { origin: run('r-1', 'link-2') }));
    void ask(call('c-3', { origin: noRun }));
    void ask(call('c-4', { origin: { ...noRun, connectionId: 'link-2' } }));
    void ask(call('c-5', { origin: noRun }));
    expect(ids(queue)).toEqual([['c-1', 'c-2'], ['c-3', 'c-5'], ['c-4']]);
  });

  it('keep their card and its place while the oldest is allowed and another joins', async () => {
    const { queue, ask, request, settled } = three();
    void ask(call('c-4', { digest: 'b'.repeat(64) }));
    const [before] = standing(queue);
    expect(queue.answer(request(call('c-1'), { kind: 'allow' }), 'window').kind).toBe('accepted');
    void ask(call('c-5'));
    expect(await settled[0]).toMatchObject({ kind: 'answered', answer: { kind: 'allow' } });
    expect(ids(queue)).toEqual([['c-2', 'c-3', 'c-5'], ['c-4']]);
    expect(standing(queue)[0]?.cardId).toBe(before?.cardId);
  });

  it('expire each at its own time; a yes for the one that just did runs none of the others', async () => {
    const { queue, clock, request, settled } = three();
    clock.advance(1000);
    expect(await settled[0]).toEqual({ kind: 'expired' });
    expect(queue.answer(request(call('c-1'), { kind: 'allow' }), 'window').kind).toBe('refused');
    expect(ids(queue)).toEqual([['c-2', 'c-3']]);
  });

  it('are allowed together as named on a snapshot, and none that came later', async () => {
    const { queue, ask, refs, settled, seq } = three();
    const snapshot = seq();
    void ask(call('c-4'));
    const late = { callId: 'c-4', digest: call('c-4').digest };
    const receipts = queue.answerSeveral(
      { calls: [...refs, late], snapshot, answer: { kind: 'allow' } },
      'window',
    );
    expect(receipts.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted', 'refused']);
    for (const one of settled) expect(await one).toMatchObject({ answer: { kind: 'allow' } });
    expect(ids(queue)).toEqual([['c-4']]);
  });

  it('that ended between press and answer are told apart from those that were allowed', async () => {
    const { queue, clock, refs, seq, settled } = three();
    const snapshot = seq();
    clock.advance(1000);
    const receipts = queue.answerSeveral({ calls: refs, snapshot, answer: { kind: 'allow' } }, 'window');
    expect(receipts).toEqual([
      { kind: 'refused', why: expect.stringContaining('Too late') },
      { kind: 'accepted' },
      { kind: 'accepted' },
    ]);
    expect(await settled[0]).toEqual({ kind: 'expired' });
  });

  it('give a longer grant once, with the first that counts, and never drop the wall together', async () => {
    const { queue, refs, seq, settled } = three();
    const several = { calls: refs, snapshot: seq() };
    const bare = { ...several, answer: { kind: 'allow' as const, withoutWall: true } };
    expect(queue.answerSeveral(bare, 'window').map(({ kind }) => kind)).toEqual([
      'refused',
      'refused',
      'refused',
    ]);
    queue.answerSeveral({ ...several, answer: { kind: 'allow', grant: 'minutes' } }, 'window');
    expect(await Promise.all(settled)).toMatchObject([
      { answer: { kind: 'allow', grant: 'minutes' } },
      { answer: { kind: 'allow' } },
      { answer: { kind: 'allow' } },
    ]);
    expect(await settled[1]).not.toMatchObject({ answer: { grant: 'minutes' } });
  });

  it('are withdrawn one by one, as their calls end', async () => {
    const { queue, clock } = setUp();
    const cancelled = new AbortController();
    const kept = new AbortController();
    const first = queue.ask(call('c-1'), later(clock.now(), 1000), cancelled.signal);
    void queue.ask(call('c-2'), later(clock.now(), 1000), kept.signal);
    cancelled.abort('cancelled');
    expect(await first).toEqual({ kind: 'withdrawn', why: 'cancelled' });
    expect(ids(queue)).toEqual([['c-2']]);
  });

  it('count one by one against the limit', async () => {
    const { ask } = setUp(2);
    void ask(call('c-1'));
    void ask(call('c-2'));
    expect(await ask(call('c-3'))).toEqual({ kind: 'too-many' });
  });

  it('join the first of them from the moment it is announced', () => {
    const { queue, clock, ask } = setUp();
    const deadline = later(clock.now(), 1000);
    expect(queue.joins(call('c-1'), deadline)).toBe(false);
    expect(queue.joins(call('c-2'), deadline)).toBe(true);
    void ask(call('c-1'));
    expect(queue.joins(call('c-3'), deadline)).toBe(true);
    expect(queue.joins(call('c-4', { origin: run('r-2') }), deadline)).toBe(false);
    clock.advance(1000);
    expect(queue.joins(call('c-5'), later(clock.now(), 1000))).toBe(false);
  });

  it('tell what the agent says of the others where it says something else', () => {
    const { queue, ask } = setUp();
    void ask(call('c-1', { claimedReason: 'to build' }));
    void ask(call('c-2', { claimedReason: 'to build' }));
    void ask(call('c-3', { claimedReason: 'to clean up' }));
    expect(queue.card('c-3')).toMatchObject({ claimedReason: 'to build', otherClaims: ['to clean up'] });
  });
});
