import { describe, expect, it } from 'vitest';
import type { CallableTool, CallRooms } from '../../../../src-main/calls/call-rooms.ts';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { outcomeSentence } from '../../../../src-shared/outcome.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';

const alive = () => new AbortController().signal;
const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';
const MARK = '[masked by Doorman: GitHub token]';

async function call(toolChange: Partial<CallableTool>, change: Partial<CallRooms> = {}, signal = alive()) {
  const { tool, trace } = tracedTool(toolChange);
  const out = callRooms({ tool: () => tool, decide: async () => verdicts.allow, ...change });
  const handled = await handleCall(out.incoming(), signal, out.rooms);
  handled.delivered(true);
  return { outcome: handled.outcome, trace, ...out };
}

const gives = (text: string): Partial<CallableTool> => ({
  run: async () => ({ ok: true, result: { kind: 'text', text } }),
});
const masked = [{ what: 'GitHub token', count: 1 }];

describe('what leaves', () => {
  it('has its credentials masked, and the journal and the list of calls say which kinds and how many', async () => {
    const told: unknown[] = [];
    const { outcome, steps, rooms } = await call(gives(`a ${token} b`), {
      maskedIn: (one) => told.push(one),
    });
    expect(outcome).toEqual({ kind: 'done', result: { kind: 'text', text: `a ${MARK} b` }, masked });
    expect(steps.at(-1)).toMatchObject({ step: 'ended', masked, result: { characters: MARK.length + 4 } });
    expect(rooms.live.views()[0]).toMatchObject({ masked });
    expect(told).toMatchObject([
      { id: 'c-1', text: 'make', masked, prints: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
    ]);
    expect(JSON.stringify([steps, told, rooms.live.views()])).not.toContain(token);
  });

  it('is an error without credentials where the tool failed, before or after it began', async () => {
    const message = `no file ${token}`;
    for (const change of [
      { run: async () => ({ ok: false as const, message }) },
      { resolve: async () => ({ ok: false as const, message }) },
    ]) {
      const { outcome } = await call(change);
      expect(outcome).toEqual({ kind: 'tool-failed', message: `no file ${MARK}`, masked });
    }
  });

  it('is nothing at all where the result could not be looked through: it ran, and the agent is told so', async () => {
    const { outcome, trace, steps } = await call({}, { mask: async () => undefined });
    expect(outcome).toEqual({ kind: 'withheld', why: 'unchecked' });
    expect(trace.ran).toBe(1);
    expect(steps.at(-1)).toMatchObject({ outcome: 'withheld', ran: true });
    if (outcome.kind !== 'withheld') return;
    expect(outcomeSentence(outcome, 'shell_run')).toMatch(/it ran.*not sent/);
  });

  it('is nothing where the call was ended while its result was looked through', async () => {
    const controller = new AbortController();
    const { outcome } = await call(
      {},
      {
        mask: async () => {
          controller.abort('stopped');
          return undefined;
        },
      },
      controller.signal,
    );
    expect(outcome).toEqual({ kind: 'stopped' });
  });
});
