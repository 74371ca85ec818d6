/** Bounds what pictures cost that wait for the person: the memory that they hold, and how many are taken at once. */

/** What waiting pictures may hold in all. Bytes. */
export const MOST_KEPT_BYTES = 256 * 1024 * 1024;

export class PictureRoom {
  readonly #maxBytes: number;
  #used = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(maxBytes: number = MOST_KEPT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Takes room until the returned function is called, which may be called again; undefined where there is none. */
  keep(bytes: number): (() => void) | undefined {
    if (this.#used + bytes > this.#maxBytes) return undefined;
    this.#used += bytes;
    let kept = bytes;
    return () => {
      this.#used -= kept;
      kept = 0;
    };
  }

  /** One after the other: a flood of calls must not have this machine take pictures all at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}
