/**
 * What the command line may do with a host. While a desktop runs, it may look, deny, pause and stop; a yes from it
 * needs the person's switch in the window and a wall in force, and never settles what must be looked at.
 */
import type { Answer, AnswerReceipt, ApprovalCard } from '../src-shared/approval.ts';
import type { ControlReply, ControlRequest, StatusReply } from '../src-shared/control.ts';
import { denialOf } from '../src-shared/denial.ts';
import { assertNever } from '../src-shared/outcome.ts';
import { controlCallers } from './control-callers.ts';
import { actionReply } from './control-reply.ts';
import { controlRuns } from './control-runs.ts';
import { controlRuntimes } from './control-runtimes.ts';
import { controlSwitches } from './control-switches.ts';
import type { Host } from './host.ts';
import { nextChange } from './next-change.ts';

/** The command line never ends a host: whoever started it does. */
type ControlledHost = Omit<Host, 'shutdown' | 'history'>;

export function controlHost(
  host: ControlledHost,
  about: Omit<StatusReply, 'state'>,
): (request: ControlRequest) => Promise<ControlReply> {
  return async (request) => {
    switch (request.command) {
      case 'status':
        return { ok: true, value: { ...about, state: host.state() } };
      case 'approvals':
        return { ok: true, value: waitingCards(host) };
      case 'watch':
        return watch(host, about.kind, request.after);
      case 'allow':
        return allow(host, about.kind, request);
      case 'reply':
        return reply(host, about.kind, request);
      case 'deny':
        return receiptReply(deny(host, request));
      case 'pause':
        return actionReply(await host.pause());
      case 'stop':
        return actionReply(await host.stop());
      case 'resume':
        return resume(host, about.kind);
      default:
        return controlMore(host, whyNotWiden(host, about.kind), request);
    }
  };
}

type AnswerCommand =
  | 'status'
  | 'approvals'
  | 'watch'
  | 'allow'
  | 'reply'
  | 'deny'
  | 'pause'
  | 'stop'
  | 'resume';

/** What concerns runs, runtimes and callers; each has a file of its own. */
function controlMore(
  host: ControlledHost,
  whyNot: string | undefined,
  request: Exclude<ControlRequest, { command: AnswerCommand }>,
): ControlReply | Promise<ControlReply> {
  switch (request.command) {
    case 'jobs':
    case 'stop-job':
    case 'keep-job':
    case 'pause-run':
    case 'resume-run':
    case 'grants':
    case 'end-grant':
    case 'refusals':
    case 'forgive':
      return controlRuns(host, whyNot, request);
    case 'runtime-add':
    case 'runtime-set':
    case 'runtime-remove':
    case 'runtime-token':
    case 'runtime-test':
      return controlRuntimes(host, whyNot, request);
    case 'mode-set':
    case 'tool-set':
    case 'tool-review':
      return controlSwitches(host, whyNot, request);
    case 'contacts':
    case 'listen':
    case 'caller-accept':
    case 'caller-refuse':
    case 'caller-invite':
      return controlCallers(host, whyNot, request);
    default:
      return assertNever(request);
  }
}

function waitingCards(host: ControlledHost) {
  return host.state().waiting.flatMap((waiting) => {
    const card = host.card(waiting.callId);
    if (!card) return [];
    // Nobody reads the bytes of a picture in a terminal.
    const { picture: _unread, ...rest } = card;
    return [rest];
  });
}

async function watch(
  host: ControlledHost,
  kind: StatusReply['kind'],
  after: number,
): Promise<ControlReply<'watch'>> {
  await nextChange(host, after);
  const cards = waitingCards(host);
  const why = ({ callId }: ApprovalCard) => (kind === 'desktop' ? whyWindowOnly(host, callId) : undefined);
  const windowOnly = cards.flatMap((card) => {
    const text = why(card);
    return text === undefined ? [] : [[card.callId, text] as const];
  });
  return { ok: true, value: { seq: host.state().seq, cards, windowOnly: Object.fromEntries(windowOnly) } };
}

