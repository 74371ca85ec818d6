import { expect, it } from 'vitest';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { outcomeSentence } from '../../../../src-shared/outcome.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

const alive = () => new AbortController().signal;

/** Rooms in which the person has just refused `make`. */
async function afterRefusal(change: Parameters<typeof callRooms>[0] = {}) {
  const { tool, trace } = tracedTool();
  const set = callRooms({ tool: () => tool, ...change });
  const first = handleCall(set.incoming(), alive(), set.rooms);
  const { callId, digest } = await set.nextCard();
  const answer = { kind: 'deny' as const, reason: 'use staging' };
  set.queue.answer({ callId, digest, snapshot: 1, answer }, 'window');
  expect((await first).outcome).toEqual({ kind: 'denied-by-person', reason: 'use staging' });
  const ask = async (command = 'make') =>
    (await handleCall(set.incoming({ command }), alive(), set.rooms)).outcome;
  return { ...set, trace, ask };
}

it('refuses again at once what the person refused, counts it and writes down who did', async () => {
  const { ask, steps, trace } = await afterRefusal();
  steps.length = 0;
  expect(await ask()).toEqual({ kind: 'refused-before', times: 1, reason: 'use staging' });
  const outcome = await ask();
  expect(outcome).toEqual({ kind: 'refused-before', times: 2, reason: 'use staging' });
  expect(steps.filter(({ step }) => step === 'asked')).toEqual([]);
  expect(steps).toContainEqual({
    step: 'answered',
    answer: 'deny',
    by: 'refusal-memory',
    reason: 'refused 2 times before in this run',
  });
  expect(trace.ran).toBe(0);
  if (outcome.kind === 'done' || outcome.kind === 'answered') throw new Error('it ran');
  expect(outcomeSentence(outcome, 'shell_run')).toContain('2 times: use staging. They were not asked again');
});

it('does not let Auto mode run what was refused', async () => {
  let mode: 'confirm' | 'auto' = 'confirm';
  const { ask, trace } = await afterRefusal({ mode: () => mode });
  mode = 'auto';
  expect(await ask('ls')).toMatchObject({ kind: 'done' });
  expect(await ask()).toMatchObject({ kind: 'refused-before' });
  expect(trace.ran).toBe(1);
});

it('lets a rule of the person run what was refused before', async () => {
  let verdict: typeof verdicts.allow | typeof verdicts.noRule = verdicts.noRule;
  const { ask } = await afterRefusal({ decide: async () => verdict });
  verdict = verdicts.allow;
  expect(await ask()).toMatchObject({ kind: 'done' });
});

it('asks again after it was forgiven, and takes an expiry for no refusal', async () => {
  const { ask, refusals, clock, nextCard } = await afterRefusal();
  refusals.forgive(refusals.views()[0]?.id ?? '');
  for (const _twice of [1, 2]) {
    const asked = ask();
    await nextCard();
    clock.advance(21_000);
    expect(await asked).toEqual({ kind: 'expired' });
  }
});

it('asks again after a yes to an equal call that waited beside it', async () => {
  const { tool } = tracedTool();
  const { rooms, queue, incoming, nextCard, allow } = callRooms({ tool: () => tool });
  const both = ['c-1', 'c-2'].map((id) => handleCall({ ...incoming(), id }, alive(), rooms));
  await nextCard();
  await expect.poll(() => queue.waiting().length).toBe(2);
  const [first, second] = queue.waiting();
  if (!first || !second) throw new Error('two wait');
  queue.answer(
    { callId: first.callId, digest: first.digest, snapshot: 1, answer: { kind: 'deny' } },
    'window',
  );
  await both[0];
  allow(second);
  await both[1];
  void handleCall({ ...incoming(), id: 'c-3' }, alive(), rooms);
  expect(await nextCard()).toMatchObject({ callId: 'c-3' });
});

it('does not answer from memory what cannot be written down', async () => {
  const { rooms, ask } = await afterRefusal();
  const closed = { ...rooms, record: () => false };
  Object.assign(rooms, closed);
  expect(await ask()).toEqual({ kind: 'not-recorded' });
});
