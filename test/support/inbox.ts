/** What arrives during a test, in order, for a test that waits for the next of it. */
export class Inbox<T> {
  readonly #items: T[] = [];
  readonly #waiters: ((item: T) => void)[] = [];

  push(item: T): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter(item);
    else this.#items.push(item);
  }

  /** The oldest item not yet taken, as soon as there is one. */
  next(): Promise<T> {
    if (this.#items.length > 0) return Promise.resolve(this.#items.shift() as T);
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Takes items until one matches. */
  async until(matches: (item: T) => boolean): Promise<T> {
    for (;;) {
      const item = await this.next();
      if (matches(item)) return item;
    }
  }

  /** Items that arrived and were not taken. */
  get waiting(): readonly T[] {
    return this.#items;
  }
}
