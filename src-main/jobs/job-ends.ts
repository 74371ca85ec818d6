/** When a running job has to end by itself: its budget, and what tells that the run it belongs to is over. */
import { hasPassed, type Instant } from '../../src-shared/clock.ts';
import type { JobEndedBy } from '../../src-shared/job.ts';

/**
 * No runtime tells that a run is over. One that went away has a minute to come back, which a restart or a bad network
 * needs. Milliseconds.
 */
export const AWAY_MS = 60_000;

/**
 * A run that made no call of any tool for this long is taken for over. As long as the one timed grant: what the person
 * allowed for a while and what was started meanwhile end together. Milliseconds.
 */
export const QUIET_MS = 15 * 60_000;

/** How often a running job is looked at, so that a sleep of the machine is noticed. Milliseconds. */
export const LOOK_MS = 1_000;

export interface Lifetime {
  readonly endBy: Instant;
  /** The person waived the ends that come with the run. */
  readonly kept: boolean;
  /** Since when the runtime that started it is gone. */
  readonly awaySince: Instant | undefined;
  /** When the last call of its run was over. */
  readonly heardAt: Instant;
}

/**
 * Why the job must end at `now`, or nothing; `calling` is true while a call of its run is under way. The budget is over
 * when either clock says so. The other two count on the monotonic clock alone: while the machine slept, nobody could
 * call or connect.
 */
export function dueEnd(job: Lifetime, calling: boolean, now: Instant): JobEndedBy | undefined {
  if (hasPassed(job.endBy, now)) return 'time';
  if (job.kept) return undefined;
  if (job.awaySince && now.mono - job.awaySince.mono >= AWAY_MS) return 'disconnected';
  if (!calling && now.mono - job.heardAt.mono >= QUIET_MS) return 'quiet';
  return undefined;
}
