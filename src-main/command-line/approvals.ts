/** `doorman approvals`: see what waits, say yes or no. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';

const help = `Usage: doorman approvals [list] [--json]
       doorman approvals allow ID
       doorman approvals deny ID [--reason TEXT]

Shows the calls that wait for you, and answers one. ID may be shortened as long as it stays unique.
While the desktop runs, allowing from here must first be switched on in its window.

Example: doorman approvals deny c-3f2a --reason "use the staging server"`;

const about = { name: 'approvals', help };

export const approvalsCommand: Command = {
  ...about,
  async run(args, context) {
    const read = readArguments(args, {
      json: { type: 'boolean', default: false },
      reason: { type: 'string' },
    });
    if (!read.ok) return usageError(context, about, read.message);
    const [verb = 'list', id, ...rest] = read.positionals;
    if (verb === 'list' && id === undefined) return list(context, read.values.json === true);
    if ((verb !== 'allow' && verb !== 'deny') || rest.length > 0) {
      return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
    }
    if (id === undefined) return usageError(context, about, `${verb} needs the ID of a waiting call`);
    return answer(context, verb, id, read.values.reason);
  },
};

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('Nothing waits.');
  else for (const card of reply.value) context.out(describeCard(card));
  return 0;
}

async function answer(
  context: CommandContext,
  verb: 'allow' | 'deny',
  id: string,
  reason: string | undefined,
): Promise<ExitCode> {
  const waiting = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!waiting.ok) return failed(context, waiting.error);
  const matching = waiting.value.filter((card) => card.callId.startsWith(id));
  const [card] = matching;
  if (!card) return failed(context, `no waiting call has the ID ${visibleText(id)}. It may have ended.`);
  if (matching.length > 1)
    return failed(context, `${visibleText(id)} fits ${matching.length} calls; give more of it.`);
  const { callId, digest } = card;
  const reply =
    verb === 'allow'
      ? await control<'allow'>(context.paths.socket, { command: 'allow', callId, digest })
      : await control<'deny'>(context.paths.socket, {
          command: 'deny',
          callId,
          ...(reason ? { reason } : {}),
        });
  if (!reply.ok) return failed(context, reply.error);
  context.out(`${verb === 'allow' ? 'Allowed' : 'Denied'}: ${visibleText(card.summary)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman approvals: ${error}`);
  return 1;
}

/** One card as a person reads it in a terminal; nothing in it can move the cursor or hide. */
function describeCard(card: ApprovalCard): string {
  const seconds = Math.max(0, Math.round((card.expiresAt - Date.now()) / 1000));
  const kind = card.ask === 'must-look' ? 'must be looked at' : 'not on your list';
  return [
    `${card.callId}  ${visibleText(card.summary)}`,
    `  ${kind}; ${seconds} s left; behind the wall: ${card.wall}`,
    ...card.reasons.map((reason) => `  because: ${visibleText(reason.text)}`),
    ...visibleText(card.text, 'block')
      .split('\n')
      .map((line) => `  | ${line}`),
    ...(card.claimedReason ? [`  the agent says: "${visibleText(card.claimedReason)}"`] : []),
  ].join('\n');
}
