import { expect, test } from 'vitest';
import { CallLedger } from '../../../src-shared/call-ledger.ts';

test('an id is taken once, for as long as it is remembered or under way', () => {
  const ledger = new CallLedger<string>();
  expect(ledger.take('old', 'a call that takes long')).toBe(true);
  for (let n = 0; n < 100_000; n += 1) {
    expect(ledger.take(`id-${n}`, 'a call')).toBe(true);
    expect(ledger.settle(`id-${n}`)).toBe(true);
  }
  expect([ledger.take('old', 'again'), ledger.find('old')]).toEqual([false, 'a call that takes long']);
  expect(ledger.take('id-99999', 'again')).toBe(false);
  expect(ledger.take('id-68000', 'again')).toBe(false);
  expect(ledger.take('id-0', 'so long ago that it may come again')).toBe(true);
});
