/**
 * What a rule would have changed among the last recorded calls: each is resolved and judged once more, with the rule
 * and without it, as things are now. Nothing runs. The work goes on only while somebody asks for more of it.
 */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Json } from '../src-shared/json.ts';
import { type ReplayedCall, type ReplayReport, TRIED_TOOLS } from '../src-shared/rule-view.ts';
import type { Verdict } from '../src-shared/verdict.ts';
import type { RecordedCall } from './journal/last-calls.ts';
import { type JudgeOnlyRooms, resolveOnly } from './judge-only.ts';
import type { JudgedAction } from './policy/decide.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';

export interface ReplayOptions extends Omit<JudgeOnlyRooms, 'now'> {
  readonly id: string;
  /** The newest first. */
  readonly calls: readonly RecordedCall[];
  /** In milliseconds. */
  monotonic(): number;
  /** How an action comes out without the rule, and with it; not where calls are handled, whom a long row would hold up. */
  judge(action: JudgedAction, facts: PolicyFacts): Promise<readonly Verdict['kind'][]>;
}

/** Changed calls that a report holds. */
const MOST_CHANGES = 100;

/** What can be judged again: other tools look at what is there at that moment, and no rule allows them. */
const JUDGED: ReadonlySet<string> = new Set(TRIED_TOOLS);

type Difference = Pick<ReplayedCall, 'summary' | 'without' | 'with'>;

/** `unjudged`: what it asked for is not there any more. */
type Judged = Difference | 'same' | 'unjudged';

export class RuleReplay {
  readonly #options: ReplayOptions;
  /** By tool and input: agents ask for the same again and again. */
  readonly #seen = new Map<string, Judged>();
  readonly #changes = new Map<string, ReplayedCall>();
  #at = 0;
  #unjudged = 0;
  #changed = 0;
  #working: Promise<ReplayReport> | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Judges for about `ms` milliseconds, others having their turn after each call. Who asks meanwhile hears the same. */
  more(ms: number): Promise<ReplayReport> {
    this.#working ??= this.#work(ms).finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #work(ms: number): Promise<ReplayReport> {
    const { calls, monotonic } = this.#options;
    const until = monotonic() + ms;
    while (this.#at < calls.length && monotonic() < until) {
      const call = calls[this.#at];
      if (call) await this.#take(call);
      this.#at += 1;
      await othersTurn();
    }
    return this.#report();
  }

  async #take({ tool, input, at }: RecordedCall): Promise<void> {
    const key = JSON.stringify([tool, input ?? null]);
    const judged = this.#seen.get(key) ?? (await this.#judge(tool, input));
    this.#seen.set(key, judged);
    if (judged === 'unjudged') this.#unjudged += 1;
    if (typeof judged === 'string') return;
    this.#changed += 1;
    const known = this.#changes.get(key);
    if (known) this.#changes.set(key, { ...known, times: known.times + 1 });
    else if (this.#changes.size < MOST_CHANGES) this.#changes.set(key, { ...judged, tool, at, times: 1 });
  }

  async #judge(name: string, input: Json | undefined): Promise<Judged> {
    const tool = JUDGED.has(name) ? this.#options.tool(name) : undefined;
    if (!tool || input === undefined) return 'unjudged';
    const resolved = await resolveOnly(tool, input);
    if (!resolved.ok) return 'unjudged';
    const { action } = resolved;
    const facts = await this.#options.facts(action);
    const [before, after] = await this.#options.judge({ ...action, input }, facts);
    if (before === undefined || after === undefined) return 'unjudged';
    return before === after ? 'same' : { summary: action.summary, without: before, with: after };
  }

  #report(): ReplayReport {
    const { id, calls } = this.#options;
    return {
      id,
      calls: calls.length,
      judged: this.#at,
      done: this.#at === calls.length,
      unjudged: this.#unjudged,
      changed: this.#changed,
      changes: [...this.#changes.values()],
    };
  }
}
