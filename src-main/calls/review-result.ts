/** Puts a finished result before the person: it leaves as it is, edited, or not at all. Nobody looking means not at all. */
import type { Action } from '../../src-shared/action.ts';
import type { ApprovalCard, EditWaiting } from '../../src-shared/approval.ts';
import type { Call } from '../../src-shared/call.ts';
import { hasPassed } from '../../src-shared/clock.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { assertNever, type Outcome } from '../../src-shared/outcome.ts';
import type { WaitingPicture } from '../../src-shared/picture.ts';
import { editedResult, type Reviewed, reviewOf } from '../../src-shared/review.ts';
import type { CallableTool, CallRooms, SettledQuestion } from './call-rooms.ts';
import { reviewDeadline } from './deadlines.ts';
import { editedBy, pictureAgain } from './edit-picture.ts';
import { abortedOutcome, endedEarly } from './ended-early.ts';
import type { LiveCall } from './live-calls.ts';

/** What leaves, and for whom. */
export interface Leaving {
  readonly tool: CallableTool;
  readonly action: Action;
  readonly call: Call;
  readonly live: LiveCall;
}

const SAME = 'That would be exactly the same picture as before.';

type Finished = Extract<Outcome, { kind: 'done' | 'tool-failed' }>;
type ReviewedStep = Extract<JournalStep, { step: 'reviewed' }>;

/** What the person makes of the result, which must have its credentials masked by now. */
export async function reviewResult(outcome: Finished, leaving: Leaving, rooms: CallRooms): Promise<Outcome> {
  const { call, live } = leaving;
  const deadline = reviewDeadline(call);
  const card = cardFor(outcome, leaving, deadline.wall, rooms);
  const shown: Shown = { outcome, card };
  if (!(await rooms.recordNow(call.id, { step: 'review', expiresAt: deadline.wall }))) {
    return { kind: 'withheld', why: 'not-recorded' };
  }
  live.update({ state: 'reviewing' });
  const settled = await rooms.ask(card, deadline, live.signal, editing(shown, leaving, rooms));
  const end = endOf(settled, shown);
  if (!(await rooms.recordNow(call.id, { step: 'reviewed', ...end.step }))) {
    return { kind: 'withheld', why: 'not-recorded' };
  }
  if (end.step.how === 'withheld') return end.outcome;
  // The moment that the writing took may have been the last one.
  const early = endedEarly(live.signal, stopsAll(rooms.gate(call.origin)));
  if (early) return early;
  return hasPassed(call.answerBy, rooms.clock.now()) ? { kind: 'withheld', why: 'not-seen' } : end.outcome;
}

/** What would leave as it stands now. */
interface Shown {
  outcome: Finished;
  card: ApprovalCard;
  pictureEdited?: boolean;
}

/** Texts are edited with the answer; a picture is made anew by Doorman, and is looked at again before it goes. */
function editing(shown: Shown, leaving: Leaving, rooms: CallRooms): EditWaiting | undefined {
  const { tool, call } = leaving;
  let { action } = leaving;
  if (shown.card.picture?.edit === undefined) return undefined;
  return async (edit, by) => {
    if (!('picture' in edit)) return { ok: false, why: 'It ran already: only its result can be changed.' };
    const again = await pictureAgain(tool, action, edit.picture);
    if (!again.ok) return again;
    const { picture } = again.action;
    if (!picture) throw new Error('a picture was changed and is gone');
    const outcome = { ...shown.outcome, kind: 'done' as const, result: picture.image, ...editedBy(picture) };
    const card = cardFor(outcome, { ...leaving, action: again.action }, shown.card.expiresAt, rooms);
    if (card.digest === shown.card.digest) return { ok: false, why: SAME };
    const take = () => {
      if (!rooms.record(call.id, { step: 'picture-edited', ...edit.picture, by })) return false;
      action = again.action;
      Object.assign(shown, { outcome, card, pictureEdited: true });
      return true;
    };
    return { ok: true, card: { ...card, askedAt: shown.card.askedAt }, take, drop: () => {} };
  };
}

/** A pause is for what has not run yet. */
function stopsAll(gate: ReturnType<CallRooms['gate']>): ReturnType<CallRooms['gate']> {
  return gate === 'paused' || gate === 'run-paused' ? 'open' : gate;
}

function cardFor(
  outcome: Finished,
  { action, call }: Leaving,
  expiresAt: number,
  rooms: CallRooms,
): ApprovalCard {
  const result = reviewedOf(outcome);
  const review = reviewOf(result, outcome.masked ?? []);
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
    ...pictureOf(result, action),
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

function reviewedOf(outcome: Finished): Reviewed {
  return outcome.kind === 'done' ? outcome.result : { kind: 'error', message: outcome.message };
}

/** A picture that a tool gave without taking it beforehand is shown as well, and goes as it is or not at all. */
function pictureOf(result: Reviewed, { picture }: Action): { readonly picture?: WaitingPicture } {
  if (result.kind !== 'image') return {};
  if (picture) return { picture: { ...picture, image: result } };
  const { width, height } = result;
  return { picture: { image: result, whole: { width, height } } };
}

interface End {
  readonly step: Omit<ReviewedStep, 'step'>;
  readonly outcome: Outcome;
}

function endOf(settled: SettledQuestion, shown: Shown): End {
  switch (settled.kind) {
    case 'answered':
      return answered(settled, shown);
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
  { outcome, pictureEdited }: Shown,
): End {
  if (answer.kind === 'send') {
    if (answer.edited === undefined) return { step: { how: pictureEdited ? 'edited' : 'sent', by }, outcome };
    const edited = editedResult(reviewedOf(outcome), answer.edited);
    return { step: { how: 'edited', by }, outcome: withResult(outcome, edited) };
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
