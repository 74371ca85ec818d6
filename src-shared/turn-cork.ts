/** Holds what is written to a socket in one turn of the event loop together, so that it takes one call to the system. */

/** The part of a Node stream that is used. */
export interface Corkable {
  cork(): void;
  uncork(): void;
}

/** Larger writes are worth a call of their own; and what is held back must stay little. UTF-16 code units. */
const SMALL = 16 * 1024;

export class TurnCork {
  readonly #atEndOfTurn: (run: () => void) => void;
  #held: Corkable | undefined;

  /** `atEndOfTurn` runs something once what is under way, promises included, is through. */
  constructor(atEndOfTurn: (run: () => void) => void) {
    this.#atEndOfTurn = atEndOfTurn;
  }

  /** To be called before a write of so many characters; the same socket each time. */
  writing(socket: Corkable, length: number): void {
    if (length > SMALL) this.release();
    else if (!this.#held) {
      this.#held = socket;
      socket.cork();
      this.#atEndOfTurn(() => this.release());
    }
  }

  /** Lets go at once of what is held. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.uncork();
  }
}
