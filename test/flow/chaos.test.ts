/** The short form of `npm run chaos`, and the proof that it finds a link that starts what nobody waits for any more. */
import { expect, test } from 'vitest';
import type { CallRooms } from '../../src-main/calls/call-rooms.ts';
import { type ChaosReport, runChaos } from '../chaos/chaos.ts';

const seed = Number(process.env.DOORMAN_CHAOS_SEED ?? 5);
const calls = Number(process.env.DOORMAN_CHAOS_CALLS ?? 100);
const faults = Number(process.env.DOORMAN_CHAOS_FAULTS ?? 25);
const long = calls > 1_000;

/** More than this is no noise of a heap. Bytes. */
const FLAT = 4 * 1024 * 1024;

function expectOrder(report: ChaosReport): void {
  const { sent, struck, held, answered, started, mostAnswers, heap, ...rest } = report;
  console.log(`seed ${seed}: ${JSON.stringify({ sent, struck, held, answered, started, heap })}`);
  expect(rest).toEqual({
    startedTwice: [],
    startedAfterDeadline: [],
    startedAfterDisconnect: [],
    journal: { verdict: 'intact', notOnce: [], neverRan: [] },
    leftBehind: {},
    faultsOfOurs: [],
  });
  expect(mostAnswers).toBe(1);
  expect(sent).toBeGreaterThanOrEqual(calls);
  expect(Object.values(struck).reduce((sum, count) => sum + count, 0)).toBe(faults);
  expect(answered).toBeGreaterThanOrEqual(0.9 * held);
  if (long) expect((heap.at(-1) ?? 0) - (heap[2] ?? 0)).toBeLessThan(FLAT);
}

test(
  `keeps order in ${calls} calls with ${faults} faults of the network (seed ${seed})`,
  async () => expectOrder(await runChaos({ seed, calls, faults })),
  long ? 20 * 60_000 : 60_000,
);

test('finds a link without its deadline check', async () => {
  const standing = { wall: Date.now() - 3_600_000, mono: performance.now() - 3_600_000 };
  const change = (rooms: CallRooms): CallRooms => ({
    ...rooms,
    clock: { now: () => standing, after: () => () => {} },
  });
  const report = await runChaos({ seed, calls: 1, faults: 0, change });
  expect(report.startedAfterDeadline).toHaveLength(1);
  expect(() => expectOrder(report)).toThrow();
}, 60_000);
