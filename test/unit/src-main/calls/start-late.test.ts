import { expect, it } from 'vitest';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

it('runs nothing that was called off, or ran out of time, while its start was being written', async () => {
  for (const end of ['disconnected', 'time'] as const) {
    const door = new AbortController();
    const { tool, trace } = tracedTool();
    const { rooms, incoming, clock } = callRooms({
      tool: () => tool,
      decide: async () => verdicts.allow,
      async recordNow() {
        if (end === 'time') clock.freeze(28_000);
        else door.abort('disconnected');
        return true;
      },
    });
    const { outcome } = await handleCall(incoming(), door.signal, rooms);
    expect(outcome.kind).toBe(end === 'time' ? 'expired' : 'withdrawn');
    expect(trace.ran).toBe(0);
  }
});
