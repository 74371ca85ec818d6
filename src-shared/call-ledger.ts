/** Which calls of one connection are under way: an id is taken once, and answered once or not at all. */

/**
 * Ids that are remembered at least, so that a repeated frame is not taken for a new call; twice as many at most. They
 * are forgotten by the thousand, because taking the oldest out of a large set one by one is slow.
 */
const REMEMBERED_IDS = 32_768;

export class CallLedger<Entry> {
  readonly #live = new Map<string, Entry>();
  #seen = new Set<string>();
  #seenBefore: ReadonlySet<string> = new Set();

  get size(): number {
    return this.#live.size;
  }

  /** Takes a call in; false, and nothing else, for an id that was taken before. */
  take(callId: string, entry: Entry): boolean {
    // One that is still under way may be older than all that is remembered.
    if (this.#seen.has(callId) || this.#seenBefore.has(callId) || this.#live.has(callId)) return false;
    this.#live.set(callId, entry);
    this.#seen.add(callId);
    if (this.#seen.size >= REMEMBERED_IDS) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    return true;
  }

  /** The call of this id, while it is under way. */
  find(callId: string): Entry | undefined {
    return this.#live.get(callId);
  }

  /** The calls that are under way. */
  entries(): Entry[] {
    return [...this.#live.values()];
  }

  /** Their ids. */
  ids(): string[] {
    return [...this.#live.keys()];
  }

  /** Ends a call. True once, for the one who may answer it. */
  settle(callId: string): boolean {
    return this.#live.delete(callId);
  }
}
