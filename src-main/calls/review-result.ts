/** Puts a finished result before the person: it leaves as it is, edited, or not at all. Nobody looking means not at all. */
import type { Action } from '../../src-shared/action.ts';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Call } from '../../src-shared/call.ts';
import { hasPassed } from '../../src-shared/clock.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import type { MaskedCount } from '../../src-shared/masking.ts';
import { assertNever, type Outcome } from '../../src-shared/outcome.ts';
import { editedResult, type Reviewed, reviewOf } from '../../src-shared/review.ts';
import type { CallRooms, SettledQuestion } from './call-rooms.ts';
import { reviewDeadline } from './deadlines.ts';
import { abortedOutcome, endedEarly } from './ended-early.ts';
import type { LiveCall } from './live-calls.ts';

/** What leaves, and for whom. */
export interface Leaving {
  readonly action: Action;
  readonly call: Call;
  readonly live: LiveCall;
}

type Finished = Extract<Outcome, { kind: 'done' | 'tool-failed' }>;
type ReviewedStep = Extract<JournalStep, { step: 'reviewed' }>;

/** What the person makes of the result, which must have its credentials masked by now. */
export async function reviewResult(
  outcome: Finished,
  { action, call, live }: Leaving,
  rooms: CallRooms,
): Promise<Outcome> {
  const deadline = reviewDeadline(call);
  const result: Reviewed =
    outcome.kind === 'done' ? outcome.result : { kind: 'error', message: outcome.message };
  const card = cardFor(result, outcome.masked ?? [], { action, call, live }, deadline.wall, rooms);
  if (!(await rooms.recordNow(call.id, { step: 'review', expiresAt: deadline.wall }))) {
    return { kind: 'withheld', why: 'not-recorded' };
  }
  live.update({ state: 'reviewing' });
  const settled = await rooms.ask(card, deadline, live.signal);
  const end = endOf(settled, outcome, result);
  if (!(await rooms.recordNow(call.id, { step: 'reviewed', ...end.step }))) {
    return { kind: 'withheld', why: 'not-recorded' };
  }
  if (end.step.how === 'withheld') return end.outcome;
  // The moment that the writing took may have been the last one.
  const early = endedEarly(live.signal, stopsAll(rooms.gate(call.origin)));
  if (early) return early;
  return hasPassed(call.answerBy, rooms.clock.now()) ? { kind: 'withheld', why: 'not-seen' } : end.outcome;
}

/** A pause is for what has not run yet. */
function stopsAll(gate: ReturnType<CallRooms['gate']>): ReturnType<CallRooms['gate']> {
  return gate === 'paused' || gate === 'run-paused' ? 'open' : gate;
}

function cardFor(
  result: Reviewed,
  masked: readonly MaskedCount[],
  { action, call }: Leaving,
  expiresAt: number,
  rooms: CallRooms,
): ApprovalCard {
  const review = reviewOf(result, masked);
  const digest = rooms.sha256(JSON.stringify(['review', call.id, result]));
  return {
    callId: call.id,
    tool: call.tool,
    summary: action.summary,
    headline: action.headline,
    text: review.text,
    acts: false,
    input: call.input,
    ask: 'review',
    review,
    reasons: [],
    wall: 'none',
    canDropWall: false,
    ...(call.claimedReason === undefined ? {} : { claimedReason: call.claimedReason }),
    origin: call.origin,
    ...rooms.about(call.origin),
    // Nobody is asked whether it may run.
    asked: { same: 0, all: 0 },
    parsed: { commands: [], redirects: [], paths: [], leftOut: 0 },
    digest,
    meaning: digest,
    askedAt: rooms.clock.now().wall,
    expiresAt,
    scopes: [],
  };
}

interface End {
  readonly step: Omit<ReviewedStep, 'step'>;
  readonly outcome: Outcome;
}

function endOf(settled: SettledQuestion, outcome: Finished, result: Reviewed): End {
  switch (settled.kind) {
    case 'answered':
      return answered(settled, outcome, result);
    case 'expired':
      return withheld('not-seen', 'nobody looked in time');
    case 'too-many':
      return withheld('too-many-waiting', 'too many calls waited');
    case 'withdrawn': {
      const step = { how: 'withheld' as const, by: 'host' as const, reason: settled.why };
      return { step, outcome: abortedOutcome(settled.why) };
    }
    default:
      return assertNever(settled);
  }
}

function answered(
  { answer, by }: Extract<SettledQuestion, { kind: 'answered' }>,
  outcome: Finished,
  result: Reviewed,
): End {
  if (answer.kind === 'send') {
    if (answer.edited === undefined) return { step: { how: 'sent', by }, outcome };
    return { step: { how: 'edited', by }, outcome: withResult(outcome, editedResult(result, answer.edited)) };
  }
  if (answer.kind !== 'deny') throw new Error('a result was answered like a call');
  const reason = answer.reason?.trim();
  const said = reason ? { reason } : {};
  return { step: { how: 'withheld', by, ...said }, outcome: { kind: 'withheld', why: 'person', ...said } };
}

function withheld(why: 'not-seen' | 'too-many-waiting', reason: string): End {
  return { step: { how: 'withheld', by: 'host', reason }, outcome: { kind: 'withheld', why } };
}

function withResult(outcome: Finished, edited: Reviewed): Outcome {
  const { masked, whole } = outcome;
  const found = { ...(masked && { masked }), ...(whole && { whole }), edited: true as const };
  if (edited.kind === 'error') return { kind: 'tool-failed', message: edited.message, ...found };
  return { kind: 'done', result: edited, ...found };
}
