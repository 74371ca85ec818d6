import { expect, it } from 'vitest';
import { GRANT_MS, type Granted, Grants } from '../../../../src-main/approvals/grants.ts';
import { originLabel } from '../../../../src-main/calls/live-calls.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const from = (profileId: string, runId?: string): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'Test',
  connectionId: 'x',
  ...(runId ? { runId } : {}),
});

function setUp() {
  const clock = new ManualClock();
  let next = 0;
  const newId = () => {
    next += 1;
    return `g-${next}`;
  };
  const grants = new Grants({ clock, newId, label: originLabel, onChange: () => {} });
  const add = (digest: string, scope: Granted['scope'], origin: Origin) =>
    grants.add({ callId: `c-${digest}`, digest, summary: `Run ${digest}`, scope, origin });
  return { clock, grants, add };
}

it('covers the very same action for 15 minutes, on whichever clock runs faster', () => {
  const { clock, grants, add } = setUp();
  add('digest', 'minutes', from('p', 'r'));
  clock.advance(GRANT_MS - 1);
  expect(grants.use('digest', from('p'))).toBe('allowed by you for 15 minutes');
  expect(grants.use('digest', from('other', 'r'))).toBeUndefined();
  expect(grants.use('another', from('p', 'r'))).toBeUndefined();
  expect(grants.views()).toHaveLength(1);
  clock.jumpWall(1);
  expect(grants.use('digest', from('p', 'r'))).toBeUndefined();
  expect(grants.views()).toEqual([]);
});

it('covers a run of one runtime only, and never a call that names no run', () => {
  const { grants, add } = setUp();
  add('digest', 'run', from('p', 'r'));
  add('nameless', 'run', from('p'));
  expect(grants.use('digest', from('p', 'r'))).toBe('allowed by you for this run');
  expect(grants.use('digest', from('p', 'r2'))).toBeUndefined();
  expect(grants.use('digest', from('q', 'r'))).toBeUndefined();
  expect(grants.use('nameless', from('p'))).toBeUndefined();
});

it('is used up by the next asking of the same run, where it is for that alone', () => {
  const { clock, grants, add } = setUp();
  add('digest', 'next', from('p', 'r'));
  expect(grants.use('digest', from('p', 'r2'))).toBeUndefined();
  expect(grants.use('digest', from('p', 'r'))).toContain('for this time');
  expect(grants.use('digest', from('p', 'r'))).toBeUndefined();
  add('digest', 'next', from('p', 'r'));
  clock.advance(GRANT_MS);
  expect(grants.use('digest', from('p', 'r'))).toBeUndefined();
});

it('leaves the one for the next asking alone while another covers it', () => {
  const { grants, add } = setUp();
  add('digest', 'next', from('p', 'r'));
  add('digest', 'run', from('p', 'r'));
  expect(grants.use('digest', from('p', 'r'))).toBe('allowed by you for this run');
  expect(grants.views().map(({ kind }) => kind)).toEqual(['run', 'next']);
});

it('lists who asked, for what and until when, and ends one by its id or by its call', () => {
  const { clock, grants, add } = setUp();
  add('one', 'minutes', from('p', 'r'));
  add('two', 'run', from('p', 'r'));
  const grantedAt = clock.now().wall;
  expect(grants.views()).toEqual([
    { id: 'g-2', kind: 'run', covers: 'Run two', from: 'Test, run r', callId: 'c-two', grantedAt },
    {
      id: 'g-1',
      kind: 'minutes',
      covers: 'Run one',
      from: 'Test, run r',
      callId: 'c-one',
      grantedAt,
      until: grantedAt + GRANT_MS,
    },
  ]);
  expect(grants.end('g-1')).toMatchObject([{ callId: 'c-one', scope: 'minutes' }]);
  expect(grants.end('g-1')).toEqual([]);
  expect(grants.use('one', from('p', 'r'))).toBeUndefined();
  expect(grants.end('c-two')).toHaveLength(1);
  expect(grants.views()).toEqual([]);
});

it('ends with a no of the person, with its runtime, and with Stop', () => {
  const { grants, add } = setUp();
  add('no', 'minutes', from('p', 'r'));
  add('gone', 'run', from('q', 'r'));
  add('stopped', 'run', from('p', 'r'));
  grants.takeBack('no', from('p', 'r'));
  expect(grants.use('no', from('p', 'r'))).toBeUndefined();
  grants.forgetWhere((origin) => origin.door === 'client-tools' && origin.profileId === 'q');
  expect(grants.use('gone', from('q', 'r'))).toBeUndefined();
  grants.clear();
  expect(grants.views()).toEqual([]);
});
