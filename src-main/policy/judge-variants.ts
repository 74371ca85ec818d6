/** How one action comes out under several variants of the same rules. */
import type { Verdict } from '../../src-shared/verdict.ts';
import { withoutRule, withPersonsRule } from './changed-facts.ts';
import { decide, type JudgedAction } from './decide.ts';
import type { PolicyFacts } from './policy-facts.ts';
import type { Rule, RuleSource } from './rule.ts';

/** One rule: its key, and the file that it stands in. */
export type RuleName = Pick<RuleSource, 'from' | 'folder'> & Pick<Rule, 'key'>;

/** The rules as they are, without one of them and with one more of the person's. */
export interface RuleVariant {
  readonly without?: RuleName;
  readonly with?: Rule;
}

export interface VariantRequest {
  readonly action: JudgedAction;
  readonly facts: Omit<PolicyFacts, 'rules' | 'effort'>;
  readonly variants: readonly RuleVariant[];
  /** Unix milliseconds. */
  readonly now: number;
  /** Missing where they are those of the request before. */
  readonly rules?: readonly RuleSource[];
}

export function judgeVariants(
  { action, facts, variants, now }: VariantRequest,
  rules: readonly RuleSource[],
): readonly Verdict['kind'][] {
  return variants.map((variant) => decide(action, changed({ ...facts, rules }, variant), now).kind);
}

function changed(facts: PolicyFacts, { without, with: more }: RuleVariant): PolicyFacts {
  const left = without ? withoutRule(facts, without, without) : facts;
  return more ? withPersonsRule(left, more) : left;
}
