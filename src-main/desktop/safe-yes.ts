/**
 * The last check on a yes before the host hears it: was exactly this card in front of the person, whole, for long
 * enough, and did a person act just now. One instance belongs to one life of the approval window.
 */
import type { AppState } from '../../src-shared/app-state.ts';
import type { AnswerReceipt, AnswerRequest } from '../../src-shared/approval.ts';

/**
 * How long a card must have been whole in view before it can be allowed, in milliseconds (DESIGN.md, 'The safe yes').
 * Counted from its report as shown, so that a second click never lands on a card that has just moved up.
 */
export const MIN_VIEW_MS = 500;

/** Snapshots an answer may still name. A window that lags further behind is asked to look again. */
const REMEMBERED_SNAPSHOTS = 256;

export interface CardRef {
  readonly callId: string;
  readonly digest: string;
}

/** @param now milliseconds of a clock that never goes back */
export class SafeYes {
  readonly #now: () => number;
  readonly #snapshots = new Map<number, ReadonlySet<string>>();
  readonly #pushedAt = new Map<string, number>();
  readonly #shownAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that this snapshot went to the window. */
  pushed({ seq, waiting }: Pick<AppState, 'seq' | 'waiting'>): void {
    const keys = new Set(waiting.map(keyOf));
    for (const key of keys) if (!this.#pushedAt.has(key)) this.#pushedAt.set(key, this.#now());
    this.#snapshots.set(seq, keys);
    if (this.#snapshots.size > REMEMBERED_SNAPSHOTS) this.#forgetOldest();
  }

  /** Notes that the window shows the whole text of this card. False when no pushed snapshot held the card. */
  shown(card: CardRef): boolean {
    const key = keyOf(card);
    if (!this.#pushedAt.has(key)) return false;
    if (!this.#shownAt.has(key)) this.#shownAt.set(key, this.#now());
    return true;
  }

  /**
   * Whether the answer may go to the host. A no always may. `takeInput` says whether a person has just pressed a key
   * or a button in the window; it is asked last, so that a refusal for another reason does not use up the press.
   */
  check(request: AnswerRequest, takeInput: () => boolean): AnswerReceipt {
    if (request.answer.kind === 'deny') return { kind: 'accepted' };
    const key = keyOf(request);
    const pushed = this.#pushedAt.get(key);
    if (pushed === undefined) return refused('this window has not been shown this card');
    if (!this.#snapshots.get(request.snapshot)?.has(key)) {
      return refused('the answer names a state of the window that did not hold this card; look again');
    }
    const shown = this.#shownAt.get(key);
    if (shown === undefined) return refused('its whole text has not been on screen yet; read it to the end');
    if (this.#now() - Math.max(pushed, shown) < MIN_VIEW_MS) {
      return refused('the card has only just appeared; look, then allow');
    }
    if (!takeInput()) return refused('no key or button was pressed in this window just now');
    return { kind: 'accepted' };
  }

  #forgetOldest(): void {
    const [oldest, next] = this.#snapshots.entries();
    if (oldest === undefined) return;
    this.#snapshots.delete(oldest[0]);
    for (const key of oldest[1]) {
      if (next?.[1].has(key)) continue;
      this.#pushedAt.delete(key);
      this.#shownAt.delete(key);
    }
  }
}

function keyOf(card: CardRef): string {
  return `${card.callId}\n${card.digest}`;
}

function refused(why: string): AnswerReceipt {
  return { kind: 'refused', why: `Not allowed yet: ${why}.` };
}
