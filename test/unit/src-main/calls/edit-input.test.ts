/** An input that the person edited: decided on anew, shown again whatever a rule says, run as shown, and told to the agent. */
import { expect, it } from 'vitest';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

const alive = () => new AbortController().signal;

/** Rooms in which `make` waits; what the tool opened and released is told by its command. */
async function waiting(change: Parameters<typeof callRooms>[0] = {}) {
  const opened = tracedTool();
  const released: string[] = [];
  const ran: string[] = [];
  const { tool, trace } = tracedTool({
    resolve: async (input, context) => {
      if (JSON.stringify(input).includes('missing')) return { ok: false, message: 'no such folder' };
      return opened.tool.resolve(input, context);
    },
    run: async (action, context) => {
      ran.push(action.text);
      return opened.tool.run(action, context);
    },
    release: async (action) => {
      released.push(action.text);
    },
  });
  const set = callRooms({ tool: () => tool, ...change });
  const handled = handleCall(set.incoming(), alive(), set.rooms);
  const card = await set.nextCard();
  const edit = (input: { [key: string]: string }) => {
    const { callId, digest } = set.queue.waiting()[0] ?? card;
    return set.queue.edit({ callId, digest, input }, 'window');
  };
  const current = () => set.queue.waiting()[0] ?? card;
  return { ...set, trace, released, ran, handled, card, edit, current };
}

it('shows what it would do now, runs that after a yes, and tells the agent', async () => {
  const { edit, current, card, allow, handled, ran, released, steps } = await waiting();
  expect(await edit({ command: 'make test' })).toEqual({ kind: 'accepted' });
  expect(released).toEqual(['make']);
  expect(current()).toMatchObject({
    callId: card.callId,
    summary: 'Run make test',
    input: { command: 'make test' },
    edited: { from: 'Run make' },
    scopes: [],
    expiresAt: card.expiresAt,
  });
  expect(allow(card).kind).toBe('refused');
  const { digest } = current();
  expect(allow(current()).kind).toBe('accepted');
  const { outcome } = await handled;
  expect(outcome).toMatchObject({
    kind: 'done',
    inputEdited: expect.stringContaining('{"command":"make test"}'),
  });
  expect(ran).toEqual(['make test']);
  expect(released).toEqual(['make', 'make test']);
  expect(steps.map(({ step }) => step)).toEqual([
    'received',
    'decided',
    'asked',
    'edited',
    'decided',
    'answered',
    'started',
  ]);
  expect(steps[3]).toEqual({ step: 'edited', input: { command: 'make test' }, by: 'window' });
  expect(steps[4]).toMatchObject({ text: 'make test', digest, verdict: 'ask' });
});

it('is shown again where a rule would allow it, behind the wall that the rule names', async () => {
  const workspaces = ['/work'];
  const rule = { ...verdicts.allow, wall: 'workspace-write' as const, workspaces };
  const walls: unknown[] = [];
  const { edit, current, allow, handled, ran, steps } = await waiting({
    decide: async ({ text }) => (text === 'ls' ? rule : verdicts.noRule),
  });
  await edit({ command: 'ls' });
  expect(ran).toEqual([]);
  expect(current()).toMatchObject({
    ask: 'no-rule',
    wall: 'workspace-write',
    reasons: [{ text: expect.stringContaining('You edited it') }, { text: 'on the list' }],
  });
  allow(current());
  await handled;
  for (const step of steps) if (step.step === 'started') walls.push(step);
  expect(walls).toEqual([{ step: 'started', wall: 'workspace-write', workspaces }]);
});

it('keeps the old card where it fits no schema, leads nowhere, is refused by a rule, or changes nothing', async () => {
  const { edit, current, card, allow, handled, ran, released, steps } = await waiting({
    decide: async ({ text }) => (text === 'rm' ? verdicts.deny : verdicts.noRule),
  });
  for (const [input, why] of [
    [{ other: 'x' }, 'command: is missing'],
    [{ command: 'missing' }, 'no such folder'],
    [{ command: 'rm' }, 'own files'],
    [{ command: 'make' }, 'exactly the same'],
  ] as const) {
    expect(await edit(input)).toEqual({ kind: 'refused', why: expect.stringContaining(why) });
  }
  expect(current()).toBe(card);
  expect(released).toEqual(['rm', 'make']);
  expect(steps.map(({ step }) => step)).toEqual(['received', 'decided', 'asked']);
  allow(card);
  expect((await handled).outcome).toEqual({ kind: 'done', result: { kind: 'text', text: 'output' } });
  expect(ran).toEqual(['make']);
});

it('is asked about even where a grant covers it, and its denial is remembered of what the agent asked', async () => {
  const { edit, current, queue, handled, rooms, incoming, refusals } = await waiting({
    granted: () => undefined,
  });
  Object.assign(rooms, { granted: () => 'allowed by you for 15 minutes' });
  await edit({ command: 'make test' });
  expect(current()).toMatchObject({ ask: 'no-rule', edited: { from: 'Run make' } });
  const { callId, digest } = current();
  queue.answer({ callId, digest, snapshot: 1, answer: { kind: 'deny' } }, 'window');
  expect((await handled).outcome).toEqual({ kind: 'denied-by-person' });
  Object.assign(rooms, { granted: () => undefined });
  expect((await handleCall(incoming(), alive(), rooms)).outcome.kind).toBe('refused-before');
  expect(refusals.views()).toMatchObject([{ summary: 'Run make' }]);
});

it('keeps the words of the agent as its claim', async () => {
  const { edit, current } = await waiting();
  await edit({ command: 'make test', reason: 'what the person wrote' });
  expect(current().claimedReason).toBeUndefined();
});

it('cannot be put in place where it cannot be written down', async () => {
  const { edit, current, card, rooms, released } = await waiting();
  const { record } = rooms;
  Object.assign(rooms, { record: () => false });
  expect(await edit({ command: 'make test' })).toMatchObject({ kind: 'refused' });
  expect(current()).toBe(card);
  expect(released).toEqual(['make test']);
  Object.assign(rooms, { record });
});

it('is told with the end of whatever ran, in words that leave room for the result', async () => {
  const { edit, current, allow, handled } = await waiting({ decide: async () => verdicts.mustLook });
  await edit({ command: 'x'.repeat(100_000) });
  allow(current());
  const { outcome } = await handled;
  expect(outcome.inputEdited?.length).toBeLessThan(1_200);
  expect(outcome.inputEdited).toContain('characters)');
});
