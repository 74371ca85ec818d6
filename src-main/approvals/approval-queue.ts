/**
 * The queue of questions that wait for the person. It knows no window: it asks, takes answers, expires and
 * withdraws. One question never replaces another; a question is settled exactly once; once its time has passed it
 * can only expire, whatever arrives a moment later. Equal questions of one run stand as one card, and each is settled by itself.
 */
import type {
  Answer,
  AnsweredBy,
  AnswerReceipt,
  AnswerRequest,
  ApprovalCard,
  EditRequest,
  EditWaiting,
  SeveralAnswers,
  StandingCard,
} from '../../src-shared/approval.ts';
import { type Clock, hasPassed, type Instant, remaining } from '../../src-shared/clock.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { ANOTHER_ACTION, whyNotForAll, whyNotNow } from './answer-fit.ts';
import { type EndedKind, EndedQuestions, type LateAnswer } from './ended-questions.ts';
import { equalKey, StandingCards, wholeCard } from './standing-cards.ts';

/** How a question ended. */
export type Settled =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly by: AnsweredBy }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn'; readonly why: WithdrawnWhy }
  | { readonly kind: 'too-many' };

export type WithdrawnWhy =
  | 'disconnected'
  | 'cancelled'
  | 'paused'
  | 'run-paused'
  | 'stopped'
  | 'shutting-down';

export interface QueueOptions {
  readonly clock: Clock;
  /** How many questions may wait at once; more are refused. */
  readonly limit: number;
  /** While the screen is locked nothing can be allowed, by whichever door. */
  screenLocked(): boolean;
  /** The number of the newest snapshot that a window can have drawn. */
  snapshot(): number;
  /** Called after each change, when `waiting()` already tells the new state. */
  onChange(): void;
  /** An answer came after the end. Puts it on record and in force; false where it cannot be written down. */
  onLate(late: LateAnswer): boolean;
  /** Whether these lines are one of the rules that this card offers. */
  isOffered(callId: string, lines: string): boolean;
}

interface ToAsk {
  readonly card: ApprovalCard;
  readonly deadline: Instant;
  readonly signal: EndSignal;
  readonly edit: EditWaiting | undefined;
}

interface Question {
  card: ApprovalCard;
  /** Missing where there is nothing to be edited. */
  edit: EditWaiting | undefined;
  /** True while an edit is being looked at: what the person wants to go is not what is shown. */
  isEditing: boolean;
  readonly deadline: Instant;
  /** The first snapshot that holds the card: an answer given on an older one cannot have seen it. */
  firstSnapshot: number;
  settle(how: Settled): void;
}

