/** The waits between tries. */
import { expect, test } from 'vitest';
import { fastWait, rareWait, slowWait } from '../../../src-shared/back-off.ts';

test('doubles the wait with each failure up to a minute, with full jitter above half a second', () => {
  const longest = Array.from({ length: 9 }, (_, failures) => fastWait(failures, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect([0, 3, 2_000].map((failures) => fastWait(failures, 0))).toEqual([500, 500, 500]);
  expect(fastWait(2_000, 0.5)).toBe(30_250);
  expect([slowWait(0), slowWait(1)]).toEqual([60_000, 120_000]);
  expect([rareWait(0), rareWait(1)]).toEqual([300_000, 600_000]);
});
