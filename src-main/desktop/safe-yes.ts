/**
 * The last check on a yes before the host hears it: was exactly this card in front of the person, whole, for long
 * enough, and did a person act just now. One instance belongs to one life of the approval window.
 */
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import type { AnswerReceipt, AnswerRequest, SeveralAnswers } from '../../src-shared/approval.ts';
import type { AskKind } from '../../src-shared/verdict.ts';

/**
 * How long a card must have been whole in view before it can be allowed, in milliseconds (DESIGN.md, 'The safe yes').
 * Counted from its report as shown, so that a second click never lands on a card that has just moved up.
 */
export const MIN_VIEW_MS = 500;

/** Snapshots an answer may still name. A window that lags further behind is asked to look again. */
const REMEMBERED_SNAPSHOTS = 256;

export interface CardRef {
  readonly cardId: string;
  readonly digest: string;
}

type CallRef = Pick<AnswerRequest, 'callId' | 'digest'>;

/** On which card a call stood, and how that asked. */
interface Place {
  readonly card: string;
  readonly ask: AskKind;
}

/** @param now milliseconds of a clock that never goes back */
export class SafeYes {
  readonly #now: () => number;
  /** What each snapshot showed: the place of each call, by call. */
  readonly #snapshots = new Map<number, ReadonlyMap<string, Place>>();
  /** Of cards and of calls: one that has just joined a card was not seen yet, though the card was. */
  readonly #pushedAt = new Map<string, number>();
  readonly #shownAt = new Map<string, number>();
  /** The newest snapshot that held the card: with that one it is forgotten. */
  readonly #lastIn = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that this snapshot went to the window. */
  pushed({ seq, waiting }: Pick<AppState, 'seq' | 'waiting'>): void {
    const places = new Map(waiting.flatMap(placesOn));
    for (const [call, { card }] of places) {
      for (const key of [call, card]) {
        if (!this.#pushedAt.has(key)) this.#pushedAt.set(key, this.#now());
        this.#lastIn.set(key, seq);
      }
    }
    this.#snapshots.set(seq, places);
    if (this.#snapshots.size > REMEMBERED_SNAPSHOTS) this.#forgetOldest();
  }

  /** Notes that the window shows the whole text of this card. False when no pushed snapshot held the card. */
  shown(ref: CardRef): boolean {
    const card = cardKey(ref);
    if (!this.#pushedAt.has(card)) return false;
    if (!this.#shownAt.has(card)) this.#shownAt.set(card, this.#now());
    return true;
  }

  /**
   * Whether the answer may go to the host. A no always may. `takeInput` says whether a person has just pressed a key
   * or a button in the window; it is asked last, so that a refusal for another reason does not use up the press.
   */
  check(request: AnswerRequest, takeInput: () => boolean): AnswerReceipt {
    const { callId, digest, snapshot, answer } = request;
    return this.#checkAll([{ callId, digest }], { snapshot, answer }, takeInput)[0] as AnswerReceipt;
  }

  /** The same for each of several calls; one press is for all of them. What must be looked at is allowed by itself only. */
  checkSeveral(request: SeveralAnswers, takeInput: () => boolean): readonly AnswerReceipt[] {
    return this.#checkAll(request.calls, request, takeInput);
  }

  #checkAll(
    calls: readonly CallRef[],
    { snapshot, answer }: Pick<AnswerRequest, 'snapshot' | 'answer'>,
    takeInput: () => boolean,
  ): readonly AnswerReceipt[] {
    if (answer.kind === 'deny') return calls.map(() => ({ kind: 'accepted' }));
    const places = this.#snapshots.get(snapshot);
    const cards = new Set(calls.map((call) => places?.get(callKey(call))?.card));
    const whys = calls.map((call) => this.#whyNot(call, places?.get(callKey(call)), cards.size > 1));
    if (whys.some((why) => why === undefined) && !takeInput()) {
      return calls.map(() => refused('no key or button was pressed in this window just now'));
    }
    // A card that goes on standing for others arms anew, so that a double click is one yes.
    for (const [at, call] of calls.entries()) {
      const card = places?.get(callKey(call))?.card;
      if (whys[at] === undefined && card !== undefined) this.#shownAt.set(card, this.#now());
    }
    return whys.map((why) => (why === undefined ? { kind: 'accepted' } : refused(why)));
  }

  #whyNot(call: CallRef, place: Place | undefined, amongOthers: boolean): string | undefined {
    const pushed = this.#pushedAt.get(callKey(call));
    if (pushed === undefined) return 'this window has not been shown this card';
    if (place === undefined) {
      return 'the answer names a state of the window that did not hold this card; look again';
    }
    if (amongOthers && place.ask === 'must-look')
      return 'it must be looked at, and is allowed by itself only';
    const shown = this.#shownAt.get(place.card);
    if (shown === undefined) return 'its whole text has not been on screen yet; read it to the end';
    if (this.#now() - Math.max(pushed, shown) < MIN_VIEW_MS) {
      return 'the card has only just appeared; look, then allow';
    }
    return undefined;
  }

  #forgetOldest(): void {
    const [oldest] = this.#snapshots;
    if (oldest === undefined) return;
    const [seq, places] = oldest;
    this.#snapshots.delete(seq);
    for (const [call, { card }] of places) {
      for (const key of [call, card].filter((known) => this.#lastIn.get(known) === seq)) {
        this.#lastIn.delete(key);
        this.#pushedAt.delete(key);
        this.#shownAt.delete(key);
      }
    }
  }
}

function placesOn(view: WaitingView): readonly (readonly [string, Place])[] {
  const { callIds, digest, ask } = view;
  const card = cardKey(view);
  return callIds.map((callId) => [callKey({ callId, digest }), { card, ask }] as const);
}

function cardKey({ cardId, digest }: CardRef): string {
  return `card ${cardId}\n${digest}`;
}

function callKey({ callId, digest }: CallRef): string {
  return `call ${callId}\n${digest}`;
}

function refused(why: string): AnswerReceipt {
  return { kind: 'refused', why: `Not allowed yet: ${why}.` };
}
