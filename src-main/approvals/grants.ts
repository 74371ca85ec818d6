/**
 * What the person allowed for longer than once, in memory: the very same action again, for a run, for 15 minutes, or the
 * next time that it is asked for. Stop ends all of it, and so does a start of Doorman.
 */

import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later } from '../../src-shared/clock.ts';
import type { GrantView } from '../../src-shared/grant-view.ts';

/** The one length of a timed grant. */
export const GRANT_MS = 15 * 60_000;

/** More than anybody gives in a day; the oldest make room. */
const MOST = 500;

/** What is kept of a summary, which may be as long as an input. Characters. */
const KEPT_SUMMARY = 400;

/** `run`: as long as the run goes on. `minutes`: for any run of the runtime. `next`: once, for who asked before. */
export type MemoryScope = 'run' | 'minutes' | 'next';

export interface Granted {
  readonly callId: string;
  /** Of what is meant (`ApprovalCard.meaning`). */
  readonly digest: string;
  readonly summary: string;
  readonly scope: MemoryScope;
  readonly origin: Origin;
}

export interface GrantsOptions {
  readonly clock: Clock;
  newId(): string;
  label(origin: Origin): string;
  onChange(): void;
}

interface Grant extends Granted {
  readonly until?: Instant;
  readonly view: GrantView;
}

const WORDS: Readonly<Record<MemoryScope, string>> = {
  run: 'allowed by you for this run',
  minutes: 'allowed by you for 15 minutes',
  next: 'allowed by you for this time, after it had expired',
};

export class Grants {
  readonly #options: GrantsOptions;
  /** Oldest first. */
  #grants: readonly Grant[] = [];

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** Nothing where a run is meant and none is named. */
  add(granted: Granted): void {
    const { clock, newId, label, onChange } = this.#options;
    const { scope, origin, callId } = granted;
    if (scope === 'run' && !namesRun(origin)) return;
    const now = clock.now();
    const until = scope === 'run' ? undefined : later(now, GRANT_MS);
    const view: GrantView = {
      id: newId(),
      kind: scope,
      covers: granted.summary.slice(0, KEPT_SUMMARY),
      from: label(origin),
      callId,
      grantedAt: now.wall,
      ...(until ? { until: until.wall } : {}),
    };
    this.#grants = [...this.#inForce(), { ...granted, ...(until ? { until } : {}), view }].slice(-MOST);
    onChange();
  }

  /** The grant that covers this asking, in words, or nothing. One for the next time is used up by it. */
  use(digest: string, origin: Origin): string | undefined {
    const mine = this.#inForce().filter((grant) => grant.digest === digest && covers(grant, origin));
    const lasting = mine.find(({ scope }) => scope !== 'next');
    const grant = lasting ?? mine[0];
    if (grant?.scope === 'next') this.#keep((other) => other !== grant);
    return grant && WORDS[grant.scope];
  }

  /** Ends the grant of this id, or those that the answer to this call gave. Gives what ended. */
  end(ref: string): readonly Granted[] {
    const ended = this.#inForce().filter(({ view }) => view.id === ref || view.callId === ref);
    if (ended.length > 0) this.#keep((grant) => !ended.includes(grant));
    return ended;
  }

  /** The newest first. */
  views(): readonly GrantView[] {
    return this.#inForce()
      .map(({ view }) => view)
      .reverse();
  }

  /** The person refused it after all: no grant for this asker outlives that. */
  takeBack(digest: string, origin: Origin): void {
    const mine = (grant: Grant) => grant.digest === digest && covers(grant, origin);
    if (this.#grants.some(mine)) this.#keep((grant) => !mine(grant));
  }

  /** Forgets those who can never ask again: `isGone` is told each origin. */
  forgetWhere(isGone: (origin: Origin) => boolean): void {
    if (this.#grants.some(({ origin }) => isGone(origin))) this.#keep(({ origin }) => !isGone(origin));
  }

  clear(): void {
    if (this.#grants.length > 0) this.#keep(() => false);
  }

  #inForce(): readonly Grant[] {
    const now = this.#options.clock.now();
    return this.#grants.filter(({ until }) => !until || !hasPassed(until, now));
  }

  #keep(isKept: (grant: Grant) => boolean): void {
    this.#grants = this.#grants.filter(isKept);
    this.#options.onChange();
  }
}

function covers(grant: Grant, origin: Origin): boolean {
  // 15 minutes are for whatever run of the runtime asks; the others for the very asker.
  if (grant.scope === 'minutes') return askerOf(grant.origin) === askerOf(origin);
  return ownerOf(grant.origin) === ownerOf(origin);
}

function askerOf(origin: Origin): string {
  return origin.door === 'client-tools' ? origin.profileId : `${origin.door}/${origin.caller}`;
}

function namesRun(origin: Origin): boolean {
  return origin.door === 'client-tools' && origin.runId !== undefined;
}
