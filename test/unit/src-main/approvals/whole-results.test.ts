import { expect, it } from 'vitest';
import { GRANT_MS } from '../../../../src-main/approvals/grants.ts';
import { WholeResults } from '../../../../src-main/approvals/whole-results.ts';
import type { CallView } from '../../../../src-shared/app-state.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const origin = { door: 'local' as const, caller: 'me' };
const call = {
  id: 'c-1',
  origin,
  digest: 'd',
  text: 'cat notes',
  masked: [{ what: 'GitHub token', count: 1 }],
  prints: ['p'],
};
const view: CallView = { callId: 'c-1', tool: 't', summary: 's', from: 'me', receivedAt: 0, state: 'ended' };

function opened() {
  const clock = new ManualClock();
  return { clock, whole: new WholeResults(clock, () => {}) };
}

it('lets the very credentials go once, for the same action of the same asker', () => {
  const { whole } = opened();
  whole.masked(call);
  expect(whole.take(() => 'd', origin)).toEqual([]);
  whole.grant(call);
  expect(whole.take(() => 'other', origin)).toEqual([]);
  expect(whole.take(() => 'd', { door: 'local', caller: 'somebody' })).toEqual([]);
  expect(whole.take(() => 'd', origin)).toEqual(['p']);
  expect(whole.take(() => 'd', origin)).toEqual([]);
});

it('is over after 15 minutes, after a Stop, and when the person thinks better of it', () => {
  const { clock, whole } = opened();
  whole.masked(call);
  whole.grant(call);
  clock.advance(GRANT_MS);
  expect(whole.marked(view).wholeNext).toBe('offered');
  expect(whole.take(() => 'd', origin)).toEqual([]);
  for (const end of [() => whole.clear(), () => whole.takeBack('c-1')]) {
    whole.grant(call);
    expect(whole.marked(view).wholeNext).toBe('granted');
    end();
    expect(whole.take(() => 'd', origin)).toEqual([]);
  }
});

it('offers it for calls in whose result something was masked, and for the last ones only', () => {
  const { whole } = opened();
  expect(whole.marked(view).wholeNext).toBeUndefined();
  for (let number = 1; number <= 151; number += 1) whole.masked({ ...call, id: `c-${number}` });
  expect(whole.offered('c-1')).toBeUndefined();
  expect(whole.offered('c-151')).toBeDefined();
});
