/**
 * The last check on a yes before the host hears it: was exactly this card in front of the person, whole, for long
 * enough, and did the person press just there, or the key for it, for as long as it takes. One instance belongs to one
 * life of the approval window.
 */
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import {
  type AnswerReceipt,
  type AnswerRequest,
  type ArmReply,
  type ArmRequest,
  type SeveralAnswers,
  wantsHold,
  type YesRequest,
} from '../../src-shared/approval.ts';
import type { CardKind } from '../../src-shared/verdict.ts';
import { NO_PRESS, whyNoPress } from './judge-press.ts';
import type { RealInput } from './real-input.ts';
import { YesPlaces } from './yes-places.ts';

/**
 * How long everything that a yes rests on must have been so before the press, in milliseconds (DESIGN.md, 'The safe
 * yes'): the card in view and whole, its button in its place, the keyboard in this window, the screen unlocked.
 */
export const MIN_VIEW_MS = 500;

/** Snapshots an answer may still name. A window that lags further behind is asked to look again. */
const REMEMBERED_SNAPSHOTS = 256;

export interface CardRef {
  readonly cardId: string;
  readonly digest: string;
}

/** What main knows of the window itself. Since when: on the same clock; undefined while it is not so. */
export interface Attention {
  focusedSince(): number | undefined;
  unlockedSince(): number | undefined;
  /** The size of the page, in its own pixels. */
  pageSize(): { readonly width: number; readonly height: number };
}

type CallRef = Pick<AnswerRequest, 'callId' | 'digest'>;

/** On which card a call stood, and how that asked. */
interface OnCard {
  readonly card: string;
  readonly ask: CardKind;
}

