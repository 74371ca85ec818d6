/** Turns a verdict that asks into a question, waits for its end, and puts both on record. */
import { type Action, type DecidedWall, isActing } from '../../src-shared/action.ts';
import type {
  Answer,
  AnsweredBy,
  ApprovalCard,
  AskedSoFar,
  Edit,
  EditWaiting,
  OfferedScope,
} from '../../src-shared/approval.ts';
import type { Call } from '../../src-shared/call.ts';
import { denialOf } from '../../src-shared/denial.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { assertNever, type Outcome } from '../../src-shared/outcome.ts';
import type { PictureEdit } from '../../src-shared/picture.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import { actionDigest, meaningDigest } from './action-digest.ts';
import { recordableInput } from './admit-call.ts';
import type { CallRooms, SettledQuestion } from './call-rooms.ts';
import { approvalDeadline, questionDeadline } from './deadlines.ts';
import { type InHand, type LookedAgain, lookAgain } from './edit-input.ts';
import { pictureAgain } from './edit-picture.ts';
import { abortedOutcome } from './ended-early.ts';
import { decidedStep } from './judge-action.ts';
import type { LiveCall } from './live-calls.ts';
import { parsedAction } from './parsed-action.ts';
import { questionOf, takeReply } from './question-answer.ts';
import type { Step } from './resolve-action.ts';

/** What is asked of the person, and so what the call in hand is until they edit it. */
export interface Question {
  readonly inHand: InHand;
  readonly digest: string;
  readonly verdict: AskVerdict;
}

type AskVerdict = Extract<Verdict, { kind: 'ask' }>;

/** What one card is about. */
interface Asked {
  readonly action: Action;
  readonly call: Call;
  readonly digest: string;
  readonly verdict: AskVerdict;
  readonly workspaces?: readonly string[];
}

/** Resolves to the wall that the person agreed to, or to the outcome when there was no yes. */
export async function askPerson(
  { inHand, digest, verdict }: Question,
  live: LiveCall,
  rooms: CallRooms,
): Promise<Step<DecidedWall>> {
  const { call, action } = inHand;
  const asked: Asked = { action, call, digest, verdict };
  const deadline = deadlineOf(asked, rooms);
  const card = cardFor(asked, deadline.wall, rooms.countAsked(digest, call.origin), rooms);
  const over = rooms.takeQuestion(card, deadline);
  if (over) return { over: { kind: 'too-many-questions', ...over } };
  if (!(await rooms.recordNow(card.callId, { step: 'asked', expiresAt: deadline.wall }))) {
    return { over: { kind: 'not-recorded' } };
  }
  live.update({ state: 'waiting' });
  const shown: Shown = { asked: card, card, verdict };
  rooms.offers.open(card, action);
  try {
    const edit = card.question ? undefined : editing(shown, inHand, live, rooms);
    const settled = await rooms.ask(card, deadline, live.signal, edit);
    if (settled.kind === 'answered' && settled.answer.kind === 'reply') {
      live.update({ answeredBy: settled.by });
      const reply = { reply: settled.answer, by: settled.by };
      return { over: await takeReply(call, card, reply, live, rooms) };
    }
    if (!recordAnswer(shown.card, settled, rooms)) return { over: { kind: 'not-recorded' } };
    return apply(shown, settled, live, rooms);
  } finally {
    rooms.offers.close(card.callId);
  }
}

/** The card as the agent asked, and as it stands now. */
interface Shown {
  readonly asked: ApprovalCard;
  card: ApprovalCard;
  verdict: AskVerdict;
  /** Of the wall that the card names, where a rule named them. */
  workspaces?: readonly string[];
}

/** How the person puts another input, or another picture, in place while the question waits. What is put in place is on record before it is shown. */
function editing(shown: Shown, inHand: InHand, live: LiveCall, rooms: CallRooms): EditWaiting {
  return async (edit, by) => {
    const again =
      'input' in edit
        ? await lookAgain(inHand, edit.input, live, rooms)
        : await withPicture(inHand, edit.picture, shown, rooms);
    if (!again.ok) return again;
    const { asked } = shown;
    const card = editedCard(cardFor(again, asked.expiresAt, asked.asked, rooms), asked);
    if (card.digest === shown.card.digest) {
      again.drop();
      return { ok: false, why: 'That would do exactly the same as before.' };
    }
    const take = () => {
      const edited = editedStep(edit, by);
      const decided = decidedStep(again.action, again.digest, again.verdict);
      if (!rooms.record(card.callId, edited) || !rooms.record(card.callId, decided)) return false;
      again.take();
      Object.assign(shown, { card, verdict: again.verdict, workspaces: again.workspaces });
      live.update({ summary: again.action.summary });
      return true;
    };
    return { ok: true, card, take, drop: again.drop };
  };
}

