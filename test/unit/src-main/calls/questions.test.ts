import { describe, expect, it } from 'vitest';
import { callableTools } from '../../../../src-main/callable-tools.ts';
import type { CallableTool, CallRooms } from '../../../../src-main/calls/call-rooms.ts';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { askedSecret } from '../../../../src-main/policy/asked-secret.ts';
import { decide } from '../../../../src-main/policy/decide.ts';
import { createAskUser } from '../../../../src-main/tools/ask-user.ts';
import type { Tool } from '../../../../src-main/tools/define-tool.ts';
import type { ApprovalCard } from '../../../../src-shared/approval.ts';
import { callRooms } from '../../../support/call-rooms.ts';

const facts = {
  home: '/home/u',
  folders: [],
  ownPaths: [],
  programPath: [],
  rules: [],
  wallAvailable: true,
};

/** The real tool with the real judgement; `run` throws, since a question is never run. */
function asking(change: Partial<CallRooms> = {}) {
  const tools = callableTools([createAskUser({ secretAsked: askedSecret }) as Tool], 100_000);
  const tool: CallableTool = {
    ...(tools.get('ask_user') as CallableTool),
    run: () => Promise.reject(new Error('a question was run')),
  };
  const judge: CallRooms['decide'] = async (action, input) => decide({ ...action, input }, facts, 0);
  const made = callRooms({ tool: () => tool, decide: judge, ...change });
  const signal = new AbortController();
  const ask = (input: unknown) =>
    handleCall({ ...made.incoming(input), tool: 'ask_user' }, signal.signal, made.rooms);
  const reply = ({ callId, digest }: ApprovalCard, choices: number[], text?: string) => {
    const answer = { kind: 'reply' as const, choices, ...(text === undefined ? {} : { text }) };
    return made.queue.answer({ callId, digest, snapshot: 1, answer }, 'window');
  };
  return { ...made, ask, reply, signal };
}

const colours = { question: 'Which colour?', options: ['Red', 'Green'] };

