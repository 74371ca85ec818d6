/** What the author of a rule should know of it: that it is wider than anybody can mean, or never says anything. */
import { neverMatches, tooWide } from './patterns.ts';
import type { Rule } from './rule.ts';
import { isKnownTool } from './tool-names.ts';

/** The end of a sentence that begins with the rule; nothing where there is nothing to say. */
export function ruleWarning(rule: Rule): string | undefined {
  const wide = tooWide(rule);
  if (wide) return `is very wide: ${wide}`;
  if (rule.key === 'shell_start' && rule.allowed)
    return 'allows nothing: a job may run what its command is allowed to. It can only refuse';
  const never = matchesNothing(rule.key);
  return never && `can never match: ${never}`;
}

/** Why no call can ever match the key, or nothing. */
export function matchesNothing(key: string): string | undefined {
  const never = neverMatches(key);
  if (never) return never;
  return key.startsWith('Bash(') || isKnownTool(key) ? undefined : 'no tool here has that name';
}
