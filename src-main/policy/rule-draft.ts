/** A rule that a person writes in the window, read as it will be read from the file. */
import type { RuleDraft } from '../../src-shared/rule-view.ts';
import { changeRules, readPermissions } from './permission-file.ts';
import type { Rule } from './rule.ts';
import { matchesNothing, ruleWarning } from './rule-warning.ts';

export type ReadDraft =
  | { readonly ok: true; readonly rule: Rule; readonly warning?: string }
  /** What to write instead. */
  | { readonly ok: false; readonly problem: string };

/** A rule that could never say anything is none that a person means to keep. */
export function readDraft(draft: RuleDraft): ReadDraft {
  const changed = changeRules('', { kind: 'put', draft });
  const read = changed.ok ? readPermissions(changed.text) : changed;
  if (!read.ok) return { ok: false, problem: `This cannot be written as a rule: ${read.message}.` };
  const [rule] = 'rules' in read ? read.rules : [];
  if (!rule) return { ok: false, problem: 'This cannot be written as a rule.' };
  const never = matchesNothing(rule.key);
  if (never !== undefined) {
    const hint = rule.key.startsWith('Bash(') ? '' : ` For a command write Bash(${rule.key}).`;
    return { ok: false, problem: `This rule could never match: ${never}.${hint}` };
  }
  const warning = ruleWarning(rule);
  if (warning?.startsWith('allows nothing')) return { ok: false, problem: `This rule ${warning}.` };
  return { ok: true, rule, ...(warning === undefined ? {} : { warning }) };
}
