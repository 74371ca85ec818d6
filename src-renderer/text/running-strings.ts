/** What the window says of what runs: calls and jobs, and how jobs ended. */
import type { JobEndedBy } from '../../src-shared/job.ts';

export const runningStrings = {
  listLabel: 'What runs now, the newest first',
  endedLabel: 'Jobs that ended in the last quarter of an hour',
  job: 'Job',
  call: 'Call',
  started: (ago: string) => `started ${ago}`,
  stop: 'Stop',
  stopLabel: (summary: string) => `Stop: ${summary}`,
  stopping: 'Stopping…',
  keep: 'Keep running',
  keepLabel: (summary: string) => `Keep running: ${summary}`,
  kept: 'Kept',
  noWall: 'without a wall',
  output: 'What it prints',
  outputLabel: (summary: string) => `What it prints: ${summary}`,
  outputFetching: 'Fetching what it printed…',
  outputNone: 'It has printed nothing yet.',
  outputBefore: (bytes: number) => `${bytes} bytes before this`,
  stdout: 'Output',
  stderr: 'Errors',
  keepHint:
    'A job is ended by its time limit, by Stop, and when the run that started it is over. Keep it, and it may go on without its run.',
  emptyTitle: 'Nothing runs',
  emptyText:
    'Calls that run, and jobs that agents start for work longer than a call, are listed here. Each can be stopped alone.',
  exited: (code: number) => (code === 0 ? 'Ended well' : `Ended with exit code ${code}`),
  killed: (signal: string) => `Ended by ${signal}`,
  endedBy: {
    time: 'Ended, its time was over',
    agent: 'Ended by its agent',
    person: 'Ended by you',
    stopped: 'Ended by Stop',
    'call-over': 'Ended, its call was over',
    disconnected: 'Ended, its runtime was gone',
    quiet: 'Ended, its run was silent',
    'runtime-removed': 'Ended, its runtime was removed',
    'shutting-down': 'Ended with Doorman',
    'too-much': 'Ended, it took too much',
  } satisfies Record<Exclude<JobEndedBy, 'itself'>, string>,
} as const;
