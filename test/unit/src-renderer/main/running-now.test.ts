import { describe, expect, it } from 'vitest';
import { runningNow } from '../../../../src-renderer/main/running-now.ts';
import { jobEndWords } from '../../../../src-renderer/text/job-words.ts';
import type { CallView, JobView } from '../../../../src-shared/app-state.ts';

const call = (callId: string, state: CallView['state'], receivedAt: number): CallView => ({
  callId,
  tool: 'shell_run',
  summary: callId,
  from: 'Work',
  receivedAt,
  state,
});

const job = (jobId: string, startedAt: number, more: Partial<JobView> = {}): JobView => ({
  jobId,
  callId: 'c-0',
  summary: jobId,
  from: 'Work',
  wall: 'guarded',
  startedAt,
  endsBy: startedAt + 1,
  kept: false,
  state: 'running',
  ...more,
});

describe('what runs now', () => {
  it('is the calls that run and the jobs that are not over, the newest first', () => {
    const end = { by: 'itself', exitCode: 0, signal: null, durationMs: 1 } as const;
    const recent = [call('waits', 'waiting', 9), call('runs', 'running', 2), call('over', 'ended', 8)];
    const jobs = [
      job('new', 3, { wall: 'none' }),
      job('ending', 1, { state: 'ending' }),
      job('gone', 7, { end }),
    ];
    expect(runningNow({ recent, jobs }).map(({ id, withoutWall }) => [id, withoutWall])).toEqual([
      ['new', true],
      ['runs', false],
      ['ending', false],
    ]);
  });

  it('says how a job ended: well, with a code, by a signal, or by whom', () => {
    const end = { by: 'itself', exitCode: 0, signal: null, durationMs: 1 } as const;
    expect(jobEndWords(end)).toMatchObject({ shape: 'check' });
    expect(jobEndWords({ ...end, exitCode: 3 })).toEqual({
      words: 'Ended with exit code 3',
      shape: 'warning',
    });
    expect(jobEndWords({ ...end, exitCode: null, signal: 'SIGSEGV' }).words).toBe('Ended by SIGSEGV');
    expect(jobEndWords({ ...end, by: 'person' })).toEqual({ words: 'Ended by you', shape: 'square' });
  });
});
