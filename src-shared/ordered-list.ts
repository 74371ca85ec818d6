/**
 * Things in the order in which they came, each under a number that only rises. What is asked of it costs the same for ten
 * entries and for ten thousand: any place, the place of one entry, a few entries from either end.
 */
export class OrderedList<T> {
  readonly #entries: { readonly order: number; readonly value: T }[] = [];
  #last = 0;

  get size(): number {
    return this.#entries.length;
  }

  /** Puts last what `make` makes of its number, which is never given twice. */
  add<U extends T>(make: (order: number) => U): U {
    this.#last += 1;
    const value = make(this.#last);
    this.#entries.push({ order: this.#last, value });
    return value;
  }

  /** Puts right behind the entry of this number what `make` makes of its own, which lies between that and the next. */
  addBehind<U extends T>(order: number, make: (order: number) => U): U {
    const place = this.placeOf(order);
    if (place === undefined) return this.add(make);
    const next = this.#entries[place + 1]?.order ?? this.#last + 1;
    const value = make((order + next) / 2);
    this.#entries.splice(place + 1, 0, { order: (order + next) / 2, value });
    return value;
  }

  /** False where nothing has this number any more. */
  remove(order: number): boolean {
    const place = this.placeOf(order);
    if (place === undefined) return false;
    this.#entries.splice(place, 1);
    return true;
  }

  /** Counted from 0, the oldest; undefined beyond the end. */
  at(place: number): T | undefined {
    return this.#entries[place]?.value;
  }

  placeOf(order: number): number | undefined {
    let from = 0;
    let to = this.#entries.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#entries[middle]?.order ?? Number.POSITIVE_INFINITY) < order) from = middle + 1;
      else to = middle;
    }
    return this.#entries[from]?.order === order ? from : undefined;
  }

  /** At most so many of the newest, the newest first. */
  newest(count: number): readonly T[] {
    return this.#entries
      .slice(-count)
      .reverse()
      .map(({ value }) => value);
  }
}
