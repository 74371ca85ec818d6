/** What a person may do with what agents run: end a call or a job, let a job run on, let be asked again what was refused. */
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { Host } from './host.ts';
import type { Joined } from './join-rooms.ts';

const done: ActionReply = { ok: true };
const noSuchJob: ActionReply = { ok: false, error: 'This job does not run any more.' };

export function runningActions({
  live,
  jobs,
  refusals,
}: Pick<Joined, 'live' | 'jobs' | 'refusals'>): Pick<Host, 'stopCall' | 'stopJob' | 'keepJob' | 'forgive'> {
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
