import { expect, it } from 'vitest';
import type { Origin } from '../../../../src-shared/call.ts';
import { refusalsFor } from '../../../support/call-rooms.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const from = (profileId: string, runId?: string, connectionId = 'one'): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'Work',
  connectionId,
  ...(runId ? { runId } : {}),
});

const refused = (origin: Origin, digest = 'digest', reason?: string) => ({
  callId: `c-${digest}`,
  digest,
  summary: `Run ${digest}`,
  origin,
  ...(reason ? { reason } : {}),
});

it('knows a refusal for the same run of the same runtime only, on whichever connection', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('p', 'r')));
  expect(refusals.again({ digest: 'digest', origin: from('p', 'r', 'two') })).toEqual({ times: 1 });
  expect(refusals.again({ digest: 'another', origin: from('p', 'r') })).toBeUndefined();
  expect(refusals.again({ digest: 'digest', origin: from('p', 'r2') })).toBeUndefined();
  expect(refusals.again({ digest: 'digest', origin: from('q', 'r') })).toBeUndefined();
  expect(refusals.again({ digest: 'digest', origin: from('p') })).toBeUndefined();
});

it('knows who names no run by the connection, which no run can pass itself off as', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('p', undefined, 'one')));
  expect(refusals.again({ digest: 'digest', origin: from('p', undefined, 'one') })).toBeDefined();
  expect(refusals.again({ digest: 'digest', origin: from('p', undefined, 'two') })).toBeUndefined();
  expect(refusals.again({ digest: 'digest', origin: from('p', 'one') })).toBeUndefined();
});

it('counts each asking, keeps the reason, and lists the newest refusal first', () => {
  const clock = new ManualClock();
  const refusals = refusalsFor(clock);
  refusals.add(refused(from('p', 'r'), 'first', 'use staging'));
  refusals.add(refused(from('p', 'r'), 'second'));
  const refusedAt = clock.now().wall;
  clock.advance(5_000);
  expect(refusals.again({ digest: 'first', origin: from('p', 'r') })).toEqual({
    times: 1,
    reason: 'use staging',
  });
  expect(refusals.again({ digest: 'first', origin: from('p', 'r') })).toEqual({
    times: 2,
    reason: 'use staging',
  });
  expect(refusals.views()).toMatchObject([
    { summary: 'Run second', times: 1, from: 'Work, run r' },
    { summary: 'Run first', times: 3, refusedAt, lastAt: refusedAt + 5_000 },
  ]);
});

it('lets be asked again what was forgiven, or allowed after all', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('p', 'r'), 'one'));
  refusals.add(refused(from('p', 'r'), 'two'));
  const id = refusals.views().find(({ summary }) => summary === 'Run one')?.id ?? '';
  expect(refusals.forgive(id)).toEqual({ callId: 'c-one' });
  expect(refusals.forgive(id)).toBeUndefined();
  expect(refusals.again({ digest: 'one', origin: from('p', 'r') })).toBeUndefined();
  refusals.takeBack('two', from('p', 'r'));
  expect(refusals.views()).toEqual([]);
});

it('keeps 1,000 of one asker and 5,000 in all, and drops the oldest', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('other', 'r'), 'kept'));
  for (let index = 0; index <= 1_000; index += 1) refusals.add(refused(from('p', 'r'), `d${index}`));
  expect(refusals.again({ digest: 'd0', origin: from('p', 'r') })).toBeUndefined();
  expect(refusals.again({ digest: 'd1', origin: from('p', 'r') })).toBeDefined();
  expect(refusals.again({ digest: 'kept', origin: from('other', 'r') })).toBeDefined();
  for (let run = 0; run < 6; run += 1)
    for (let index = 0; index < 900; index += 1) refusals.add(refused(from('q', `r${run}`), `d${index}`));
  expect(refusals.views()).toHaveLength(5_000);
  expect(refusals.again({ digest: 'kept', origin: from('other', 'r') })).toBeUndefined();
});

it('forgets the askers that are gone', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('p', 'r')));
  refusals.add(refused(from('q', 'r')));
  refusals.forgetWhere((origin) => origin.door === 'client-tools' && origin.profileId === 'p');
  expect(refusals.again({ digest: 'digest', origin: from('p', 'r') })).toBeUndefined();
  expect(refusals.again({ digest: 'digest', origin: from('q', 'r') })).toBeDefined();
});

it('puts off for ten minutes and then lets it be asked, and leaves the list by itself', () => {
  const clock = new ManualClock();
  const refusals = refusalsFor(clock);
  const asking = { digest: 'digest', origin: from('p', 'r') };
  refusals.add({ ...refused(from('p', 'r')), advice: 'not-now' });
  clock.advance(4 * 60_000);
  expect(refusals.again(asking)).toEqual({ times: 1, advice: 'not-now', waitMs: 6 * 60_000 });
  clock.jumpWall(6 * 60_000);
  expect(refusals.views()).toEqual([]);
  expect(refusals.again(asking)).toBeUndefined();
});

it('lets be asked again what wants an explanation, once there is a reason that was not read before', () => {
  const refusals = refusalsFor(new ManualClock());
  const asking = { digest: 'digest', origin: from('p', 'r'), claimedReason: 'because' };
  refusals.add({ ...refused(from('p', 'r')), claimedReason: 'because', advice: 'explain' });
  expect(refusals.again(asking)).toEqual({ times: 1, advice: 'explain' });
  expect(refusals.again({ ...asking, claimedReason: ' because ' })).toMatchObject({ times: 2 });
  expect(refusals.again({ digest: 'digest', origin: from('p', 'r') })).toMatchObject({ times: 3 });
  expect(refusals.again({ ...asking, claimedReason: 'to build the site' })).toBeUndefined();
  expect(refusals.again(asking)).toBeUndefined();
});

it('asks no more for a plain refusal, whatever the reason', () => {
  const refusals = refusalsFor(new ManualClock());
  refusals.add(refused(from('p', 'r')));
  const asking = { digest: 'digest', origin: from('p', 'r'), claimedReason: 'please' };
  expect(refusals.again(asking)).toEqual({ times: 1 });
});
