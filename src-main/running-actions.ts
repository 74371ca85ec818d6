/** What a person may do with what agents run: end a call or a job, let a job run on, let be asked again what was refused. */
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { Host } from './host.ts';
import type { Joined } from './join-rooms.ts';

const done: ActionReply = { ok: true };
const noSuchJob: ActionReply = { ok: false, error: 'This job does not run any more.' };

type RunningActions = Pick<Host, 'stopCall' | 'stopJob' | 'keepJob' | 'pauseRun' | 'resumeRun' | 'forgive'>;

export function runningActions({
  live,
  jobs,
  refusals,
  runs,
}: Pick<Joined, 'live' | 'jobs' | 'refusals' | 'runs'>): RunningActions {
  return {
    stopCall: async (callId) =>
      (await live.endOne(callId)) ? done : { ok: false, error: 'This call does not run any more.' },
    async stopJob(jobId) {
      const ended = await jobs.end(jobId, 'person');
      if (ended === 'ended') return done;
      return ended === 'none'
        ? noSuchJob
        : { ok: false, error: 'It is being ended, but not all of it is gone yet.' };
    },
    async pauseRun(run) {
      const paused = runs.pause(run);
      if ('problem' in paused) return { ok: false, error: paused.problem };
      await live.abortUnstarted('run-paused', (origin) => runs.isPaused(origin));
      return done;
    },
    resumeRun(run) {
      const resumed = runs.resume(run);
      return 'problem' in resumed ? { ok: false, error: resumed.problem } : done;
    },
    forgive: (id) =>
      refusals.forgive(id)
        ? done
        : { ok: false, error: 'It is not in the list of what was refused any more.' },
    keepJob(jobId, by) {
      const kept = jobs.keep(jobId, by);
      if (kept === 'kept') return done;
      return kept === 'none'
        ? noSuchJob
        : { ok: false, error: 'The journal cannot be written, and nothing runs on unrecorded.' };
    },
  };
}
