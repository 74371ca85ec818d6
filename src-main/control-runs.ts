/**
 * What the command line may do with jobs, runs, grants and what was refused. Ending and pausing is always open to it;
 * what gives something back needs what every widening from there needs.
 */
import type { ControlReply, ControlRequest } from '../src-shared/control.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { actionReply } from './control-reply.ts';
import type { Host } from './host.ts';

type RunRequest = Extract<
  ControlRequest,
  {
    command:
      | 'jobs'
      | 'stop-job'
      | 'keep-job'
      | 'pause-run'
      | 'resume-run'
      | 'refusals'
      | 'forgive'
      | 'grants'
      | 'end-grant';
  }
>;

/** `whyNot`: why this host may not be given more from the command line now. */
export async function controlRuns(
  host: Pick<Host, 'state' | 'stopJob' | 'keepJob' | 'pauseRun' | 'resumeRun' | 'forgive' | 'endGrant'>,
  whyNot: string | undefined,
  request: RunRequest,
): Promise<ControlReply> {
  switch (request.command) {
    case 'jobs':
      return { ok: true, value: host.state().jobs };
    case 'stop-job':
      return actionReply(await host.stopJob(request.jobId));
    case 'keep-job':
      // A job that is kept outlives its run.
      if (whyNot) return { ok: false, error: `Keep it in the window, ${whyNot}.` };
      return actionReply(host.keepJob(request.jobId, 'command-line'));
    case 'pause-run':
      return actionReply(await host.pauseRun(request.run));
    case 'resume-run':
      if (whyNot) return { ok: false, error: `Resume it in the window, ${whyNot}.` };
      return actionReply(await host.resumeRun(request.run));
    case 'grants':
      return { ok: true, value: host.state().grants };
    case 'end-grant':
      return actionReply(await host.endGrant(request.grant, 'command-line'));
    case 'refusals':
      return { ok: true, value: host.state().refusals };
    case 'forgive':
      if (whyNot) return { ok: false, error: `Forgive it in the window, ${whyNot}.` };
      return actionReply(host.forgive(request.refusalId, 'command-line'));
    default:
      return assertNever(request);
  }
}