export class ApprovalQueue {
  readonly #options: QueueOptions;
  readonly #questions = new Map<string, Question>();
  readonly #standing = new StandingCards();
  /** Questions that were announced and not asked yet, by what makes them equal, with the end of their time. */
  readonly #coming = new Map<string, Instant>();
  readonly #ended: EndedQuestions;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#ended = new EndedQuestions(options);
  }

  /** Waits for the person until `deadline`. An aborted signal withdraws the question, its reason saying why. */
  ask(card: ApprovalCard, deadline: Instant, signal: EndSignal, edit?: EditWaiting): Promise<Settled> {
    const { clock } = this.#options;
    this.#coming.delete(equalKey(card));
    if (signal.aborted) return Promise.resolve({ kind: 'withdrawn', why: signal.reason as WithdrawnWhy });
    if (hasPassed(deadline, clock.now())) return Promise.resolve({ kind: 'expired' });
    if (this.isFull) return Promise.resolve({ kind: 'too-many' });
    return new Promise((resolve) => this.#wait({ card, deadline, signal, edit }, resolve));
  }

  answer(request: AnswerRequest, by: AnsweredBy): AnswerReceipt {
    if (request.answer.kind !== 'deny' && this.#options.screenLocked()) {
      return refused('The screen is locked: unlock it, then answer. It can be denied meanwhile.');
    }
    const question = this.#questions.get(request.callId);
    if (!question) return this.#answerLate(request, by);
    if (hasPassed(question.deadline, this.#options.clock.now())) {
      question.settle({ kind: 'expired' });
      return this.#answerLate(request, by);
    }
    const why = whyNotNow(question, request, this.#options) ?? whyNotYet(question, request);
    if (why) return refused(why);
    question.settle({ kind: 'answered', answer: request.answer, by });
    return { kind: 'accepted' };
  }

  #answerLate(request: AnswerRequest, by: AnsweredBy): AnswerReceipt {
    return this.#ended.answer(request, by, this.#options.snapshot());
  }

  /**
   * One answer to several calls, settled one by one in the order given: calls that came later are no part of it. What is
   * given for longer than once is given with the first yes that counts.
   */
  answerSeveral({ calls, snapshot, answer }: SeveralAnswers, by: AnsweredBy): readonly AnswerReceipt[] {
    const why = whyNotForAll(answer, new Set(calls.map(({ callId }) => this.#standing.of(callId))).size);
    if (why) return calls.map(() => refused(why));
    let current = answer;
    return calls.map(({ callId, digest }) => {
      const receipt = this.answer({ callId, digest, snapshot, answer: current }, by);
      if (receipt.kind === 'accepted' && current.kind === 'allow') current = { kind: 'allow' };
      return receipt;
    });
  }

  /**
   * Puts another input, or another picture, in place of the one of a waiting call, once it is known what comes of that. It answers nothing: the
   * call waits on, within the same time, on a card of its own, and is to be looked at anew.
   */
  async edit({ callId, digest, ...what }: EditRequest, by: AnsweredBy): Promise<AnswerReceipt> {
    const question = this.#questions.get(callId);
    if (!question) return refused(OVER);
    if (digest !== question.card.digest) return refused(ANOTHER_ACTION);
    const { edit } = question;
    if (!edit || question.isEditing) {
      return refused('It cannot be edited, or an edit of it is being looked at already.');
    }
    question.isEditing = true;
    const edited = await edit(what, by).finally(() => {
      question.isEditing = false;
    });
    if (!edited.ok) return refused(edited.why);
    const why = this.#putInPlace(question, edited);
    if (why === undefined) return { kind: 'accepted' };
    edited.drop();
    return refused(why);
  }

  /** Announces a question before it is asked. True where it will stand on a card with an equal one, or soon would. */
  joins(card: ApprovalCard, deadline: Instant): boolean {
    const key = equalKey(card);
    const coming = this.#coming.get(key);
    if (this.#standing.has(card) || (coming && !hasPassed(coming, this.#options.clock.now()))) return true;
    this.#coming.set(key, deadline);
    return false;
  }

  /** Whether one more question would be refused. */
  get isFull(): boolean {
    return this.#questions.size >= this.#options.limit;
  }

  /** The card that this call stands on. What it says is said of its oldest call. */
  card(callId: string): StandingCard | undefined {
    const standing = this.#standing.of(callId);
    return standing && wholeCard(standing);
  }

  /** What waits, a card a call, the oldest first. */
  waiting(): readonly ApprovalCard[] {
    return [...this.#questions.values()].map((question) => question.card);
  }

  /** Equal calls as one, in the order in which they came to stand. */
  get cards(): StandingCards {
    return this.#standing;
  }

  /** How many calls wait. */
  get size(): number {
    return this.#questions.size;
  }

  #wait({ card, deadline, signal, edit }: ToAsk, resolve: (settled: Settled) => void): void {
    const { callId } = card;
    const onAbort = () => question.settle({ kind: 'withdrawn', why: signal.reason as WithdrawnWhy });
    const stopClock = expireAt(this.#options.clock, deadline, () => question.settle({ kind: 'expired' }));
    const question: Question = {
      card,
      edit,
      isEditing: false,
      deadline,
      firstSnapshot: 0,
      settle: (how) => {
        if (!this.#questions.delete(callId)) return;
        this.#standing.remove(callId);
        stopClock();
        signal.removeEventListener('abort', onAbort);
        this.#ended.remember(question.card, endedKind(how), question.firstSnapshot);
        resolve(how);
        this.#options.onChange();
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#questions.set(callId, question);
    this.#standing.add(card);
    this.#options.onChange();
    question.firstSnapshot = this.#options.snapshot();
  }

  /** Why the edited action cannot stand in place of the old one, or nothing once it does. */
  #putInPlace(
    question: Question,
    { card, take }: { card: ApprovalCard; take(): boolean },
  ): string | undefined {
    const { callId } = card;
    if (this.#questions.get(callId) !== question) return OVER;
    if (hasPassed(question.deadline, this.#options.clock.now())) {
      question.settle({ kind: 'expired' });
      return OVER;
    }
    if (!take()) return 'It cannot be written into the journal, so it stays as it was.';
    question.card = card;
    this.#standing.replace(card);
    this.#options.onChange();
    question.firstSnapshot = this.#options.snapshot();
    return undefined;
  }
}

/** What Stop, a pause or the end of Doorman called off was not simply missed by the person. */
function endedKind(how: Settled): EndedKind {
  if (how.kind === 'answered') return 'answered';
  if (how.kind !== 'withdrawn') return 'unheard';
  return how.why === 'disconnected' || how.why === 'cancelled' ? 'unheard' : 'called-off';
}

const OVER = 'Too late: the call is over, or was never here.';

/** A yes never overtakes what the person has just changed; a no may. */
function whyNotYet({ isEditing }: Question, { answer }: AnswerRequest): string | undefined {
  if (!isEditing || answer.kind === 'deny') return undefined;
  return 'Your change is being made: look at what comes of it first.';
}

function refused(why: string): AnswerReceipt {
  return { kind: 'refused', why };
}

/** Timers follow one clock and may wake early or late; the deadline is checked on both when one fires. */
function expireAt(clock: Clock, deadline: Instant, expire: () => void): () => void {
  let cancel: () => void;
  const wait = () => {
    const left = remaining(deadline, clock.now());
    if (left <= 0) expire();
    else cancel = clock.after(left, wait);
  };
  cancel = clock.after(Math.max(0, remaining(deadline, clock.now())), wait);
  return () => cancel();
}
