/** `doorman approvals`: see what waits, say yes or no, or answer a question. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { ADVICE, type Advice, denialOf } from '../../src-shared/denial.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { type OpenKeys, watchApprovals } from './approvals-watch.ts';
import { describeCard, doneWord } from './card-words.ts';
import { control } from './client.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  readArguments,
  saying,
  usageError,
} from './command.ts';
import { pickById } from './pick-by-id.ts';
import { type ReplyArguments, readReply } from './reply-arguments.ts';

const help = `Usage: doorman approvals [list] [--json]
       doorman approvals watch [--json]
       doorman approvals allow ID [--for run|15m|always] [--json]
       doorman approvals deny ID [--reason TEXT] [--advice ADVICE] [--json]
       doorman approvals reply ID [--choice CHOICE]... [--text TEXT] [--json]

Shows the calls that wait for you, and answers one. ID may be shortened as long as it stays unique; equal calls of one
run share a card, and each has its own ID. "watch" shows each call as it comes and takes one key for it; where its output
is no terminal, or with --json, it prints a line for each that comes and goes, and takes none. "--for always" adds the
narrowest rule to your permission file and prints it; "doorman grants" takes such a yes back. ADVICE tells the agent what
to do: ${ADVICE.join(', ')}.
A no by the whole ID of a call that is over already counts for the next time it is asked in the same run. Of a call that
ran and whose result waits for you, allow sends the result and deny withholds it. A question of an agent is replied to;
deny declines to answer it. CHOICE is the number of an option in the list, or its words. Where the question seems to ask
for a secret, leave --text out: it is read from the terminal without being shown, or from standard input. While the
desktop runs, allowing and replying from here must first be switched on in its window.

Example: doorman approvals deny c-3f2a --reason "use the staging server"`;

const about = { name: 'approvals', help };

const options = {
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  advice: { type: 'string' },
  for: { type: 'string' },
  choice: { type: 'string', multiple: true },
  text: { type: 'string' },
} as const;

/** Reads from the terminal without showing it, or from standard input. */
type ReadHidden = (prompt: string) => Promise<string>;

/** @param openKeys what is pressed at the terminal; missing where there is none */
export function approvalsCommand(readHidden: ReadHidden, openKeys: OpenKeys): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const { json, reason, advice, choice, text, for: span } = read.values;
      if (span !== undefined && !isSpan(span)) return usageError(context, about, `unknown --for: ${span}`);
      if (advice !== undefined && !isAdvice(advice))
        return usageError(context, about, `unknown --advice: ${advice}`);
      const [verb = 'list', id, ...rest] = read.positionals;
      if (verb === 'list' && id === undefined) return list(context, json === true);
      if (verb === 'watch' && id === undefined) return watchApprovals(context, openKeys, json === true);
      if ((verb !== 'allow' && verb !== 'deny' && verb !== 'reply') || rest.length > 0) {
        return usageError(context, about, `unknown use: ${read.positionals.join(' ')}`);
      }
      if (id === undefined) return usageError(context, about, `${verb} needs the ID of a waiting call`);
      const told = saying(context, json);
      const found = await findCard(context, id);
      if ('problem' in found) {
        return verb === 'deny' && found.gone
          ? denyLate(told, id, { reason, advice }, found.problem)
          : failed(context, found.problem);
      }
      if (verb === 'reply') return reply(told, found.card, { choice, text }, readHidden);
      return verb === 'allow' ? allow(told, found.card, span) : deny(told, found.card, { reason, advice });
    },
  };
}

async function list(context: CommandContext, json: boolean): Promise<ExitCode> {
  const reply = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!reply.ok) return failed(context, reply.error);
  if (json) context.out(JSON.stringify(reply.value));
  else if (reply.value.length === 0) context.out('Nothing waits.');
  else for (const card of reply.value) context.out(describeCard(card, Date.now()));
  return 0;
}

async function findCard(
  context: CommandContext,
  id: string,
): Promise<{ readonly card: ApprovalCard } | { readonly problem: string; readonly gone?: true }> {
  const waiting = await control<'approvals'>(context.paths.socket, { command: 'approvals' });
  if (!waiting.ok) return { problem: waiting.error };
  // Equal calls of one run share a card, and each can be answered by itself.
  const calls = waiting.value.flatMap((card) => card.callIds.map((callId) => ({ ...card, callId })));
  const picked = pickById(calls, (call) => call.callId, id, ['waiting call', 'calls']);
  if (picked.ok) return { card: picked.item };
  const { problem, found } = picked;
  return found === 0 ? { problem, gone: true } : { problem };
}

const SPANS = { run: 'run', '15m': 'minutes', always: 'always' } as const;
type Span = keyof typeof SPANS;

const isSpan = (text: string): text is Span => Object.hasOwn(SPANS, text);
const isAdvice = (text: string): text is Advice => ADVICE.some((advice) => advice === text);

async function allow(context: CommandContext, card: ApprovalCard, span: Span | undefined): Promise<ExitCode> {
  const { callId, digest, summary } = card;
  const grant = span && { grant: SPANS[span] };
  const reply = await control<'allow'>(context.paths.socket, { command: 'allow', callId, digest, ...grant });
  if (!reply.ok) return failed(context, reply.error);
  const rule = reply.value
    ? [`Added to your permission file:\n${visibleText(reply.value.rule, 'block')}`]
    : [];
  context.out([`${doneWord(card, true)}: ${visibleText(summary)}`, ...rule].join('\n'));
  return 0;
}

interface Said {
  readonly reason: string | undefined;
  readonly advice: Advice | undefined;
}

async function deny(context: CommandContext, card: ApprovalCard, said: Said): Promise<ExitCode> {
  const { callId, summary } = card;
  const denial = denialOf(said);
  const reply = await control<'deny'>(context.paths.socket, { command: 'deny', callId, ...denial });
  if (!reply.ok) return failed(context, reply.error);
  context.out(`${doneWord(card, false)}: ${visibleText(summary)}`);
  return 0;
}

/** It may have ended a moment ago: the no then counts for the next asking. */
async function denyLate(
  context: CommandContext,
  callId: string,
  said: Said,
  problem: string,
): Promise<ExitCode> {
  const reply = await control<'deny'>(context.paths.socket, { command: 'deny', callId, ...denialOf(said) });
  if (!reply.ok) return failed(context, problem);
  context.out('It is over already and was not run. Asked again in the same run, it is refused.');
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
  context.out(`${doneWord(card, true)}: ${visibleText(card.summary)}`);
  return 0;
}

function failed(context: CommandContext, error: string): ExitCode {
  context.error(`doorman approvals: ${error}`);
  return 1;
}
