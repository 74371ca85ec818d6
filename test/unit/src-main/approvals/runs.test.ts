import { expect, it } from 'vitest';
import { Runs } from '../../../../src-main/approvals/runs.ts';
import { originLabel } from '../../../../src-main/calls/live-calls.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const from = (profileId: string, runId?: string): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'Work',
  connectionId: 'one',
  ...(runId ? { runId } : {}),
});

function runsFor(clock = new ManualClock()) {
  let next = 0;
  const newId = () => {
    next += 1;
    return `id-${next}`;
  };
  return new Runs({ clock, newId, label: originLabel, onChange: () => {} });
}

it('pauses one run by its own name, and takes its calls again when it is resumed', () => {
  const runs = runsFor();
  runs.heard(from('p', 'r'));
  expect(runs.pause('r')).toEqual({ origin: from('p', 'r') });
  expect(runs.isPaused(from('p', 'r'))).toBe(true);
  expect(runs.isPaused(from('p', 'other'))).toBe(false);
  expect(runs.views()).toEqual([
    { id: 'id-1', from: 'Work, run r', what: 'run', paused: true, reviewed: false },
  ]);
  runs.resume('id-1');
  expect(runs.isPaused(from('p', 'r'))).toBe(false);
  expect(runs.views()).toEqual([]);
});

it('offers to pause the whole runtime where that has asked too much, under whatever run ids', () => {
  const runs = runsFor();
  runs.askedTooMuch(from('p', 'r'), { scope: 'runtime', limit: 60, waitMs: 1_000 });
  expect(runs.views()).toMatchObject([
    { from: 'Work', what: 'runtime', paused: false, reviewed: false, over: { limit: 60 } },
  ]);
  runs.pause(runs.views()[0]?.id ?? '');
  expect(runs.isPaused(from('p', 'made-up'))).toBe(true);
  expect(runs.isPaused(from('q', 'r'))).toBe(false);
});

it('withdraws the offer when there may be questions again', () => {
  const clock = new ManualClock();
  const runs = runsFor(clock);
  runs.askedTooMuch(from('p', 'r'), { scope: 'run', limit: 30, waitMs: 1_000 });
  expect(runs.views()).toHaveLength(1);
  clock.advance(1_000);
  expect(runs.views()).toEqual([]);
});

it('asks for the id where two runtimes name a run alike, and knows no run that never called', () => {
  const runs = runsFor();
  runs.heard(from('p', 'r'));
  runs.heard(from('q', 'r'));
  expect(runs.pause('r')).toEqual({ problem: expect.stringContaining('id-1') });
  expect(runs.pause('nobody')).toEqual({ problem: 'No such run has called lately.' });
  expect(runs.isPaused(from('p', 'r'))).toBe(false);
});

it('keeps a paused run paused, however many others call', () => {
  const runs = runsFor();
  runs.heard(from('p', 'r'));
  runs.pause('r');
  for (let index = 0; index < 1_000; index += 1) runs.heard(from('p', `other-${index}`));
  expect(runs.isPaused(from('p', 'r'))).toBe(true);
  expect(runs.pause('other-0')).toEqual({ problem: 'No such run has called lately.' });
  runs.forgetWhere(() => true);
  expect(runs.isPaused(from('p', 'r'))).toBe(false);
});

it('lets the results of a run be looked at, and lets that be over', () => {
  const runs = runsFor();
  runs.review(from('p', 'r'));
  expect([runs.isReviewed(from('p', 'r')), runs.isReviewed(from('p', 'other'))]).toEqual([true, false]);
  expect(runs.views()).toMatchObject([{ from: 'Work, run r', reviewed: true, paused: false }]);
  runs.setReview('r', false);
  expect(runs.isReviewed(from('p', 'r'))).toBe(false);
  expect(runs.views()).toEqual([]);
});
