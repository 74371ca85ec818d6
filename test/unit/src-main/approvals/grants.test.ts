import { expect, it } from 'vitest';
import { createGrants, GRANT_MS } from '../../../../src-main/approvals/grants.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const from = (profileId: string, runId?: string): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: 'Test',
  connectionId: 'x',
  ...(runId ? { runId } : {}),
});

it('covers the very same action for 15 minutes, on whichever clock runs faster', () => {
  const clock = new ManualClock();
  const grants = createGrants(clock);
  grants.add('digest', 'minutes', from('p', 'r'));
  clock.advance(GRANT_MS - 1);
  expect(grants.covering('digest', from('p'))).toBe('allowed by you for 15 minutes');
  expect(grants.covering('digest', from('other', 'r'))).toBeUndefined();
  expect(grants.covering('another', from('p', 'r'))).toBeUndefined();
  clock.jumpWall(1);
  expect(grants.covering('digest', from('p', 'r'))).toBeUndefined();
});

it('covers a run of one runtime only, and never a call that names no run', () => {
  const grants = createGrants(new ManualClock());
  grants.add('digest', 'run', from('p', 'r'));
  grants.add('nameless', 'run', from('p'));
  expect(grants.covering('digest', from('p', 'r'))).toBe('allowed by you for this run');
  expect(grants.covering('digest', from('p', 'r2'))).toBeUndefined();
  expect(grants.covering('digest', from('q', 'r'))).toBeUndefined();
  expect(grants.covering('nameless', from('p'))).toBeUndefined();
});
