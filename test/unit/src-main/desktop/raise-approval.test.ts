import { expect, it } from 'vitest';
import { raiseAfterCrash } from '../../../../src-main/desktop/raise-approval.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('opens the approval window after a crash, once of several in a row, and only while something waits', async () => {
  const now = { ms: 0, waits: true, shown: 0 };
  const crashed = raiseAfterCrash(
    () => now.ms,
    () => now.waits,
    () => {
      now.shown += 1;
    },
  );
  const shownAfter = async (ms: number, kind: 'approval' | 'main' = 'approval') => {
    now.ms += ms;
    crashed(kind);
    await nextTurn();
    return now.shown;
  };
  expect(await shownAfter(0, 'main')).toBe(0);
  expect(await shownAfter(0)).toBe(1);
  expect(await shownAfter(20_000)).toBe(1);
  // Each crash counts, so that a page that keeps crashing stays away.
  expect(await shownAfter(20_000)).toBe(1);
  expect(await shownAfter(30_000)).toBe(2);
  now.waits = false;
  expect(await shownAfter(60_000)).toBe(2);
});