export class SafeYes {
  readonly #now: () => number;
  readonly #input: RealInput;
  readonly #attention: Attention;
  readonly #buttons: YesPlaces;
  /** What each snapshot showed: the card of each call, by call. */
  readonly #snapshots = new Map<number, ReadonlyMap<string, OnCard>>();
  #newest: ReadonlyMap<string, OnCard> = new Map();
  /** Of cards and of calls: one that has just joined a card was not seen yet, though the card was. */
  readonly #pushedAt = new Map<string, number>();
  readonly #shownAt = new Map<string, number>();
  /** The newest snapshot that held the card: with that one it is forgotten. */
  readonly #lastIn = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number, input: RealInput, attention: Attention) {
    this.#now = now;
    this.#input = input;
    this.#attention = attention;
    this.#buttons = new YesPlaces(now);
  }

  /** Notes that this snapshot went to the window. */
  pushed({ seq, waiting }: Pick<AppState, 'seq' | 'waiting'>): void {
    this.#newest = new Map(waiting.flatMap(cardsOfCalls));
    for (const [call, { card }] of this.#newest) {
      for (const key of [call, card]) {
        if (!this.#pushedAt.has(key)) this.#pushedAt.set(key, this.#now());
        this.#lastIn.set(key, seq);
      }
    }
    this.#snapshots.set(seq, this.#newest);
    if (this.#snapshots.size > REMEMBERED_SNAPSHOTS) this.#forgetOldest();
  }

  /** Notes that the window shows the whole text of this card. False when no pushed snapshot held the card. */
  shown(ref: CardRef): boolean {
    const card = cardKey(ref);
    if (!this.#pushedAt.has(card)) return false;
    if (!this.#shownAt.has(card)) this.#shownAt.set(card, this.#now());
    return true;
  }

  /** Notes where the button for this yes stands, and says whether a press there counts by now. */
  arm({ place, shortcut, ...yes }: ArmRequest): ArmReply {
    const isForNext = yes.answer.kind === 'allow' && yes.answer.grant === 'next';
    const cards = yes.calls.map(
      (call) => (isForNext ? this.#stoodOn(call) : this.#newest.get(callKey(call)))?.card,
    );
    if (!cards.every((card) => card !== undefined)) return { kind: 'refused', why: strangerWords };
    const report = { key: yesKey(yes), cards, place, shortcut };
    const problem = this.#buttons.report(report, this.#attention.pageSize());
    if (problem !== undefined) return { kind: 'refused', why: problem };
    const inView = yes.calls.map((call, at) => this.#inViewSince(call, cards[at] ?? ''));
    if (!inView.every((since) => since !== undefined)) return { kind: 'waits', for: 'text' };
    const attended = this.#attendedSince();
    if (typeof attended === 'string') return { kind: 'waits', for: attended };
    const stands = this.#buttons.get(report.key)?.since ?? this.#now();
    const ms = Math.ceil(Math.max(...inView, attended, stands) + MIN_VIEW_MS - this.#now());
    return ms > 0 ? { kind: 'waits', for: 'moment', ms } : { kind: 'armed' };
  }

  /** Whether the answer may go to the host. A no always may. A yes uses up the press that it came by. */
  check({ callId, digest, snapshot, answer }: AnswerRequest): AnswerReceipt {
    return this.checkSeveral({ calls: [{ callId, digest }], snapshot, answer })[0] as AnswerReceipt;
  }

  /** The same for each of several calls; one press is for all of them. What must be looked at is allowed by itself only. */
  checkSeveral({ snapshot, ...yes }: SeveralAnswers): readonly AnswerReceipt[] {
    const { calls, answer } = yes;
    if (answer.kind === 'deny') return calls.map(() => ({ kind: 'accepted' }));
    const on = calls.map((call) => this.#snapshots.get(snapshot)?.get(callKey(call)));
    const amongOthers = new Set(on.map((place) => place?.card)).size > 1;
    // A yes is as old as its press; a reply may follow on any.
    const at = (answer.kind === 'reply' ? undefined : this.#input.press?.downAt) ?? this.#now();
    const whys = calls.map((call, index) => this.#whyNot(call, on[index], { amongOthers, at }));
    const taken = on.filter((place, index) => place !== undefined && whys[index] === undefined) as OnCard[];
    if (taken.length > 0) {
      const hold = taken.some(({ ask }) => wantsHold(ask, answer));
      const why = answer.kind === 'reply' ? this.#whyNoReply() : this.#whyNoYes(yes, hold);
      if (why !== undefined) return calls.map((_call, index) => refused(whys[index] ?? why));
      this.#input.forget();
    }
    // A card that goes on standing for others arms anew, so that a double click is one yes.
    for (const { card } of taken) this.#shownAt.set(card, this.#now());
    return whys.map((why) => (why === undefined ? { kind: 'accepted' } : refused(why)));
  }

  /** Where a call stood last: a yes for its next asking is given on the card that says how it ended. */
  #stoodOn(call: CallRef): OnCard | undefined {
    const key = callKey(call);
    const seq = this.#lastIn.get(key);
    return seq === undefined ? undefined : this.#snapshots.get(seq)?.get(key);
  }

  /** Since when a call's card, with the call on it, was whole in view. */
  #inViewSince(call: CallRef, card: string): number | undefined {
    const pushed = this.#pushedAt.get(callKey(call));
    const shown = this.#shownAt.get(card);
    return pushed === undefined || shown === undefined ? undefined : Math.max(pushed, shown);
  }

  /** Since when the window has the keyboard on an unlocked screen, or which of both it lacks. */
  #attendedSince(): number | 'unlock' | 'focus' {
    const unlocked = this.#attention.unlockedSince();
    const focused = this.#attention.focusedSince();
    if (unlocked === undefined) return 'unlock';
    return focused === undefined ? 'focus' : Math.max(unlocked, focused);
  }

  #whyNot(
    call: CallRef,
    on: OnCard | undefined,
    { amongOthers, at }: { readonly amongOthers: boolean; readonly at: number },
  ): string | undefined {
    if (!this.#pushedAt.has(callKey(call))) return strangerWords;
    if (on === undefined) {
      return 'the answer names a state of the window that did not hold this card; look again';
    }
    if (amongOthers && on.ask === 'must-look') return 'it must be looked at, and is allowed by itself only';
    const since = this.#inViewSince(call, on.card);
    if (since === undefined) return 'its whole text has not been on screen yet; read it to the end';
    return at - since < MIN_VIEW_MS ? 'the card has only just appeared; look, then allow' : undefined;
  }

  #whyNoYes(yes: YesRequest, hold: boolean): string | undefined {
    const attended = this.#attendedSince();
    if (typeof attended === 'string') return LACKS[attended];
    const standing = this.#buttons.get(yesKey(yes));
    if (standing === undefined) return 'its button is not known to be on screen';
    const { press, point } = this.#input;
    const armedSince = Math.max(attended, standing.since) + MIN_VIEW_MS;
    return whyNoPress({ press, point, standing, hold, armedSince, now: this.#now() });
  }

  /** A reply runs nothing, so any press in the window is enough. */
  #whyNoReply(): string | undefined {
    if (this.#attention.unlockedSince() === undefined) return LACKS.unlock;
    return this.#input.take() ? undefined : NO_PRESS;
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

const strangerWords = 'this window has not been shown this card';

const LACKS = {
  focus: 'the window did not have the keyboard; click in it first',
  unlock: 'the screen is locked; unlock it, then look again',
} as const;

function cardsOfCalls(view: WaitingView): readonly (readonly [string, OnCard])[] {
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

/** All that a yes says. Both sides of the comparison come out of the schema, which gives its fields one order. */
function yesKey(yes: YesRequest): string {
  return JSON.stringify(yes);
}

function refused(why: string): AnswerReceipt {
  return { kind: 'refused', why: `Not allowed yet: ${why}.` };
}
