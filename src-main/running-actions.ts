/** What a person may do with what agents run: end a call or a job, let a job run on, let be asked again what was refused. */
import type { Origin } from '../src-shared/call.ts';
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import { EMBEDDED_NAME, EMBEDDED_PROFILE_ID, type Settings } from '../src-shared/settings.ts';
import type { Runs } from './approvals/runs.ts';
import type { Host } from './host.ts';
import type { Joined } from './join-rooms.ts';
import { liveOutput } from './live-output.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { change } from './settings-change.ts';

const done: ActionReply = { ok: true };
const noSuchJob: ActionReply = { ok: false, error: 'This job does not run any more.' };

type RunningActions = Pick<
  Host,
  'outputOf' | 'stopCall' | 'stopJob' | 'keepJob' | 'pauseRun' | 'resumeRun' | 'forgive'
>;

export function runningActions({
  live,
  jobs,
  refusals,
  runs,
  journal,
  opened,
  counter,
  outputs,
}: Pick<
  Joined,
  'live' | 'jobs' | 'outputs' | 'refusals' | 'runs' | 'journal' | 'opened' | 'counter'
>): RunningActions {
  const save = () => savePaused(runs, opened.settings, counter.changed);
  return {
    outputOf: (id) => liveOutput(jobs.contentOf(id)?.output ?? outputs.of(id), opened.masker),
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
      const saved = save();
      await live.abortUnstarted('run-paused', (origin) => runs.isPaused(origin));
      return saved;
    },
    async resumeRun(run) {
      const resumed = runs.resume(run);
      return 'problem' in resumed ? { ok: false, error: resumed.problem } : save();
    },
    forgive(id, by) {
      const forgiven = refusals.forgive(id);
      if (!forgiven) return { ok: false, error: 'It is not in the list of what was refused any more.' };
      journal.append(forgiven.callId, { step: 'forgiven', by });
      return done;
    },
    keepJob(jobId, by) {
      const kept = jobs.keep(jobId, by);
      if (kept === 'kept') return done;
      return kept === 'none'
        ? noSuchJob
        : { ok: false, error: 'The journal cannot be written, and nothing runs on unrecorded.' };
    },
  };
}

/** A pause is in force until it is taken back, over restarts too. */
function savePaused(runs: Runs, settings: SettingsStore, changed: () => void): Promise<ActionReply> {
  const pausedRuns = runs.paused().flatMap((origin) => {
    if (origin.door !== 'client-tools') return [];
    const { profileId: profile, runId: run } = origin;
    return [{ profile, ...(run === undefined ? {} : { run }) }];
  });
  return change({ settings, changed }, () => ({ pausedRuns }));
}

/** The runs that were paused when Doorman ended, of the runtimes that there still are. */
export function pausedBefore({ pausedRuns, profiles }: Settings): readonly Origin[] {
  const names = new Map(profiles.map(({ id, name }) => [id, name])).set(EMBEDDED_PROFILE_ID, EMBEDDED_NAME);
  return pausedRuns.flatMap(({ profile, run }) => {
    const profileName = names.get(profile);
    if (profileName === undefined) return [];
    // The connection of then is gone; a run is known without it.
    const origin = { door: 'client-tools' as const, profileId: profile, profileName, connectionId: '' };
    return [run === undefined ? origin : { ...origin, runId: run }];
  });
}
