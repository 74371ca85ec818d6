/** Turns a verdict that asks into a question, waits for its end, and puts both on record. */
import { type Action, type DecidedWall, isActing } from '../../src-shared/action.ts';
import type { Answer, ApprovalCard, OfferedScope } from '../../src-shared/approval.ts';
import type { Call } from '../../src-shared/call.ts';
import { denialOf } from '../../src-shared/denial.ts';
import { assertNever, type Outcome } from '../../src-shared/outcome.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import { meaningDigest } from './action-digest.ts';
import type { CallRooms, SettledQuestion } from './call-rooms.ts';
import { approvalDeadline, questionDeadline } from './deadlines.ts';
import { abortedOutcome } from './ended-early.ts';
import type { LiveCall } from './live-calls.ts';
import { parsedAction } from './parsed-action.ts';
import { questionOf, takeReply } from './question-answer.ts';

export interface Question {
  readonly action: Action;
  readonly call: Call;
  readonly digest: string;
  readonly verdict: Extract<Verdict, { kind: 'ask' }>;
}

/** Resolves to the wall that the person agreed to, or to the outcome when there was no yes. */
export async function askPerson(
  question: Question,
  live: LiveCall,
  rooms: CallRooms,
): Promise<{ readonly go: DecidedWall } | { readonly over: Outcome }> {
  const deadline = deadlineOf(question, rooms);
  const card = cardFor(question, deadline.wall, rooms);
  const over = rooms.takeQuestion(card, deadline);
  if (over) return { over: { kind: 'too-many-questions', ...over } };
  if (!(await rooms.recordNow(card.callId, { step: 'asked', expiresAt: deadline.wall }))) {
    return { over: { kind: 'not-recorded' } };
  }
  live.update({ state: 'waiting' });
  rooms.offers.open(card, question.action);
  try {
    const settled = await rooms.ask(card, deadline, live.signal);
    if (settled.kind === 'answered' && settled.answer.kind === 'reply') {
      live.update({ answeredBy: settled.by });
      const reply = { reply: settled.answer, by: settled.by };
      return { over: await takeReply(question.call, card, reply, live, rooms) };
    }
    if (!recordAnswer(card, settled, rooms)) return { over: { kind: 'not-recorded' } };
    return apply(card, settled, live, rooms);
  } finally {
    rooms.offers.close(card.callId);
  }
}

function deadlineOf({ verdict, call }: Question, { reviewed }: CallRooms) {
  if (verdict.ask === 'question') return questionDeadline(call);
  return approvalDeadline(call, reviewed(call.tool, call.origin));
}

/** A no lasts for the run, so that nobody is worn down by being asked again. */
export function refusedBefore(
  action: Action,
  call: Call,
  live: LiveCall,
  rooms: CallRooms,
): Outcome | undefined {
  const digest = meaningDigest(action, rooms.sha256);
  const before = rooms.refusals.again({ digest, origin: call.origin, ...claimOf(call) });
  if (!before) return undefined;
  live.update({ answeredBy: 'refusal-memory' });
  const outcome: Outcome = { kind: 'refused-before', ...before };
  const reason = `refused ${before.times} times before in this run`;
  const step = { step: 'answered' as const, answer: 'deny' as const, by: 'refusal-memory' as const, reason };
  return rooms.record(call.id, step) ? outcome : { kind: 'not-recorded' };
}

function cardFor(question: Question, expiresAt: number, rooms: CallRooms): ApprovalCard {
  const { action, call, digest, verdict } = question;
  const asked = verdict.ask === 'question' ? questionOf(action) : undefined;
  return {
    callId: call.id,
    tool: call.tool,
    summary: action.summary,
    headline: action.headline,
    text: action.text,
    acts: isActing(action),
    input: call.input,
    ask: verdict.ask,
    ...(asked ? { question: asked } : {}),
    reasons: verdict.reasons,
    wall: verdict.wall,
    canDropWall: verdict.wall === 'guarded' && !rooms.wallRequired(),
    ...claimOf(call),
    origin: call.origin,
    ...rooms.about(call.origin),
    asked: rooms.countAsked(digest, call.origin),
    parsed: parsedAction(action),
    digest,
    meaning: meaningDigest(action, rooms.sha256),
    askedAt: rooms.clock.now().wall,
    expiresAt,
    scopes: scopesFor(question, rooms),
  };
}

function claimOf({ claimedReason }: Pick<Call, 'claimedReason'>): { readonly claimedReason?: string } {
  return claimedReason === undefined ? {} : { claimedReason };
}

/** What must be looked at or answered is never granted for later; a run can only be granted where one is named. */
function scopesFor({ action, call, verdict }: Question, rooms: CallRooms): readonly OfferedScope[] {
  if (verdict.ask !== 'no-rule') return [];
  const named = call.origin.door === 'client-tools' && call.origin.runId !== undefined;
  const always = rooms.canBeRule(action, verdict);
  return [...(named ? ['run' as const] : []), 'minutes', ...(always ? ['always' as const] : [])];
}

function recordAnswer(card: ApprovalCard, settled: SettledQuestion, rooms: CallRooms): boolean {
  if (settled.kind === 'too-many') return true;
  if (settled.kind !== 'answered') {
    const answer = settled.kind === 'expired' ? 'expired' : 'withdrawn';
    return rooms.record(card.callId, { step: 'answered', answer, by: 'host' });
  }
  const { answer, by } = settled;
  if (answer.kind === 'send') throw new Error('a call was answered like a result');
  return rooms.record(card.callId, {
    step: 'answered',
    answer: answer.kind,
    by,
    ...(answer.kind === 'allow' && answer.grant ? { grant: answer.grant } : {}),
    ...(answer.kind === 'allow' && answer.rule ? { rule: answer.rule } : {}),
    ...(answer.kind === 'deny' ? denialOf(answer) : {}),
  });
}

function apply(
  card: ApprovalCard,
  settled: SettledQuestion,
  live: LiveCall,
  rooms: CallRooms,
): { readonly go: DecidedWall } | { readonly over: Outcome } {
  switch (settled.kind) {
    case 'answered':
      live.update({ answeredBy: settled.by });
      return applyAnswer(card, settled.answer, rooms);
    case 'expired':
      return { over: { kind: card.question ? 'unanswered' : 'expired' } };
    case 'withdrawn':
      return { over: abortedOutcome(settled.why) };
    case 'too-many':
      return { over: { kind: 'too-many-waiting', limit: rooms.limits.waiting } };
    default:
      return assertNever(settled);
  }
}

function applyAnswer(
  card: ApprovalCard,
  answer: Answer,
  rooms: CallRooms,
): { readonly go: DecidedWall } | { readonly over: Outcome } {
  if (answer.kind === 'deny') {
    const denial = denialOf(answer);
    const { callId, meaning: digest, summary, origin } = card;
    rooms.refusals.add({ callId, digest, summary, origin, ...claimOf(card), ...denial });
    return { over: { kind: card.question ? 'declined' : 'denied-by-person', ...denial } };
  }
  if (answer.kind !== 'allow') throw new Error(`a ${answer.kind} was taken for a yes`);
  rooms.refusals.takeBack(card.meaning, card.origin);
  if (answer.grant) rooms.remember(card, answer);
  return { go: { wall: answer.withoutWall ? 'none' : card.wall } };
}
