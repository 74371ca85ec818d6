/** What an action of a person came to, as the command line hears it. */
import type { ControlReply } from '../src-shared/control.ts';
import type { ActionReply } from '../src-shared/ipc-contract.ts';

export function actionReply(reply: ActionReply): ControlReply {
  return reply.ok ? { ok: true, value: null } : { ok: false, error: reply.error };
}
