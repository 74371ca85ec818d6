/**
 * What the person refused, in memory: the very same action asked for again by the same asker is refused without another
 * question, until the person forgives it. An asker is a run, or the connection where the runtime names no run.
 */
import type { RefusalView } from '../../src-shared/app-state.ts';
import type { Origin } from '../../src-shared/call.ts';
import type { Clock } from '../../src-shared/clock.ts';

/** A person refuses some dozens of things in a day of one run; more than this is no list that anybody reads. */
const MOST_OF_ONE = 1_000;

/** Of all askers together: with what is kept of each, some megabytes. */
const MOST_AT_ALL = 5_000;

/** What is kept of a summary, which may be as long as an input. Characters. */
const KEPT_SUMMARY = 400;

/** What is kept of the person's reason. Characters. */
const KEPT_REASON = 400;

export interface Refused {
  readonly digest: string;
  readonly summary: string;
  readonly origin: Origin;
  readonly reason?: string;
}

export interface RefusalsOptions {
  readonly clock: Clock;
  newId(): string;
  label(origin: Origin): string;
  onChange(): void;
}

interface Refusal {
  readonly key: string;
  readonly asker: string;
  readonly origin: Origin;
  readonly reason?: string;
  view: RefusalView;
}

export class Refusals {
  readonly #options: RefusalsOptions;
  /** Oldest first. */
  readonly #refusals = new Map<string, Refusal>();

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  /** The person said no. */
  add({ digest, summary, origin, reason }: Refused): void {
    const { clock, newId, label, onChange } = this.#options;
    const asker = askerOf(origin);
    const key = keyOf(digest, origin);
    const now = clock.now().wall;
    const times = (this.#refusals.get(key)?.view.times ?? 0) + 1;
    this.#refusals.delete(key);
    this.#makeRoom(asker);
    const brief = summary.slice(0, KEPT_SUMMARY);
    const view = { id: newId(), summary: brief, from: label(origin), times, refusedAt: now, lastAt: now };
    const kept = reason ? { reason: reason.slice(0, KEPT_REASON) } : {};
    this.#refusals.set(key, { key, asker, origin, ...kept, view });
    onChange();
  }

  /** Counts one more asking for what was refused; says how often it was refused before. Undefined: it was not. */
  again(digest: string, origin: Origin): { readonly times: number; readonly reason?: string } | undefined {
    const refusal = this.#refusals.get(keyOf(digest, origin));
    if (!refusal) return undefined;
    const { times } = refusal.view;
    refusal.view = { ...refusal.view, times: times + 1, lastAt: this.#options.clock.now().wall };
    this.#options.onChange();
    return { times, ...(refusal.reason === undefined ? {} : { reason: refusal.reason }) };
  }

  /** The person said yes to the same action after all: the newest word counts. */
  takeBack(digest: string, origin: Origin): void {
    if (this.#refusals.delete(keyOf(digest, origin))) this.#options.onChange();
  }

  /** Lets it be asked again. False where there is no such refusal. */
  forgive(id: string): boolean {
    const found = [...this.#refusals.values()].find(({ view }) => view.id === id);
    if (!found) return false;
    this.#refusals.delete(found.key);
    this.#options.onChange();
    return true;
  }

  /** Forgets the askers that can never ask again: `isGone` is told each origin. */
  forgetWhere(isGone: (origin: Origin) => boolean): void {
    const gone = [...this.#refusals.values()].filter(({ origin }) => isGone(origin));
    for (const { key } of gone) this.#refusals.delete(key);
    if (gone.length > 0) this.#options.onChange();
  }

  /** The newest refusal first. */
  views(): readonly RefusalView[] {
    return [...this.#refusals.values()].map(({ view }) => view).reverse();
  }

  #makeRoom(asker: string): void {
    const own = [...this.#refusals.values()].filter((refusal) => refusal.asker === asker);
    const oldest =
      own.length >= MOST_OF_ONE
        ? own[0]
        : this.#refusals.size >= MOST_AT_ALL
          ? this.#refusals.values().next().value
          : undefined;
    if (oldest) this.#refusals.delete(oldest.key);
  }
}

/** A run outlives a connection; what names no run is known by the connection alone. */
function askerOf(origin: Origin): string {
  if (origin.door !== 'client-tools') return JSON.stringify([origin.door, origin.caller]);
  const { door, profileId, runId, connectionId } = origin;
  const who = runId === undefined ? { connectionId } : { runId };
  return JSON.stringify([door, profileId, who]);
}

function keyOf(digest: string, origin: Origin): string {
  return `${digest} ${askerOf(origin)}`;
}
