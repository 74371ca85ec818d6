/**
 * What the person refused, in memory: the very same action asked for again by the same asker is refused without another
 * question, until the person forgives it. What was put off is asked again after a while, and what wants an explanation
 * once there is another reason. An asker is a run, or the connection where the runtime names no run.
 */
import type { RefusalView } from '../../src-shared/app-state.ts';
import type { Origin } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later, remaining } from '../../src-shared/clock.ts';
import { type Advice, type Denial, PUT_OFF_MS } from '../../src-shared/denial.ts';

/** A person refuses some dozens of things in a day of one run; more than this is no list that anybody reads. */
const MOST_OF_ONE = 1_000;

/** Of all askers together: with what is kept of each, some megabytes. */
const MOST_AT_ALL = 5_000;

/** What is kept of a summary, which may be as long as an input. Characters. */
const KEPT_SUMMARY = 400;

/** What is kept of the person's reason. Characters. */
const KEPT_REASON = 400;

/** What identifies an asking, and the reason that the agent gave for it. */
export interface Asking {
  /** Of what is meant (`ApprovalCard.meaning`). */
  readonly digest: string;
  readonly origin: Origin;
  readonly claimedReason?: string;
}

export interface Refused extends Asking, Denial {
  /** The call that was refused. */
  readonly callId: string;
  readonly summary: string;
}

/** A refusal that speaks of an asking. */
export interface RefusedBefore extends Denial {
  /** How often it was refused before. */
  readonly times: number;
  /** For what was put off: how long from now. */
  readonly waitMs?: number;
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
  readonly callId: string;
  readonly reason?: string;
  readonly advice?: Advice;
  readonly claimedReason?: string;
  /** For what was put off. */
  readonly until?: Instant;
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
  add({ digest, summary, origin, callId, reason, advice, claimedReason }: Refused): void {
    const { clock, newId, label, onChange } = this.#options;
    const asker = askerOf(origin);
    const key = keyOf(digest, origin);
    const until = advice === 'not-now' ? later(clock.now(), PUT_OFF_MS) : undefined;
    const now = clock.now().wall;
    const times = (this.#refusals.get(key)?.view.times ?? 0) + 1;
    this.#refusals.delete(key);
    this.#makeRoom(asker);
    const brief = summary.slice(0, KEPT_SUMMARY);
    const view = {
      id: newId(),
      summary: brief,
      from: label(origin),
      times,
      refusedAt: now,
      lastAt: now,
      ...(until ? { until: until.wall } : {}),
    };
    const kept = {
      ...(reason ? { reason: reason.slice(0, KEPT_REASON) } : {}),
      ...(advice ? { advice } : {}),
      ...(claimedReason ? { claimedReason } : {}),
      ...(until ? { until } : {}),
    };
    this.#refusals.set(key, { key, asker, origin, callId, ...kept, view });
    onChange();
  }

  /** Counts one more asking for what was refused. Undefined where it was not, or where it may be asked again. */
  again(asking: Asking): RefusedBefore | undefined {
    const refusal = this.#refusals.get(keyOf(asking.digest, asking.origin));
    if (!refusal) return undefined;
    if (this.#isOver(refusal) || explains(refusal, asking)) {
      this.#refusals.delete(refusal.key);
      this.#options.onChange();
      return undefined;
    }
    const { reason, advice, until } = refusal;
    const { times } = refusal.view;
    const now = this.#options.clock.now();
    refusal.view = { ...refusal.view, times: times + 1, lastAt: now.wall };
    this.#options.onChange();
    return {
      times,
      ...(reason === undefined ? {} : { reason }),
      ...(advice === undefined ? {} : { advice }),
      ...(until ? { waitMs: remaining(until, now) } : {}),
    };
  }

  /** The person said yes to the same action after all: the newest word counts. */
  takeBack(digest: string, origin: Origin): void {
    if (this.#refusals.delete(keyOf(digest, origin))) this.#options.onChange();
  }

  /** Lets it be asked again; gives the call that was refused. Undefined where there is no such refusal. */
  forgive(id: string): { readonly callId: string } | undefined {
    const found = [...this.#refusals.values()].find(({ view }) => view.id === id);
    if (!found) return undefined;
    this.#refusals.delete(found.key);
    this.#options.onChange();
    return { callId: found.callId };
  }

  /** Forgets the askers that can never ask again: `isGone` is told each origin. */
  forgetWhere(isGone: (origin: Origin) => boolean): void {
    const gone = [...this.#refusals.values()].filter(({ origin }) => isGone(origin));
    for (const { key } of gone) this.#refusals.delete(key);
    if (gone.length > 0) this.#options.onChange();
  }

  /** The newest refusal first. */
  views(): readonly RefusalView[] {
    const refusals = [...this.#refusals.values()].filter((refusal) => !this.#isOver(refusal));
    return refusals.map(({ view }) => view).reverse();
  }

  #isOver({ until }: Refusal): boolean {
    return until !== undefined && hasPassed(until, this.#options.clock.now());
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

/** True where the person asked for an explanation, and this asking brings one that they have not read yet. */
function explains({ advice, claimedReason }: Refusal, asking: Asking): boolean {
  const given = asking.claimedReason?.trim() ?? '';
  return advice === 'explain' && given !== '' && given !== (claimedReason?.trim() ?? '');
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