/** For always it is the narrowest rule; a wider one is picked in the window. */
async function allow(
  host: ControlledHost,
  kind: StatusReply['kind'],
  { callId, digest, grant }: Extract<ControlRequest, { command: 'allow' }>,
): Promise<ControlReply> {
  const refusal = kind === 'desktop' ? whyWindowOnly(host, callId) : undefined;
  if (refusal) return { ok: false, error: refusal };
  const [narrowest] = grant === 'always' ? await host.ruleOffers(callId) : [];
  if (grant === 'always' && !narrowest) {
    return { ok: false, error: 'No rule can say this exactly. Allow it once, or for a time.' };
  }
  const rule = narrowest && { rule: narrowest.lines };
  const isResult = host.card(callId)?.ask === 'review';
  const answer: Answer = isResult
    ? { kind: 'send' }
    : { kind: 'allow', ...(grant ? { grant } : {}), ...rule };
  const snapshot = host.state().seq;
  const receipt = host.answer({ callId, digest, snapshot, answer }, 'command-line');
  return receipt.kind === 'accepted' ? { ok: true, value: rule ?? null } : receiptReply(receipt);
}

function reply(
  host: ControlledHost,
  kind: StatusReply['kind'],
  { callId, digest, choices, text }: Extract<ControlRequest, { command: 'reply' }>,
): ControlReply {
  const refusal = kind === 'desktop' ? whyWindowOnly(host, callId) : undefined;
  if (refusal) return { ok: false, error: refusal };
  const answer = { kind: 'reply' as const, choices, ...(text === undefined ? {} : { text }) };
  const snapshot = host.state().seq;
  return receiptReply(host.answer({ callId, digest, snapshot, answer }, 'command-line'));
}

function deny(
  host: ControlledHost,
  { callId, ...denial }: Extract<ControlRequest, { command: 'deny' }>,
): AnswerReceipt {
  const answer = { kind: 'deny' as const, ...denialOf(denial) };
  return host.answer({ callId, digest: '0'.repeat(64), snapshot: host.state().seq, answer }, 'command-line');
}

function whyWindowOnly(host: ControlledHost, callId: string): string | undefined {
  const state = host.state();
  if (!state.allowFromCommandLine) {
    return 'Answer in the approval window. Allowing from the command line must first be switched on in the window, under Permissions.';
  }
  if (!state.wall.available) {
    return 'Answer in the approval window: without a wall, a command that runs here could answer for you.';
  }
  const card = host.card(callId);
  if (card?.question?.secret !== undefined) {
    return `Answer in the approval window: it seems to ask for ${card.question.secret}.`;
  }
  if (card?.ask === 'must-look') {
    return 'Answer in the approval window: this call must be looked at there.';
  }
  if (card?.picture) return 'Answer in the approval window: the picture must be looked at there.';
  if (card?.ask === 'review') return 'Answer in the approval window: the result must be looked at there.';
  return undefined;
}

/** Why the command line may not give back here what was taken away, or nothing. */
function whyNotWiden(host: ControlledHost, kind: StatusReply['kind']): string | undefined {
  if (kind !== 'desktop') return undefined;
  const { allowFromCommandLine, wall } = host.state();
  if (!wall.available) return 'for want of a wall';
  return allowFromCommandLine ? undefined : 'or switch on answers from the command line there first';
}

/** Without a desktop there is no window, so resuming here lifts Stop as well. */
async function resume(host: ControlledHost, kind: StatusReply['kind']): Promise<ControlReply> {
  const why = whyNotWiden(host, kind);
  if (why) return { ok: false, error: `Resume in the window, ${why}.` };
  if (kind === 'desktop') return actionReply(await host.resume());
  const lifted = await host.liftStop();
  return lifted.ok ? actionReply(await host.resume()) : actionReply(lifted);
}

function receiptReply(receipt: AnswerReceipt): ControlReply {
  return receipt.kind === 'accepted' ? { ok: true, value: null } : { ok: false, error: receipt.why };
}
