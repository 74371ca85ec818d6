/** What would be known if one rule were there, or were not. */
import type { PolicyFacts } from './policy-facts.ts';
import type { Rule, RuleSource } from './rule.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

/** A key of the person's stands in for the shipped rule of that key; without it that one counts again. */
export function withoutRule(
  facts: PolicyFacts,
  source: Pick<RuleSource, 'from' | 'folder'>,
  { key }: Pick<Rule, 'key'>,
): PolicyFacts {
  const shipped = source.from === 'person' ? SHIPPED_RULES.filter((rule) => rule.key === key) : [];
  return withSources(facts, (one) => {
    if (one.from === source.from && one.folder === source.folder) return without(one, key);
    return one.from === 'shipped' ? { ...one, rules: [...one.rules, ...shipped] } : one;
  });
}

export function withPersonsRule(facts: PolicyFacts, rule: Rule): PolicyFacts {
  return withSources(facts, (one) => {
    if (one.from === 'person') return { ...one, rules: [...without(one, rule.key).rules, rule] };
    return one.from === 'shipped' ? without(one, rule.key) : one;
  });
}

function withSources(facts: PolicyFacts, change: (source: RuleSource) => RuleSource): PolicyFacts {
  return { ...facts, rules: facts.rules.map(change) };
}

function without(source: RuleSource, key: string): RuleSource {
  return { ...source, rules: source.rules.filter((rule) => rule.key !== key) };
}
