/** Puts the calls that run and the jobs that run into one list. */
import type { AppState, JobView } from '../../src-shared/app-state.ts';

/** A call that runs, or a job. Times are Unix milliseconds. */
export interface RunningItem {
  readonly id: string;
  readonly summary: string;
  readonly from: string;
  readonly startedAt: number;
  readonly withoutWall: boolean;
  /** It started a program, whose output can be seen. */
  readonly prints: boolean;
  readonly job?: JobView;
}

/** The newest first. */
export function runningNow({ recent, jobs }: Pick<AppState, 'recent' | 'jobs'>): readonly RunningItem[] {
  const calls = recent
    .filter((call) => call.state === 'running')
    .map(({ callId, summary, from, receivedAt, wall }) => {
      const withoutWall = wall === 'none';
      return { id: callId, summary, from, startedAt: receivedAt, withoutWall, prints: wall !== undefined };
    });
  const unended = jobs
    .filter((job) => job.end === undefined)
    .map((job) => {
      const { jobId, summary, from, startedAt, wall } = job;
      return { id: jobId, summary, from, startedAt, withoutWall: wall === 'none', prints: true, job };
    });
  return [...calls, ...unended].sort((a, b) => b.startedAt - a.startedAt);
}
