/**
 * The rules that a waiting card offers for "always", worked out when somebody looks at them. Each is held against the real
 * judgement, as are its examples: what they are said to allow would run unasked, and what they are said not to would not.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Action } from '../src-shared/action.ts';
import { type ApprovalCard, MOST_RULE_CHARACTERS, type RuleOffer } from '../src-shared/approval.ts';
import type { Json } from '../src-shared/json.ts';
import type { RuleSuggestion } from '../src-shared/verdict.ts';
import type { CallableTool } from './calls/call-rooms.ts';
import { resolveOnly } from './judge-only.ts';
import { decide, type JudgedAction } from './policy/decide.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';
import { withRules } from './policy/rule.ts';
import { type Example, mustBeSeen, type RuleCandidate, suggestRules } from './policy/suggest-rules.ts';

export interface RuleOffersOptions {
  facts(action: Pick<Action, 'effects'>): Promise<PolicyFacts>;
  tool(card: ApprovalCard): CallableTool | undefined;
  /** Unix milliseconds. */
  now(): number;
}

/** Examples of each kind that a person reads. */
const MOST_SHOWN = 3;

/** Entries of a folder that are looked at for examples. */
const MOST_ENTRIES = 20;

interface Open {
  readonly card: ApprovalCard;
  readonly action: Action;
  readonly over: AbortController;
  offers?: Promise<readonly RuleOffer[]>;
  /** Those that were told, by their lines. */
  readonly told: Map<string, readonly RuleSuggestion[]>;
}

export class RuleOffers {
  readonly #options: RuleOffersOptions;
  readonly #open = new Map<string, Open>();

  constructor(options: RuleOffersOptions) {
    this.#options = options;
  }

  /** From now on this card can be asked for its offers, until `close`. */
  open(card: ApprovalCard, action: Action): void {
    this.#open.set(card.callId, { card, action, over: new AbortController(), told: new Map() });
  }

  close(callId: string): void {
    this.#open.get(callId)?.over.abort();
    this.#open.delete(callId);
  }

  /** The narrowest first; none where no rule can say it, or nobody may allow it for later. */
  async list(callId: string): Promise<readonly RuleOffer[]> {
    const open = this.#open.get(callId);
    if (!open) return [];
    open.offers ??= this.#work(open);
    const offers = await open.offers;
    for (const { lines, rules } of offers) open.told.set(lines, rules);
    return offers;
  }

  /** The lines that would allow exactly this action; undefined where no rule can. */
  async narrowest(action: Action, input: Json): Promise<string | undefined> {
    const facts = await this.#options.facts(action);
    const [exact] = suggestRules({ ...action, input }, facts, this.#options.now());
    return exact && linesOf(exact);
  }

  /** The rules of the offer with these lines, where it was told. */
  told(callId: string, lines: string): readonly RuleSuggestion[] | undefined {
    return this.#open.get(callId)?.told.get(lines);
  }

  async #work({ card, action, over }: Open): Promise<readonly RuleOffer[]> {
    const facts = await this.#options.facts(action);
    const offers: RuleOffer[] = [];
    for (const candidate of suggestRules({ ...action, input: card.input }, facts, this.#options.now())) {
      const offer = await this.#offer(candidate, { card, action, signal: over.signal });
      if (offer && offer.lines.length <= MOST_RULE_CHARACTERS) offers.push(offer);
    }
    return offers;
  }

  /** Undefined where an example shows that the rule would let pass what must be looked at. */
  async #offer(candidate: RuleCandidate, asked: Asked): Promise<RuleOffer | undefined> {
    const { suggestions, rules, examples } = candidate;
    const allows: string[] = [];
    const asks: { summary: string; why: string }[] = [];
    for (const action of await this.#actions(examples, asked)) {
      const facts = await this.#options.facts(action);
      const before = decide(action, facts, this.#options.now());
      const after = decide(action, withRules(facts, rules), this.#options.now());
      if (after.kind === 'allow' && mustBeSeen(before)) return undefined;
      if (after.kind !== 'allow') asks.push({ summary: action.summary, why: after.reasons[0]?.text ?? '' });
      else if (before.kind !== 'allow') allows.push(action.summary);
    }
    return {
      lines: linesOf(candidate),
      rules: suggestions,
      allows: allows.slice(0, MOST_SHOWN),
      asks: asks.slice(0, MOST_SHOWN),
    };
  }

  /** What each example comes to, without what is the asked action itself. */
  async #actions(examples: readonly Example[], asked: Asked): Promise<readonly JudgedAction[]> {
    const found: JudgedAction[] = [];
    for (const example of examples) {
      if (example.kind === 'path') found.push(pathAction(example.path, asked.action));
      else
        for (const input of await inputsOf(example)) {
          const resolved = await this.#resolve(input, asked);
          if (resolved && !isSame(resolved, asked.action)) found.push({ ...resolved, input });
        }
    }
    return found;
  }

  async #resolve(input: Json, { card, signal }: Asked): Promise<Action | undefined> {
    const tool = this.#options.tool(card);
    const resolved = tool && (await resolveOnly(tool, input, { origin: card.origin, signal }));
    return resolved?.ok ? resolved.action : undefined;
  }
}

function linesOf({ suggestions }: Pick<RuleCandidate, 'suggestions'>): string {
  return suggestions.map(({ line }) => line).join('\n');
}

/** A card, and what its offers are worked out from. */
interface Asked {
  readonly card: ApprovalCard;
  readonly action: Action;
  readonly signal: AbortSignal;
}

async function inputsOf(
  example: Exclude<Example, { kind: 'path' }>,
): Promise<readonly { readonly [name: string]: Json }[]> {
  if (example.kind === 'command') return [{ command: example.command, cwd: example.cwd }];
  const names = await readdir(example.folder).catch(() => []);
  return names.slice(0, MOST_ENTRIES).map((name) => ({ path: join(example.folder, name) }));
}

/** The action at another path, which need not be there. */
export function pathAction(
  path: string,
  { tool, effects: [effect] }: Pick<Action, 'tool' | 'effects'>,
): JudgedAction {
  const kind = effect?.kind === 'list' ? 'list' : 'read';
  const summary = kind === 'list' ? `List ${path}` : `Read ${path}`;
  return { tool, summary, effects: [{ kind, path }], frozen: { path }, input: { path } };
}

function isSame(one: Action, other: Action): boolean {
  const cwdOf = ({ effects: [effect] }: Action) => (effect?.kind === 'run' ? effect.cwd : undefined);
  return one.text === other.text && cwdOf(one) === cwdOf(other);
}
