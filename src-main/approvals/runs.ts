/**
 * The runs that were heard of, and which of them the person has paused. A whole runtime can be paused like a run: one
 * that makes up run ids would otherwise go on under the next. What is paused is handed in again after a start.
 */
import type { RunView } from '../../src-shared/app-state.ts';
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later } from '../../src-shared/clock.ts';
import { type OverBudget, wholeRuntime } from './prompt-budgets.ts';

/** Runs that are remembered, the last heard ones, so that they can be named on the command line. */
const MOST_KNOWN = 500;

/** Each pause was the work of a person's hand, and all are kept: beyond this, whole runtimes should be paused. */
const MOST_PAUSED = 200;

export interface RunsOptions {
  readonly clock: Clock;
  newId(): string;
  label(origin: Origin): string;
  onChange(): void;
}

interface Known {
  readonly id: string;
  readonly origin: Origin;
  paused: boolean;
  /** Its results are looked at before they leave. */
  reviewed: boolean;
  /** It used up its questions, and gets no more until then. */
  over?: { readonly limit: number; readonly until: Instant };
}

export class Runs {
  readonly #options: RunsOptions;
  /** The one that was heard last is last. */
  readonly #known = new Map<string, Known>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** A call came. */
  heard(origin: Origin): void {
    this.#know(origin);
  }

  isPaused(origin: Origin): boolean {
    return this.#isPaused(origin) || this.#isPaused(wholeRuntime(origin));
  }

  isReviewed(origin: Origin): boolean {
    return [origin, wholeRuntime(origin)].some((asker) => this.#known.get(ownerOf(asker))?.reviewed);
  }

  /** From now on the person looks at its results before they leave, or no more. By id or name, as for `pause`. */
  setReview(ref: string, reviewed: boolean): { readonly origin: Origin } | { readonly problem: string } {
    return this.#set(ref, { reviewed });
  }

  /** The same for the run that a call came from. */
  review(origin: Origin): void {
    this.#know(origin).reviewed = true;
    this.#options.onChange();
  }

  /** It was refused a question: the person is offered to pause it, or its runtime where that is what asked too much. */
  askedTooMuch(origin: Origin, { scope, limit, waitMs }: OverBudget): void {
    const { clock, onChange } = this.#options;
    const known = this.#know(scope === 'run' ? origin : wholeRuntime(origin));
    known.over = { limit, until: later(clock.now(), waitMs) };
    onChange();
  }

  /** What was paused before a start, once their runtimes are there. */
  restore(origins: readonly Origin[]): void {
    for (const origin of origins) this.#know(origin).paused = true;
    if (origins.length > 0) this.#options.onChange();
  }

  paused(): readonly Origin[] {
    return [...this.#known.values()].filter(({ paused }) => paused).map(({ origin }) => origin);
  }

  /** Pauses what has this id, or the one run of that name. Resolves to who is paused now, or to why nobody is. */
  pause(ref: string): { readonly origin: Origin } | { readonly problem: string } {
    return this.#set(ref, { paused: true });
  }

  resume(ref: string): { readonly origin: Origin } | { readonly problem: string } {
    return this.#set(ref, { paused: false });
  }

  /** Forgets who can never call again: `isGone` is told each origin. */
  forgetWhere(isGone: (origin: Origin) => boolean): void {
    const gone = [...this.#known].filter(([, { origin }]) => isGone(origin));
    for (const [owner] of gone) this.#known.delete(owner);
    if (gone.some(([, known]) => this.#isShown(known))) this.#options.onChange();
  }

  /** What is paused, reviewed, or asks too much. */
  views(): readonly RunView[] {
    const { label } = this.#options;
    return [...this.#known.values()]
      .filter((known) => this.#isShown(known))
      .map(({ id, origin, paused, reviewed, over }) => ({
        id,
        from: label(origin),
        what: origin.door === 'client-tools' && origin.runId !== undefined ? 'run' : 'runtime',
        paused,
        reviewed,
        ...(over && this.#isOver(over) ? { over: { limit: over.limit, until: over.until.wall } } : {}),
      }));
  }

  #isPaused(asker: Origin): boolean {
    return this.#known.get(ownerOf(asker))?.paused ?? false;
  }

  #isShown({ paused, reviewed, over }: Known): boolean {
    return paused || reviewed || (over !== undefined && this.#isOver(over));
  }

  #isOver({ until }: { readonly until: Instant }): boolean {
    return !hasPassed(until, this.#options.clock.now());
  }

  #know(origin: Origin): Known {
    const owner = ownerOf(origin);
    const known = this.#known.get(owner) ?? {
      id: this.#options.newId(),
      origin,
      paused: false,
      reviewed: false,
    };
    this.#known.delete(owner);
    this.#known.set(owner, known);
    if (this.#known.size > MOST_KNOWN) {
      const oldest = [...this.#known].find(([, { paused, reviewed }]) => !paused && !reviewed);
      if (oldest) this.#known.delete(oldest[0]);
    }
    return known;
  }

  #set(
    ref: string,
    change: Partial<Pick<Known, 'paused' | 'reviewed'>>,
  ): { readonly origin: Origin } | { readonly problem: string } {
    const found = [...this.#known.values()].filter(({ id, origin }) => id === ref || runOf(origin) === ref);
    const [known] = found;
    if (!known) return { problem: 'No such run has called lately.' };
    if (found.length > 1) {
      const ids = found.map(({ id, origin }) => `${id} (${this.#options.label(origin)})`).join(', ');
      return { problem: `Runs of several runtimes have this name. Give one of these instead: ${ids}.` };
    }
    if (change.paused && !known.paused && this.paused().length >= MOST_PAUSED) {
      return { problem: `${MOST_PAUSED} runs are paused already. Resume some, or pause the whole runtime.` };
    }
    Object.assign(known, change);
    this.#options.onChange();
    return { origin: known.origin };
  }
}

function runOf(origin: Origin): string | undefined {
  return origin.door === 'client-tools' ? origin.runId : undefined;
}