function editedStep(edit: Edit, by: AnsweredBy): JournalStep {
  if ('input' in edit) return { step: 'edited', input: recordableInput(edit.input), by };
  return { step: 'picture-edited', ...edit.picture, by };
}

/** The standing question with another picture. It is judged no differently: what is on it is less than before. */
async function withPicture(
  inHand: InHand,
  edit: PictureEdit,
  { verdict, workspaces }: Shown,
  rooms: CallRooms,
): Promise<LookedAgain | { readonly ok: false; readonly why: string }> {
  const again = await pictureAgain(inHand.tool, inHand.action, edit);
  if (!again.ok) return again;
  const { action } = again;
  const { call } = inHand;
  const digest = actionDigest(action, rooms.sha256);
  const take = () => void Object.assign(inHand, { action });
  return {
    ok: true,
    call,
    action,
    digest,
    verdict,
    ...(workspaces ? { workspaces } : {}),
    take,
    drop: () => {},
  };
}

/** Once only: no grant is about what the agent did not ask for. */
function editedCard(card: ApprovalCard, asked: ApprovalCard): ApprovalCard {
  return {
    ...card,
    askedAt: asked.askedAt,
    scopes: [],
    edited: { from: asked.summary, meaning: asked.meaning },
  };
}

function deadlineOf({ verdict, call }: Asked, { reviewed }: CallRooms) {
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

function cardFor(question: Asked, expiresAt: number, asked: AskedSoFar, rooms: CallRooms): ApprovalCard {
  const { action, call, digest, verdict } = question;
  const toAnswer = verdict.ask === 'question' ? questionOf(action) : undefined;
  return {
    callId: call.id,
    tool: call.tool,
    summary: action.summary,
    headline: action.headline,
    text: action.text,
    acts: isActing(action),
    input: call.input,
    ask: verdict.ask,
    ...(toAnswer ? { question: toAnswer } : {}),
    ...(action.picture ? { picture: action.picture } : {}),
    reasons: verdict.reasons,
    wall: verdict.wall,
    canDropWall: verdict.wall === 'guarded' && !rooms.wallRequired(),
    ...claimOf(call),
    origin: call.origin,
    ...rooms.about(call.origin),
    asked,
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
function scopesFor({ action, call, verdict }: Asked, rooms: CallRooms): readonly OfferedScope[] {
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

function apply(shown: Shown, settled: SettledQuestion, live: LiveCall, rooms: CallRooms): Step<DecidedWall> {
  switch (settled.kind) {
    case 'answered':
      live.update({ answeredBy: settled.by });
      return applyAnswer(shown, settled.answer, rooms);
    case 'expired':
      return { over: { kind: shown.card.question ? 'unanswered' : 'expired' } };
    case 'withdrawn':
      return { over: abortedOutcome(settled.why) };
    case 'too-many':
      return { over: { kind: 'too-many-waiting', limit: rooms.limits.waiting } };
    default:
      return assertNever(settled);
  }
}

/** What is remembered is about what the agent asked, also where the person then edited it. */
function applyAnswer(shown: Shown, answer: Answer, rooms: CallRooms): Step<DecidedWall> {
  const { asked, card, workspaces } = shown;
  if (answer.kind === 'deny') {
    const denial = denialOf(answer);
    const { callId, meaning: digest, summary, origin } = asked;
    rooms.refusals.add({ callId, digest, summary, origin, ...claimOf(asked), ...denial });
    return { over: { kind: card.question ? 'declined' : 'denied-by-person', ...denial } };
  }
  if (answer.kind !== 'allow') throw new Error(`a ${answer.kind} was taken for a yes`);
  if (!card.edited) rooms.refusals.takeBack(card.meaning, card.origin);
  if (answer.grant) rooms.remember(card, answer);
  if (answer.withoutWall) return { go: { wall: 'none' } };
  return { go: { wall: card.wall, ...(workspaces ? { workspaces } : {}) } };
}
