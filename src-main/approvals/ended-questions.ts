/**
 * The questions that ended a short time ago: an answer that comes too late settles nothing any more, but a no still counts
 * for the next asking, and a yes may be given for it.
 */
import type {
  Answer,
  AnsweredBy,
  AnswerReceipt,
  AnswerRequest,
  ApprovalCard,
} from '../../src-shared/approval.ts';
import { type Clock, hasPassed, type Instant, later } from '../../src-shared/clock.ts';

/** How a question ended, as far as late answers go by it. `unheard`: it expired or was withdrawn; nobody answered it. */
export type EndedKind = 'answered' | 'unheard' | 'called-off';

/** What is kept of a card: its input may be a megabyte. */
export interface EndedCard
  extends Pick<
    ApprovalCard,
    'callId' | 'digest' | 'meaning' | 'ask' | 'origin' | 'summary' | 'claimedReason'
  > {
  /** `meaning` and `summary` are then of what the agent had asked. */
  readonly edited?: true;
}

/** What a person said of a call that was over already. `next`: yes, where it is asked again. */
export interface LateAnswer {
  readonly card: EndedCard;
  readonly said:
    | { readonly kind: 'next' }
    | { readonly kind: 'too-late' }
    | Extract<Answer, { kind: 'deny' }>;
  readonly by: AnsweredBy;
}

export interface EndedOptions {
  readonly clock: Clock;
  /** Puts it on record and in force. False where it cannot be written down: then nothing is in force. */
  onLate(late: LateAnswer): boolean;
}

interface Ended {
  readonly kind: EndedKind;
  readonly card: EndedCard;
  readonly firstSnapshot: number;
  readonly until: Instant;
  /** What was said last: the same twice is one. */
  said?: LateAnswer['said']['kind'];
}

/** Questions that are remembered, the last ones. */
const REMEMBERED = 500;

/** How long after its end a question takes a late answer. Milliseconds. */
const LATE_MS = 15 * 60_000;

/** What is kept of a summary and a claim. Characters. */
const KEPT_TEXT = 2_000;

export class EndedQuestions {
  readonly #options: EndedOptions;
  readonly #ended = new Map<string, Ended>();

  constructor(options: EndedOptions) {
    this.#options = options;
  }

  remember(card: ApprovalCard, kind: EndedKind, firstSnapshot: number): void {
    const until = later(this.#options.clock.now(), LATE_MS);
    this.#ended.set(card.callId, { kind, card: briefly(card), firstSnapshot, until });
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > REMEMBERED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** `newest` is the number of the newest snapshot. */
  answer({ callId, digest, snapshot, answer }: AnswerRequest, by: AnsweredBy, newest: number): AnswerReceipt {
    const ended = this.#ended.get(callId);
    if (!ended) return refused('No such call is waiting.');
    if (ended.kind === 'answered') return refused('It was answered already.');
    const tooLate = refused('Too late: the call is over and was not run.');
    if (answer.kind === 'send' || ended.card.ask === 'review')
      return refused('Too late: the call is over, and its result was not sent.');
    if (answer.kind === 'reply')
      return refused('Too late: the question is over, and your answer was not sent.');
    if (ended.kind === 'called-off' || hasPassed(ended.until, this.#options.clock.now()))
      return answer.kind === 'allow' ? tooLate : refused('The call is over already; it was not run.');
    if (answer.kind === 'deny') return this.#say(ended, answer, by);
    if (answer.grant !== 'next') {
      this.#say(ended, { kind: 'too-late' }, by);
      return tooLate;
    }
    if (ended.card.ask !== 'no-rule')
      return refused('It must be looked at each time, so it cannot be allowed ahead.');
    if (ended.card.edited) return refused('You had edited it: only what an agent asks for is allowed ahead.');
    const isShown = snapshot >= ended.firstSnapshot && snapshot <= newest;
    if (digest !== ended.card.digest || !isShown) return refused('The answer was not given on this card.');
    return this.#say(ended, { kind: 'next' }, by);
  }

  #say(ended: Ended, said: LateAnswer['said'], by: AnsweredBy): AnswerReceipt {
    if (ended.said === said.kind) return refused('It was answered already.');
    if (!this.#options.onLate({ card: ended.card, said, by }))
      return refused('The journal cannot be written, and nothing is allowed or refused unrecorded.');
    ended.said = said.kind;
    return { kind: 'accepted' };
  }
}

/** What a late answer is about is what the agent asked, also where the person had edited it. */
function briefly({ callId, digest, ask, origin, claimedReason, ...card }: ApprovalCard): EndedCard {
  const claim = claimedReason === undefined ? {} : { claimedReason: claimedReason.slice(0, KEPT_TEXT) };
  const { from: summary = card.summary, meaning = card.meaning } = card.edited ?? {};
  const edited = card.edited ? { edited: true as const } : {};
  return { callId, digest, meaning, ask, origin, summary: summary.slice(0, KEPT_TEXT), ...claim, ...edited };
}

function refused(why: string): AnswerReceipt {
  return { kind: 'refused', why };
}
