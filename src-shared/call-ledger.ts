/** Which calls of one connection are under way: an id is taken once, and answered once or not at all. */

/** Ids of ended calls that are remembered, so that a repeated frame is not taken for a new call. */
const MAX_REMEMBERED_IDS = 65_536;

export class CallLedger<Entry> {
  readonly #live = new Map<string, Entry>();
  readonly #seen = new Set<string>();

  get size(): number {
    return this.#live.size;
  }

  /** Takes a call in; false, and nothing else, for an id that was taken before. */
  take(callId: string, entry: Entry): boolean {
    if (this.#seen.has(callId)) return false;
    this.#seen.add(callId);
    this.#live.set(callId, entry);
    if (this.#seen.size > MAX_REMEMBERED_IDS) this.#forgetOldest();
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

  #forgetOldest(): void {
    for (const oldest of this.#seen) {
      if (this.#live.has(oldest)) continue;
      this.#seen.delete(oldest);
      return;
    }
  }
}
