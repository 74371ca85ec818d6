/**
 * Keeps what the History page draws up to date: asks for the rows in view, and again when others are in view, when
 * anything changed, and every second. One question is under way at a time; what was there stays until the answer is.
 */
import type {
  Failed,
  HistoryFilter,
  HistoryLook,
  HistoryPage,
  HistoryRow,
} from '../../src-shared/history.ts';
import { problemText } from '../bridge.ts';

export interface FeedView {
  /** The filter that the rows are of. */
  readonly filter: HistoryFilter;
  /** The last answer; its rows are among `rows`. */
  readonly page: HistoryPage | undefined;
  /** By their place among the matching calls. Those that were not in view may be missing. */
  readonly rows: ReadonlyMap<number, HistoryRow>;
  readonly problem: string | undefined;
  /** By how many rows those in view moved, because new calls came before them; another object each time. */
  readonly moved: { readonly by: number };
}

export interface FeedRooms {
  look(look: HistoryLook): Promise<HistoryPage | Failed>;
  changed(): void;
  /** True while nobody can see the page. */
  hidden(): boolean;
  after(ms: number, run: () => void): () => void;
}

/** Rows that are fetched on each side of those in view, so that slow scrolling shows no gaps. */
const MARGIN = 40;

/** What stands at the end of a file may have been written by another way than a call of this host. Milliseconds. */
const LOOK_MS = 1_000;

/** While older files are read, more is there with each look. Milliseconds. */
const READING_LOOK_MS = 200;

export class HistoryFeed {
  readonly #rooms: FeedRooms;
  #wanted: HistoryFilter;
  #range = { first: 0, last: 0 };
  #asking = false;
  #again = false;
  #closed = true;
  #endTimer = (): void => {};
  view: FeedView;

  constructor(filter: HistoryFilter, rooms: FeedRooms) {
    this.#rooms = rooms;
    this.#wanted = filter;
    this.view = { filter, page: undefined, rows: new Map(), problem: undefined, moved: { by: 0 } };
  }

  open(): void {
    this.#closed = false;
    this.poke();
  }

  close(): void {
    this.#closed = true;
    this.#endTimer();
  }

  want(filter: HistoryFilter): void {
    if (filter === this.#wanted) return;
    this.#wanted = filter;
    this.#range = { first: 0, last: this.#range.last - this.#range.first };
    this.poke();
  }

  /** Places of the rows in view, both included. */
  show(first: number, last: number): void {
    this.#range = { first, last };
    const { rows, page } = this.view;
    const end = Math.min(last, (page?.matched ?? 0) - 1);
    for (let at = first; at <= end; at += 1) {
      if (rows.has(at)) continue;
      this.poke();
      return;
    }
  }

  /** Something may have changed. */
  poke(): void {
    if (this.#closed) return;
    if (this.#asking) this.#again = true;
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    this.#again = false;
    this.#endTimer();
    const filter = this.#wanted;
    const { first, last } = this.#range;
    const offset = Math.max(0, first - MARGIN);
    // At the top new calls are to be seen; further down the rows in view stay.
    const anchor = first > 0 && filter === this.view.filter ? this.view.rows.get(first) : undefined;
    const reply = await this.#rooms
      .look({
        filter,
        offset,
        count: Math.min(200, last + MARGIN + 1 - offset),
        ...(anchor ? { anchor: anchor.call } : {}),
      })
      .catch((error: unknown): Failed => ({ ok: false, error: problemText(error) }));
    this.#asking = false;
    if (this.#closed) return;
    this.#take(filter, reply, anchor ? first : undefined);
    if (this.#again) return this.#ask();
    this.#endTimer = this.#rooms.after(reply.ok && reply.reading ? READING_LOOK_MS : LOOK_MS, () =>
      this.#tick(),
    );
  }

  #tick(): void {
    if (this.#rooms.hidden()) this.#endTimer = this.#rooms.after(LOOK_MS, () => this.#tick());
    else this.poke();
  }

  #take(filter: HistoryFilter, reply: HistoryPage | Failed, anchorWasAt: number | undefined): void {
    const { view } = this;
    if (!reply.ok) {
      this.view = { ...view, problem: reply.error };
      this.#rooms.changed();
      return;
    }
    const isSame = filter === view.filter && reply.revision === view.page?.revision;
    const rows = new Map(isSame ? view.rows : []);
    for (const [at, row] of reply.rows.entries()) rows.set(reply.offset + at, row);
    const by = anchorWasAt === undefined || reply.anchorAt === undefined ? 0 : reply.anchorAt - anchorWasAt;
    const moved = by === 0 ? view.moved : { by };
    if (isSame && isAlike(view, reply, rows)) return;
    this.view = { filter, page: reply, rows, problem: undefined, moved };
    this.#rooms.changed();
  }
}

/** Nothing is drawn anew where nothing is new. */
function isAlike(view: FeedView, reply: HistoryPage, rows: ReadonlyMap<number, HistoryRow>): boolean {
  return (
    view.problem === undefined &&
    rows.size === view.rows.size &&
    JSON.stringify([view.page?.reading, view.page?.exporting]) ===
      JSON.stringify([reply.reading, reply.exporting])
  );
}
