/** What the command line may do with the mode and the tools. What gives agents more needs what all widening needs. */
import type { ControlReply, ControlRequest } from '../src-shared/control.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { actionReply } from './control-reply.ts';
import type { Host } from './host.ts';

type SwitchRequest = Extract<ControlRequest, { command: 'mode-set' | 'tool-set' | 'tool-review' }>;

/** `whyNot`: why this host may not be given more from the command line now. */
export async function controlSwitches(
  host: Pick<Host, 'setMode' | 'setTool' | 'setToolReview'>,
  whyNot: string | undefined,
  request: SwitchRequest,
): Promise<ControlReply> {
  if (whyNot && widens(request)) return { ok: false, error: `Change it in the window, ${whyNot}.` };
  switch (request.command) {
    case 'mode-set':
      return actionReply(await host.setMode(request.mode));
    case 'tool-set':
      return actionReply(await host.setTool({ tool: request.tool, on: request.on }));
    case 'tool-review':
      return actionReply(await host.setToolReview({ tool: request.tool, on: request.on }));
    default:
      return assertNever(request);
  }
}

function widens(request: SwitchRequest): boolean {
  if (request.command === 'mode-set') return request.mode === 'auto';
  return request.command === 'tool-set' ? request.on : !request.on;
}