describe('a question of an agent', () => {
  it('waits for the person with all of the time, and the reply is the result', async () => {
    const { ask, nextCard, reply, steps, clock } = asking();
    const handled = ask(colours);
    const card = await nextCard();
    expect(card).toMatchObject({
      ask: 'question',
      question: { text: 'Which colour?', options: ['Red', 'Green'], multiSelect: false, freeText: false },
      scopes: [],
      canDropWall: false,
    });
    expect(card.expiresAt).toBe(clock.now().wall + 27_500);
    expect(reply(card, [1])).toEqual({ kind: 'accepted' });
    const done = await handled;
    done.delivered(true);
    expect(done.outcome).toEqual({ kind: 'answered', output: { answer: 'Green' } });
    expect(steps.map((step) => step.step)).toEqual(['received', 'decided', 'asked', 'answered', 'ended']);
    expect(steps.at(-2)).toMatchObject({ answer: 'reply', reply: { choices: [1], characters: 0 } });
    expect(steps.at(-1)).toMatchObject({ outcome: 'answered', ran: false, delivered: true });
  });

  it('keeps the words of an answer out of the journal, and any trace of it where a secret is asked for', async () => {
    const { ask, nextCard, reply, steps } = asking();
    const first = ask({ question: 'What shall the title be?' });
    reply(await nextCard(), [], 'A house by the sea');
    expect((await first).outcome).toEqual({ kind: 'answered', output: { answer: 'A house by the sea' } });
    expect(steps).toContainEqual(expect.objectContaining({ reply: { choices: [], characters: 18 } }));

    const second = ask({ question: 'What is the password?' });
    const card = await nextCard();
    expect(card.question?.secret).toBe('a password or PIN');
    reply(card, [], 'hunter2');
    const { outcome, delivered } = await second;
    delivered(true);
    expect(outcome).toEqual({ kind: 'answered', output: { answer: 'hunter2' } });
    expect(steps).toContainEqual(expect.objectContaining({ answer: 'reply', reply: 'withheld' }));
    expect(JSON.stringify(steps)).not.toMatch(/house by|hunter2|sha256/);
  });

  it('can only be replied to, and only as it offers', async () => {
    const { ask, nextCard, reply, allow, queue } = asking();
    const handled = ask(colours);
    const card = await nextCard();
    expect(allow(card)).toMatchObject({ kind: 'refused', why: 'A question is answered, not allowed.' });
    expect(reply(card, [2])).toMatchObject({ kind: 'refused' });
    expect(reply(card, [0], 'and more')).toMatchObject({ kind: 'refused' });
    expect(reply({ ...card, digest: 'f'.repeat(64) }, [0])).toMatchObject({ kind: 'refused' });
    expect(queue.waiting()).toHaveLength(1);
    reply(card, [0]);
    expect((await handled).outcome).toEqual({ kind: 'answered', output: { answer: 'Red' } });
  });

  it('is told apart from a yes: a call that asks for none cannot be replied to', async () => {
    const { ask, nextCard, reply, signal } = asking({
      decide: async () => ({ kind: 'ask', ask: 'must-look', wall: 'guarded', reasons: [] }),
    });
    const handled = ask(colours);
    expect(reply(await nextCard(), [0])).toMatchObject({ kind: 'refused' });
    signal.abort('cancelled');
    expect((await handled).outcome).toEqual({ kind: 'withdrawn', why: 'cancelled' });
  });

  it('ends as declined with the reason, and the same question in the same run is not asked again', async () => {
    const { ask, nextCard, queue } = asking();
    const first = ask(colours);
    const { callId, digest } = await nextCard();
    queue.answer({ callId, digest, snapshot: 1, answer: { kind: 'deny', reason: 'none of them' } }, 'window');
    expect((await first).outcome).toEqual({ kind: 'declined', reason: 'none of them' });
    expect((await ask(colours)).outcome).toMatchObject({ kind: 'refused-before', reason: 'none of them' });
  });

  it('ends as unanswered at its deadline, and a late reply is told so', async () => {
    const { ask, nextCard, reply, clock } = asking();
    const handled = ask(colours);
    const card = await nextCard();
    clock.advance(27_500);
    expect(reply(card, [0])).toMatchObject({ kind: 'refused', why: expect.stringContaining('was not sent') });
    expect((await handled).outcome).toEqual({ kind: 'unanswered' });
  });

  it('is answered by no mode and no grant', async () => {
    const { ask, nextCard, signal } = asking({ mode: () => 'auto', granted: () => 'allowed by you' });
    const handled = ask(colours);
    expect((await nextCard()).ask).toBe('question');
    signal.abort('disconnected');
    expect((await handled).outcome).toEqual({ kind: 'withdrawn', why: 'disconnected' });
  });

  it('sends nothing when Stop came while the reply was written down, or when it could not be', async () => {
    let gate: 'open' | 'stopped' = 'open';
    let written = true;
    const { ask, nextCard, reply, rooms } = asking({
      gate: () => gate,
      recordNow: async (call, step) => {
        if (step.step !== 'answered') return rooms.record(call, step);
        gate = written ? 'stopped' : 'open';
        return written;
      },
    });
    const first = ask(colours);
    reply(await nextCard(), [0]);
    expect((await first).outcome).toEqual({ kind: 'stopped' });
    gate = 'open';
    written = false;
    const second = ask(colours);
    reply(await nextCard(), [0]);
    expect((await second).outcome).toEqual({ kind: 'not-recorded' });
  });

  it.each([
    [{ question: ' ' }, 'is empty'],
    [{ question: 'x'.repeat(4097) }, '4096'],
    [{ question: 'x', options: ['a', 'a'] }, 'no two options'],
    [{ question: 'x', options: ['a', ''] }, 'is empty'],
    [{ question: 'x', options: ['y'.repeat(201)] }, '200'],
    [{ question: 'x', options: Array.from({ length: 21 }, (_, at) => `o${at}`) }, '20'],
  ])('is refused where it is not well formed', async (input, problem) => {
    const { outcome } = await asking().ask(input);
    expect(outcome).toMatchObject({ kind: 'bad-input', problems: [expect.stringContaining(problem)] });
  });

  it('is refused where nobody could answer it', async () => {
    const { outcome } = await asking().ask({ question: 'x', free_text: false });
    expect(outcome).toMatchObject({ kind: 'tool-failed', message: expect.stringContaining('no options') });
  });
});
