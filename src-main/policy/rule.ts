/** One rule of the `permissions:` grammar, read; and a set of rules that come from one place. */
import type { Reason } from '../../src-shared/verdict.ts';

export interface Rule {
  /** The key as written: a tool name or `Bash(…)`. */
  readonly key: string;
  readonly allowed: boolean;
  readonly refused: boolean;
  readonly when?: Readonly<Record<string, string>>;
  readonly reason?: string;
  /** True for one that an answer of the person wrote, as its `source:` says. It decides nothing. */
  readonly granted?: true;
  /** Unix milliseconds after which the rule no longer counts. */
  readonly expiresAt?: number;
  /** Where its key stands in its text, counted from 1. It decides nothing. */
  readonly line?: number;
}

export interface RuleSource {
  readonly from: Extract<Reason['source'], 'grant' | 'person' | 'project' | 'shipped'>;
  readonly rules: readonly Rule[];
  /** For a project's own rules: the trusted folder, canonical, in which they count. */
  readonly folder?: string;
}

/** What it says, without where it stands. */
export function withoutLine({ line: _line, ...rule }: Rule): Omit<Rule, 'line'> {
  return rule;
}

/** What is known, with these rules of the person beside those that are there. */
export function withRules<Facts extends { readonly rules: readonly RuleSource[] }>(
  facts: Facts,
  rules: readonly Rule[],
): Facts {
  return { ...facts, rules: [{ from: 'person', rules }, ...facts.rules] };
}

/** Rules that have not run out at `now` (Unix milliseconds). */
export function inForce(rules: readonly Rule[], now: number): readonly Rule[] {
  if (!sorted(rules).expire) return rules;
  return rules.filter((rule) => rule.expiresAt === undefined || now < rule.expiresAt);
}

/** Those that refuse something. */
export function refusals(rules: readonly Rule[]): readonly Rule[] {
  return sorted(rules).refusals;
}

interface Sorted {
  readonly expire: boolean;
  readonly refusals: readonly Rule[];
}

function sorted(rules: readonly Rule[]): Sorted {
  const known = seen.get(rules);
  if (known) return known;
  const expire = rules.some(({ expiresAt }) => expiresAt !== undefined);
  const result = { expire, refusals: rules.filter(({ refused }) => refused) };
  seen.set(rules, result);
  return result;
}

/** Lists never change, and every call is held against all of them. */
const seen = new WeakMap<readonly Rule[], Sorted>();
