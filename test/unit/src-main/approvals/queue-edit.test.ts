import { describe, expect, it } from 'vitest';
import type { EditWaiting } from '../../../../src-shared/approval.ts';
import { later } from '../../../../src-shared/clock.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { setUp, standing } from './queue-fixture.ts';

describe('an edit in the queue', () => {
  const old = approvalCard({ digest: 'a'.repeat(64) });
  const other = {
    ...old,
    digest: 'b'.repeat(64),
    meaning: 'c'.repeat(64),
    summary: 'Run ls',
    edited: { from: old.summary, meaning: old.meaning },
  };

  function edited(result: { recorded?: boolean; why?: string } = {}, cards = [old]) {
    const under = setUp();
    const trace: string[] = [];
    let finish = () => {};
    const looked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const look: EditWaiting = async () => {
      trace.push('looked');
      await looked;
      if (result.why) return { ok: false, why: result.why };
      const take = () => {
        if (result.recorded !== false) trace.push('taken');
        return result.recorded !== false;
      };
      return { ok: true, card: other, take, drop: () => trace.push('dropped') };
    };
    const settled = cards.map((card) =>
      under.queue.ask(card, later(under.clock.now(), 1000), under.controller.signal, look),
    );
    const request = { callId: old.callId, digest: old.digest, input: { command: 'ls' } };
    return { ...under, trace, finish, settled, edit: () => under.queue.edit(request, 'window') };
  }

  it('puts the new action in place: it waits on, in the same time, and an answer to the old one counts no more', async () => {
    const { queue, clock, finish, edit, trace, request, seq, settled } = edited();
    const [before] = standing(queue);
    const oldYes = request(old, { kind: 'allow' });
    const receipt = edit();
    expect(queue.card(old.callId)).toMatchObject({ digest: old.digest });
    finish();
    expect(await receipt).toEqual({ kind: 'accepted' });
    expect(trace).toEqual(['looked', 'taken']);
    expect(standing(queue)).toMatchObject([{ cardId: before?.cardId }]);
    expect(queue.card(old.callId)).toMatchObject({ digest: other.digest });
    expect(queue.answer(oldYes, 'window').kind).toBe('refused');
    const unseen = { ...oldYes, digest: other.digest };
    expect(queue.answer(unseen, 'window').kind).toBe('refused');
    expect(queue.answer({ ...unseen, snapshot: seq() }, 'window').kind).toBe('accepted');
    expect(await settled[0]).toMatchObject({ kind: 'answered' });
    expect(clock.pending).toBe(0);
  });

  it('keeps the deadline of the call', async () => {
    const { clock, finish, edit, settled } = edited();
    clock.advance(600);
    finish();
    expect((await edit()).kind).toBe('accepted');
    clock.advance(400);
    expect(await settled[0]).toEqual({ kind: 'expired' });
  });

  it('leaves the old card where the new action cannot be put in place', async () => {
    for (const result of [{ why: 'a rule refuses it' }, { recorded: false }]) {
      const { queue, finish, edit, request } = edited(result);
      finish();
      expect((await edit()).kind).toBe('refused');
      expect(queue.answer(request(old, { kind: 'allow' }), 'window').kind).toBe('accepted');
    }
  });

  it('is dropped when the call was answered or ended while it was looked at', async () => {
    const answered = edited();
    const late = answered.edit();
    answered.queue.answer(answered.request(old, { kind: 'deny' }), 'window');
    answered.finish();
    expect(await late).toMatchObject({ kind: 'refused', why: expect.stringContaining('Too late') });
    expect(answered.trace).toEqual(['looked', 'dropped']);

    const expired = edited();
    const tooLate = expired.edit();
    expired.clock.freeze(1001);
    expired.finish();
    expect(await tooLate).toMatchObject({ kind: 'refused', why: expect.stringContaining('Too late') });
    expect(expired.trace).toEqual(['looked', 'dropped']);
    expect(await expired.settled[0]).toEqual({ kind: 'expired' });
  });

  it('is not overtaken by a yes to what it changes', async () => {
    const { queue, finish, edit, request, settled } = edited({ why: 'a rule refuses it' });
    const receipt = edit();
    expect(queue.answer(request(old, { kind: 'allow' }), 'window')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('look at what comes of it first'),
    });
    finish();
    await receipt;
    expect(queue.answer(request(old, { kind: 'allow' }), 'window').kind).toBe('accepted');
    expect(await settled[0]).toMatchObject({ kind: 'answered' });
  });

  it('is one at a time, and bound to the action that was shown', async () => {
    const { queue, finish, edit } = edited();
    const wrong = { callId: old.callId, digest: 'c'.repeat(64), input: {} };
    expect((await queue.edit(wrong, 'window')).kind).toBe('refused');
    const first = edit();
    expect((await edit()).kind).toBe('refused');
    finish();
    expect((await first).kind).toBe('accepted');
  });

  it('of one of several equal calls takes it off their card, which stands right behind it', async () => {
    const equal = ['c-1', 'c-2', 'c-3'].map((callId) => ({ ...old, callId }));
    const far = approvalCard({ callId: 'c-9', digest: 'd'.repeat(64) });
    const { queue, finish, edit, seq } = edited({}, [...equal, far]);
    const [whole] = standing(queue);
    const before = seq();
    finish();
    await edit();
    const cards = standing(queue).map(({ cardId, calls }) => [cardId, [...calls.keys()]]);
    expect(cards).toEqual([
      [whole?.cardId, ['c-1']],
      [expect.anything(), ['c-2', 'c-3']],
      [expect.anything(), ['c-9']],
    ]);
    const calls = [{ callId: 'c-2', digest: old.digest }];
    expect(queue.answerSeveral({ calls, snapshot: before, answer: { kind: 'allow' } }, 'window')).toEqual([
      { kind: 'accepted' },
    ]);
  });

  it('stands alone, even where an equal call waits', async () => {
    const { queue, finish, edit, ask } = edited();
    finish();
    await edit();
    void ask(approvalCard({ callId: 'c-2', digest: other.digest }));
    expect(standing(queue)).toHaveLength(2);
  });

  it('takes no yes ahead for it, and a late no counts for what the agent had asked', async () => {
    const { queue, clock, finish, edit, late, request, settled } = edited();
    const receipt = edit();
    finish();
    await receipt;
    clock.advance(1000);
    await settled[0];
    expect(queue.answer(request(other, { kind: 'allow', grant: 'next' }), 'window')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('edited'),
    });
    expect(queue.answer(request(other, { kind: 'deny' }), 'window').kind).toBe('accepted');
    expect(late).toMatchObject([
      { card: { meaning: old.meaning, summary: old.summary }, said: { kind: 'deny' } },
    ]);
  });
});
