import { expect, it } from 'vitest';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

const alive = () => new AbortController().signal;

it('asks each time about a tool of which the person wants that, whatever a rule or a mode says', async () => {
  const { tool, trace } = tracedTool();
  for (const verdict of [verdicts.allow, verdicts.noRule]) {
    const each = { tool: () => tool, asksEachTime: () => true, decide: async () => verdict };
    const asking = callRooms({ ...each, mode: () => 'auto' });
    void handleCall(asking.incoming(), alive(), asking.rooms);
    expect(await asking.nextCard()).toMatchObject({ ask: 'no-rule' });
    const direct = callRooms(each);
    const caller = { ...direct.incoming(), origin: { door: 'direct', caller: '0x1', name: 'x' } as const };
    expect((await handleCall(caller, alive(), direct.rooms)).outcome.kind).toBe('not-listed');
  }
  expect(trace.ran).toBe(0);
  const refused = callRooms({
    tool: () => tool,
    asksEachTime: () => true,
    decide: async () => verdicts.deny,
  });
  expect((await handleCall(refused.incoming(), alive(), refused.rooms)).outcome.kind).toBe('denied-by-rule');
});
