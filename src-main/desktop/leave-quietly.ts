/** When an approval window that came by itself goes by itself: it has been of no use to anybody for a while. */

/** What is known of the window at one moment. */
export interface Standing {
  /** Something waits for an answer. */
  readonly waits: boolean;
  /** The person opened it, so the person closes it. */
  readonly openedByPerson: boolean;
  /** Its page shows nothing that is still to be read, or that still offers something, as an Undo does. */
  readonly atRest: boolean;
  /** Keyboard or pointer are in it. */
  readonly inUse: boolean;
}

/** So long, in milliseconds: an agent often thinks for some seconds before it asks the next thing. */
export const QUIET_MS = 10_000;

export class LeaveQuietly {
  readonly #now: () => number;
  #uselessSince: number | undefined;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Looks once more, at least every few seconds; true when it is time to go. Without a window nothing is remembered. */
  look(standing: Standing | undefined): boolean {
    if (standing === undefined || isOfUse(standing)) {
      this.#uselessSince = undefined;
      return false;
    }
    this.#uselessSince ??= this.#now();
    return this.#now() - this.#uselessSince >= QUIET_MS;
  }
}

function isOfUse({ waits, openedByPerson, atRest, inUse }: Standing): boolean {
  return waits || openedByPerson || !atRest || inUse;
}
