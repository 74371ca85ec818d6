import { expect, it } from 'vitest';
import { createHeadKeeper, HEAD_INTERVAL_MS } from '../../../../src-main/journal/head-keeper.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const position = (seq: number) => ({ file: 'f', seq, mac: 'm', key: 'k' });

/** A keychain that answers when the test says so. */
function slowKeychain() {
  const told: number[] = [];
  const waiting: ((took: boolean) => void)[] = [];
  const answered: Promise<boolean>[] = [];
  return {
    told,
    save({ seq }: { seq: number }) {
      told.push(seq);
      const answer = new Promise<boolean>((resolve) => waiting.push(resolve));
      answered.push(answer);
      return answer;
    },
    async answer(took = true) {
      waiting.shift()?.(took);
      await answered.shift();
      // The keeper hears of it after us.
      await new Promise(setImmediate);
    },
  };
}

it('tells the first line at once, and of all that come while the keychain is slow only the newest', async () => {
  const clock = new ManualClock();
  const { told, save, answer } = slowKeychain();
  const keeper = createHeadKeeper(save, clock.after.bind(clock));
  for (let seq = 1; seq <= 100; seq += 1) keeper.moved(position(seq));
  clock.advance(10 * HEAD_INTERVAL_MS);
  expect(told).toEqual([1]);
  await answer();
  expect(told).toEqual([1, 100]);
});

it('tells at most one a second, and nothing where nothing was written', async () => {
  const clock = new ManualClock();
  const { told, save, answer } = slowKeychain();
  const keeper = createHeadKeeper(save, clock.after.bind(clock));
  keeper.moved(position(1));
  await answer();
  keeper.moved(position(2));
  clock.advance(HEAD_INTERVAL_MS - 1);
  expect(told).toEqual([1]);
  clock.advance(1);
  expect(told).toEqual([1, 2]);
  await answer();
  clock.advance(60_000);
  expect(told).toEqual([1, 2]);
  expect(clock.pending).toBe(0);
});

it('tells the last line at the end, behind what is under way, and tries again what was refused', async () => {
  const clock = new ManualClock();
  const { told, save, answer } = slowKeychain();
  const keeper = createHeadKeeper(save, clock.after.bind(clock));
  keeper.moved(position(1));
  const closed = keeper.close();
  await answer(false);
  expect(keeper.kept()).toBe(false);
  expect(told).toEqual([1, 1]);
  await answer();
  await closed;
  expect(keeper.kept()).toBe(true);
  expect(clock.pending).toBe(0);
});
