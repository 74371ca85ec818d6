/** A rule as an answer of the person would write it. */
import { ruleLine } from '../../src-main/policy/rule-lines.ts';
import type { RuleSuggestion } from '../../src-shared/verdict.ts';

export function ruleSuggestion(key: string, when?: Readonly<Record<string, string>>): RuleSuggestion {
  return { key, ...(when ? { when } : {}), line: ruleLine(key, when) };
}
