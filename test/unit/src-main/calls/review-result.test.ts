import { describe, expect, it } from 'vitest';
import type { CallableTool, CallRooms } from '../../../../src-main/calls/call-rooms.ts';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import type { Answer, ApprovalCard } from '../../../../src-shared/approval.ts';
import { outcomeSentence } from '../../../../src-shared/outcome.ts';
import { EDITED_LINE } from '../../../../src-shared/review.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';

const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';

/** A call that no rule has to allow and whose result is looked at. */
function reviewed(toolChange: Partial<CallableTool> = {}, change: Partial<CallRooms> = {}) {
  const { tool } = tracedTool(toolChange);
  const out = callRooms({
    tool: () => tool,
    decide: async () => verdicts.allow,
    reviewed: () => true,
    ...change,
  });
  const controller = new AbortController();
  const handled = handleCall(out.incoming(), controller.signal, out.rooms);
  const answer = ({ callId, digest }: ApprovalCard, given: Answer) =>
    out.queue.answer({ callId, digest, snapshot: 1, answer: given }, 'window');
  return { ...out, controller, handled, answer };
}

const gives = (value: { readonly [key: string]: string }): Partial<CallableTool> => ({
  run: async () => ({ ok: true, result: { kind: 'data', value } }),
});

describe('a result that is looked at', () => {
  it('waits after the run, with the very text that would leave, and goes as it is after a yes', async () => {
    const { handled, nextCard, answer, steps, rooms } = reviewed({
      run: async () => ({ ok: true, result: { kind: 'text', text: `key ${token}` } }),
    });
    const card = await nextCard();
    expect(card).toMatchObject({ ask: 'review', text: 'key [masked by Doorman: GitHub token]' });
    expect(card.review).toMatchObject({ kind: 'text', masked: [{ what: 'GitHub token', count: 1 }] });
    expect(rooms.live.views()[0]?.state).toBe('reviewing');
    expect(answer(card, { kind: 'send' })).toEqual({ kind: 'accepted' });
    const { outcome } = await handled;
    expect(outcome).toMatchObject({ kind: 'done', result: { kind: 'text', text: card.text } });
    expect(steps.map((step) => step.step)).toEqual(['received', 'decided', 'started', 'review', 'reviewed']);
    expect(steps.at(-1)).toEqual({ step: 'reviewed', how: 'sent', by: 'window' });
  });

  it('goes as it was edited, and the agent is told', async () => {
    const { handled, nextCard, answer, steps } = reviewed(gives({ stdout: 'secret plan', stderr: '' }));
    const card = await nextCard();
    expect(JSON.parse(card.text)).toEqual({ stdout: 'secret plan', stderr: '' });
    const edited = card.text.replace('secret plan', '…');
    expect(answer(card, { kind: 'send', edited })).toEqual({ kind: 'accepted' });
    expect((await handled).outcome).toEqual({
      kind: 'done',
      result: { kind: 'data', value: { stdout: '…', stderr: '', edited_by_person: true } },
      edited: true,
    });
    expect(steps.at(-1)).toMatchObject({ step: 'reviewed', how: 'edited' });

    const text = reviewed();
    answer2(text, await text.nextCard(), 'less');
    expect((await text.handled).outcome).toMatchObject({ result: { text: `${EDITED_LINE}\nless` } });
  });

  it('stays here where the person withholds it, and the agent hears why and that it ran', async () => {
    const { handled, nextCard, answer, steps } = reviewed();
    answer(await nextCard(), { kind: 'deny', reason: 'it names customers' });
    const { outcome } = await handled;
    expect(outcome).toEqual({ kind: 'withheld', why: 'person', reason: 'it names customers' });
    if (outcome.kind !== 'withheld') return;
    expect(outcomeSentence(outcome, 't')).toMatch(/it ran.*does not send it: it names customers/);
    expect(steps.at(-1)).toEqual({
      step: 'reviewed',
      how: 'withheld',
      by: 'window',
      reason: 'it names customers',
    });
  });

  it('is withheld when nobody looked in time, never sent', async () => {
    const { handled, nextCard, answer, clock, steps } = reviewed();
    const card = await nextCard();
    expect(card.expiresAt).toBe(clock.now().wall + 27_500);
    clock.advance(27_500);
    expect(answer(card, { kind: 'send' })).toMatchObject({ kind: 'refused' });
    const { outcome } = await handled;
    expect(outcome).toEqual({ kind: 'withheld', why: 'not-seen' });
    if (outcome.kind !== 'withheld') return;
    expect(outcomeSentence(outcome, 't')).toMatch(/it ran.*nobody looked.*Do not run it again blindly/);
    expect(steps.at(-1)).toMatchObject({ step: 'reviewed', how: 'withheld', by: 'host' });
  });

  it.each(['cancelled', 'disconnected', 'stopped', 'shutting-down'] as const)(
    'is not sent where the call was %s meanwhile, and that is on record',
    async (why) => {
      const { handled, nextCard, controller, steps } = reviewed();
      await nextCard();
      controller.abort(why);
      expect((await handled).outcome.kind).not.toBe('done');
      expect(steps.at(-1)).toEqual({ step: 'reviewed', how: 'withheld', by: 'host', reason: why });
    },
  );

  it('is not sent where a Stop came in the very moment of the yes', async () => {
    let gate: ReturnType<CallRooms['gate']> = 'open';
    const { handled, nextCard, answer } = reviewed({}, { gate: () => gate });
    const card = await nextCard();
    gate = 'stopped';
    answer(card, { kind: 'send' });
    expect((await handled).outcome).toEqual({ kind: 'stopped' });
  });

  it('is sent after a pause: it had run', async () => {
    let gate: ReturnType<CallRooms['gate']> = 'open';
    const { handled, nextCard, answer } = reviewed({}, { gate: () => gate });
    const card = await nextCard();
    gate = 'paused';
    answer(card, { kind: 'send' });
    expect((await handled).outcome.kind).toBe('done');
  });

  it('takes no answer of another kind, on another picture, or for another result', async () => {
    const { nextCard, answer, queue } = reviewed(gives({ stdout: 'x' }));
    const card = await nextCard();
    const { callId } = card;
    const others: readonly Answer[] = [{ kind: 'allow' }, { kind: 'reply', choices: [] }];
    for (const given of others) {
      expect(answer(card, given).kind).toBe('refused');
    }
    expect(answer(card, { kind: 'send', edited: '[1]' })).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('JSON'),
    });
    const other = { callId, digest: '0'.repeat(64), snapshot: 1, answer: { kind: 'send' as const } };
    expect(queue.answer(other, 'window').kind).toBe('refused');
    expect(queue.waiting()).toHaveLength(1);
  });

  it('may be an error of the tool, which goes or stays like any other', async () => {
    const failing = { run: async () => ({ ok: false as const, message: 'no such file' }) };
    const { handled, nextCard, answer } = reviewed(failing);
    const card = await nextCard();
    expect(card).toMatchObject({ text: 'no such file', review: { kind: 'error' } });
    answer(card, { kind: 'send' });
    expect((await handled).outcome).toEqual({ kind: 'tool-failed', message: 'no such file' });
  });

  it('is withheld where the journal cannot be written', async () => {
    const { handled } = reviewed({}, { recordNow: async (_call, step) => step.step !== 'review' });
    expect((await handled).outcome).toEqual({ kind: 'withheld', why: 'not-recorded' });
  });

  it('has a third of the time, of which neither the question before nor the run gets any', async () => {
    let budget = 0;
    const { nextCard, allow, clock, rooms } = reviewed(
      {
        run: async (_action, context) => {
          budget = context.budgetMs;
          return { ok: true, result: { kind: 'text', text: 'x' } };
        },
      },
      { decide: async () => verdicts.noRule },
    );
    const question = await nextCard();
    // 28 s: a third for looking at the result, a quarter for running.
    expect(question.expiresAt - clock.now().wall).toBeCloseTo(28_000 - 28_000 / 3 - 7_000, 0);
    allow(question);
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(rooms.live.views()[0]?.state).toBe('reviewing');
    expect(budget).toBeCloseTo(28_000 - 28_000 / 3 - 500, 0);
  });
});

function answer2({ answer }: ReturnType<typeof reviewed>, card: ApprovalCard, edited: string): void {
  answer(card, { kind: 'send', edited });
}
