/**
 * What the command line may do with the runtimes of a host. A runtime more, or another token, gives somebody calls, so
 * it needs what every widening from there needs; taking one away or looking does not.
 */
import type { ControlReply, ControlRequest } from '../src-shared/control.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { actionReply } from './control-reply.ts';
import type { Host } from './host.ts';

type RuntimeRequest = Extract<ControlRequest, { command: `runtime-${string}` }>;

/** `whyNot`: why this host may not be given more from the command line now. */
export async function controlRuntimes(
  host: Pick<Host, 'addRuntime' | 'setRuntime' | 'removeRuntime' | 'setRuntimeToken' | 'testRuntime'>,
  whyNot: string | undefined,
  request: RuntimeRequest,
): Promise<ControlReply> {
  switch (request.command) {
    case 'runtime-add':
      if (whyNot) return { ok: false, error: `Add it in the window, ${whyNot}.` };
      return actionReply(await host.addRuntime(request.runtime));
    case 'runtime-set':
      if (whyNot) return { ok: false, error: `Change it in the window, ${whyNot}.` };
      return actionReply(await host.setRuntime(request));
    case 'runtime-token':
      if (whyNot) return { ok: false, error: `Enter the token in the window, ${whyNot}.` };
      return actionReply(await host.setRuntimeToken(request));
    case 'runtime-remove':
      return actionReply(await host.removeRuntime(request.profileId));
    case 'runtime-test': {
      const tested = await host.testRuntime(request.profileId);
      return tested.ok ? { ok: true, value: tested.report } : tested;
    }
    default:
      return assertNever(request);
  }
}
