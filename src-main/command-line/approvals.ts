/** `doorman approvals`: see what waits, say yes or no, or answer a question. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Origin } from '../../src-shared/call.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { control } from './client.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';
import { questionLines, type ReplyArguments, readReply } from './reply-arguments.ts';

const help = `Usage: doorman approvals [list] [--json]
       doorman approvals allow ID
       doorman approvals deny ID [--reason TEXT]
       doorman approvals reply ID [--choice CHOICE]... [--text TEXT]

Shows the calls that wait for you, and answers one. ID may be shortened as long as it stays unique. A question of an
agent is replied to; deny declines to answer it. CHOICE is the number of an option in the list, or its words. Where the
question seems to ask for a secret, leave --text out: it is read from the terminal without being shown, or from
standard input. While the desktop runs, allowing and replying from here must first be switched on in its window.

Example: doorman approvals deny c-3f2a --reason "use the staging server"`;

const about = { name: 'approvals', help };

const options = {
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  choice: { type: 'string', multiple: true },
  text: { type: 'string' },
} as const;

/** Reads from the terminal without showing it, or from standard input. */
type ReadHidden = (prompt: string) => Promise<string>;

export function approvalsCommand(readHidden: ReadHidden): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const { json, reason, choice, text } = read.values;
      const [verb = 'list', id, ...rest] = read.positionals;
      if (verb === 'list' && id === undefined) return list(context, json === true);
      if ((verb !== 'allow' && verb !== 'deny' && verb !== 'reply') || rest.length > 0) {
        return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
      }
      if (id === undefined) return usageError(context, about, `${verb} needs the ID of a waiting call`);
      const found = await findCard(context, id);
      if ('problem' in found) return failed(context, found.problem);
      if (verb === 'reply') return reply(context, found.card, { choice, text }, readHidden);
      return answer(context, verb, found.card, reason);
    },
  };
}

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('Nothing waits.');
  else for (const card of reply.value) context.out(describeCard(card));
  return 0;
}

async function findCard(
  context: CommandContext,
  id: string,
): Promise<{ readonly card: ApprovalCard } | { readonly problem: string }> {
  const waiting = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!waiting.ok) return { problem: waiting.error };
  const matching = waiting.value.filter((card) => card.callId.startsWith(id));
  const [card] = matching;
  if (!card) return { problem: `no waiting call has the ID ${visibleText(id)}. It may have ended.` };
  if (matching.length > 1)
    return { problem: `${visibleText(id)} fits ${matching.length} calls; give more of it.` };
  return { card };
}

async function answer(
  context: CommandContext,
  verb: 'allow' | 'deny',
  { callId, digest, summary, question }: ApprovalCard,
  reason: string | undefined,
): Promise<ExitCode> {
  const reply =
    verb === 'allow'
      ? await control<'allow'>(context.paths.socket, { command: 'allow', callId, digest })
      : await control<'deny'>(context.paths.socket, {
          command: 'deny',
          callId,
          ...(reason ? { reason } : {}),
        });
  if (!reply.ok) return failed(context, reply.error);
  const done = verb === 'allow' ? 'Allowed' : question ? 'Declined' : 'Denied';
  context.out(`${done}: ${visibleText(summary)}`);
  return 0;
}

async function reply(
  context: CommandContext,
  card: ApprovalCard,
  given: ReplyArguments,
  readHidden: ReadHidden,
): Promise<ExitCode> {
  const read = await readReply(card, given, readHidden);
  if (!read.ok) return failed(context, read.problem);
  const { ok: _ok, ...reply } = read;
  const { callId, digest } = card;
  const sent = await control<'reply'>(context.paths.socket, { command: 'reply', callId, digest, ...reply });
  if (!sent.ok) return failed(context, sent.error);
  context.out(`Answered: ${visibleText(card.summary)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman approvals: ${error}`);
  return 1;
}

/** One card as a person reads it in a terminal; nothing in it can move the cursor or hide. */
function describeCard(card: ApprovalCard): string {
  const seconds = Math.max(0, Math.round((card.expiresAt - Date.now()) / 1000));
  const says = card.claimedReason ? [`  the agent says: "${visibleText(card.claimedReason)}"`] : [];
  if (card.question) {
    const head = `${card.callId}  A question from ${visibleText(originName(card.origin))}`;
    return [head, `  ${seconds} s left`, ...questionLines(card.question), ...says].join('\n');
  }
  const kind = card.ask === 'must-look' ? 'must be looked at' : 'not on your list';
  return [
    `${card.callId}  ${visibleText(card.summary)}`,
    `  ${kind}; ${seconds} s left; behind the wall: ${card.wall}`,
    ...card.reasons.map((reason) => `  because: ${visibleText(reason.text)}`),
    ...visibleText(card.text, 'block')
      .split('\n')
      .map((line) => `  | ${line}`),
    ...says,
  ].join('\n');
}

/** Who asks; all of it but the name of the runtime is a claim. */
function originName(origin: Origin): string {
  if (origin.door !== 'client-tools') return origin.door === 'direct' ? origin.name : origin.caller;
  const agent = origin.agentId === undefined ? '' : `, agent ${origin.agentId}`;
  const run = origin.runId === undefined ? '' : `, run ${origin.runId}`;
  return `${origin.profileName}${agent}${run}`;
}
