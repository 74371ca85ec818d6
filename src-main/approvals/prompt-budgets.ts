/**
 * How often the person may be asked: so many questions a run, and so many a runtime, since a runtime can make up as many
 * run ids as it likes. Who is asked too often says yes without reading.
 */
import { type Origin, ownerOf } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later, remaining } from '../../src-shared/clock.ts';

/** Questions are counted over this time. Milliseconds. */
export const BUDGET_MS = 10 * 60_000;

/** The most questions of a run, and of a runtime. */
export interface QuestionLimits {
  readonly runQuestions: number;
  readonly runtimeQuestions: number;
}

/** What is used up, and how long until one more question may be asked. */
export interface OverBudget {
  readonly scope: 'run' | 'runtime';
  readonly limit: number;
  readonly waitMs: number;
}

export class PromptBudgets {
  readonly #clock: Clock;
  readonly #limits: QuestionLimits;
  /**
   * When questions were asked in the last minutes, the oldest first, by run and by runtime. Who asked last is last, so that
   * nobody behind one that counts has to be looked at.
   */
  readonly #asked = new Map<string, Instant[]>();

  constructor(clock: Clock, limits: QuestionLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts one question; or says which budget is used up, and counts nothing. */
  take(origin: Origin): OverBudget | undefined {
    const now = this.#clock.now();
    this.#forgetOld(now);
    const budgets = budgetsOf(origin, this.#limits);
    for (const { key, scope, limit } of budgets) {
      const times = this.#counting(key, now);
      const [oldest] = times;
      if (times.length < limit || !oldest) continue;
      return { scope, limit, waitMs: remaining(later(oldest, BUDGET_MS), now) };
    }
    for (const { key } of budgets) {
      const times = this.#asked.get(key) ?? [];
      times.push(now);
      this.#asked.delete(key);
      this.#asked.set(key, times);
    }
    return undefined;
  }

  /** The times that still count. */
  #counting(key: string, now: Instant): readonly Instant[] {
    const times = this.#asked.get(key) ?? [];
    const old = times.findIndex((at) => !hasPassed(later(at, BUDGET_MS), now));
    times.splice(0, old === -1 ? times.length : old);
    return times;
  }

  /** Nothing is kept longer than it counts, so there are never more keys than questions in that time. */
  #forgetOld(now: Instant): void {
    for (const key of this.#asked.keys()) {
      if (this.#counting(key, now).length > 0) return;
      this.#asked.delete(key);
    }
  }
}

interface Budget {
  readonly key: string;
  readonly scope: OverBudget['scope'];
  readonly limit: number;
}

function budgetsOf(origin: Origin, limits: QuestionLimits): readonly Budget[] {
  const runtime: Budget = {
    key: ownerOf(wholeRuntime(origin)),
    scope: 'runtime',
    limit: limits.runtimeQuestions,
  };
  if (origin.door !== 'client-tools' || origin.runId === undefined) return [runtime];
  return [{ key: ownerOf(origin), scope: 'run', limit: limits.runQuestions }, runtime];
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
