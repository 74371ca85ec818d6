/** What the command line may do about direct callers. Who lets somebody in widens, and needs what all widening needs. */
import type { ControlReply, ControlRequest } from '../src-shared/control.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { actionReply } from './control-reply.ts';
import type { Host } from './host.ts';

type CallerRequest = Extract<ControlRequest, { command: 'contacts' | 'listen' | `caller-${string}` }>;

/** `whyNot`: why this host may not be given more from the command line now. */
export async function controlCallers(
  host: Pick<Host, 'state' | 'acceptCaller' | 'refuseCaller' | 'inviteCaller' | 'setListening'>,
  whyNot: string | undefined,
  request: CallerRequest,
): Promise<ControlReply> {
  switch (request.command) {
    case 'contacts':
      return { ok: true, value: host.state().direct };
    case 'caller-accept':
      if (whyNot) return { ok: false, error: `Let it in in the window, ${whyNot}.` };
      return actionReply(await host.acceptCaller(request.contact));
    case 'caller-invite': {
      if (whyNot) return { ok: false, error: `Invite in the window, ${whyNot}.` };
      const made = await host.inviteCaller(request.invite);
      return made.ok ? { ok: true, value: { code: made.code } } : made;
    }
    case 'caller-refuse':
      return actionReply(await host.refuseCaller(request.caller));
    case 'listen':
      if (request.on && whyNot) return { ok: false, error: `Open the door in the window, ${whyNot}.` };
      return actionReply(await host.setListening(request.on));
    default:
      return assertNever(request);
  }
}
