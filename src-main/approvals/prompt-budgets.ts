/**
 * How often the person may be asked: so many questions a run, and so many a runtime, since a runtime can make up as many
 * run ids as it likes. Who is asked too often says yes without reading.
 */
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later, remaining } from '../../src-shared/clock.ts';

/** Questions are counted over this time. Milliseconds. */
export const BUDGET_MS = 10 * 60_000;

/** One in twenty seconds without a pause: more than anybody reads with care, and more than sensible work needs. */
export const RUN_QUESTIONS = 30;

/** Room for two busy runs side by side. */
export const RUNTIME_QUESTIONS = 60;

/** What is used up, and how long until one more question may be asked. */
export interface OverBudget {
  readonly scope: 'run' | 'runtime';
  readonly limit: number;
  readonly waitMs: number;
}

export class PromptBudgets {
  readonly #clock: Clock;
  /** When questions were asked in the last minutes, the oldest first, by run and by runtime. */
  readonly #asked = new Map<string, readonly Instant[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one question; or says which budget is used up, and counts nothing. */
  take(origin: Origin): OverBudget | undefined {
    const now = this.#clock.now();
    this.#forgetOld(now);
    const budgets = budgetsOf(origin);
    for (const { key, scope, limit } of budgets) {
      const times = this.#asked.get(key) ?? [];
      const [oldest] = times;
      if (times.length < limit || !oldest) continue;
      return { scope, limit, waitMs: remaining(later(oldest, BUDGET_MS), now) };
    }
    for (const { key } of budgets) this.#asked.set(key, [...(this.#asked.get(key) ?? []), now]);
    return undefined;
  }

  /** Nothing is kept longer than it counts, so there are never more keys than questions in that time. */
  #forgetOld(now: Instant): void {
    for (const [key, times] of this.#asked) {
      const counting = times.filter((at) => !hasPassed(later(at, BUDGET_MS), now));
      if (counting.length === 0) this.#asked.delete(key);
      else if (counting.length < times.length) this.#asked.set(key, counting);
    }
  }
}

interface Budget {
  readonly key: string;
  readonly scope: OverBudget['scope'];
  readonly limit: number;
}

function budgetsOf(origin: Origin): readonly Budget[] {
  const runtime: Budget = {
    key: ownerOf(wholeRuntime(origin)),
    scope: 'runtime',
    limit: RUNTIME_QUESTIONS,
  };
  if (origin.door !== 'client-tools' || origin.runId === undefined) return [runtime];
  return [{ key: ownerOf(origin), scope: 'run', limit: RUN_QUESTIONS }, runtime];
}

/** The runtime that a run belongs to, as if it had asked itself. */
export function wholeRuntime(origin: Origin): Origin {
  if (origin.door !== 'client-tools') return origin;
  const known = runtimes.get(origin);
  if (known) return known;
  const { runId: _run, agentId: _agent, ...runtime } = origin;
  runtimes.set(origin, runtime);
  return runtime;
}

/** Asked several times a call, and an origin never changes. */
const runtimes = new WeakMap<Origin, Origin>();
