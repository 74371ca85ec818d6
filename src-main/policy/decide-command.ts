/** The judgement on one command: which rule covers it, and whether that rule reaches as far as the command does. */
import type { ShellCommand } from '../../src-shared/shell-script.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import { type Effort, freshEffort } from './effort.ts';
import type { Examination, Finding, NameOf } from './examination.ts';
import type { Opinion } from './opinion.ts';
import { insideAny } from './path-rules.ts';
import { type CommandPattern, covers, rulePattern, whenMatches } from './patterns.ts';
import type { PolicyFacts } from './policy-facts.ts';
import type { Rule, RuleSource } from './rule.ts';

interface Covering {
  readonly rule: Rule;
  readonly from: RuleSource['from'];
  readonly pattern: CommandPattern;
}

/** Steps that holding one rule against one command counts as. */
const RULE_STEPS = 20;

type Matcher = (rule: Rule) => CommandPattern | undefined;

/** What holds rules against one command: the pattern of a rule that covers it, or nothing. */
function matcher(command: ShellCommand, nameOf: NameOf, effort: Effort): Matcher {
  const open = new Set(command.open?.map((word) => word.index));
  const literal = command.argv.map((_, index) => !open.has(index));
  const argv = [nameOf(command.argv[0] ?? ''), ...command.argv.slice(1)];
  return (rule) => {
    effort.steps -= RULE_STEPS;
    const pattern = effort.steps < 0 ? undefined : rulePattern(rule);
    if (!pattern || !covers(pattern, argv, literal)) return undefined;
    if (!rule.when) return pattern;
    const { command: _command, ...when } = rule.when;
    return whenMatches(when, { cwd: command.cwd }, effort) ? pattern : undefined;
  };
}

/** The refusal that speaks of this command, if any. */
export function refusedCommand(
  command: ShellCommand,
  nameOf: NameOf,
  facts: PolicyFacts,
): Reason | undefined {
  const matches = matcher(command, nameOf, facts.effort ?? freshEffort());
  for (const source of facts.rules) {
    const rule = source.rules.find((one) => one.refused && matches(one));
    if (!rule) continue;
    const text = rule.reason ?? `refused by the rule ${rule.key}`;
    return { text, rule: rule.key, source: source.from, part: command.part };
  }
  return undefined;
}

/** The rule that reaches furthest: one of the person's before a shipped one, an exact one before a wildcard. */
function coveringRules(command: ShellCommand, nameOf: NameOf, facts: PolicyFacts): Covering[] {
  const matches = matcher(command, nameOf, facts.effort ?? freshEffort());
  const covering: Covering[] = [];
  for (const { from, rules } of facts.rules) {
    for (const rule of rules) {
      const pattern = rule.allowed ? matches(rule) : undefined;
      if (pattern) covering.push({ rule, from, pattern });
    }
  }
  return covering;
}

function asReason(finding: Finding, part: string): Reason {
  return { text: finding.text, rule: finding.entry, source: 'table', part };
}

/** Judges by rules and table; paths and repositories are judged elsewhere. */
export function judgeCommand(examined: Examination, nameOf: NameOf, facts: PolicyFacts): Opinion {
  const { command, findings } = examined;
  const { part } = command;
  const hazards = findings.filter((finding) => finding.weight === 'hazard');
  if (hazards.length > 0)
    return { kind: 'ask', ask: 'must-look', reasons: hazards.map((one) => asReason(one, part)) };
  const covering = examined.free ? [] : coveringRules(command, nameOf, facts);
  const enough = covering.find((one) => reaches(one, examined, facts));
  if (enough) {
    const { rule, from } = enough;
    const reason: Reason = { text: `allowed by the rule ${rule.key}`, rule: rule.key, source: from, part };
    return { kind: 'allow', reasons: [reason], mayWrite: examined.changes };
  }
  const beyond = findings.filter((finding) => finding.weight === 'beyond');
  if (beyond.length > 0)
    return { kind: 'ask', ask: 'must-look', reasons: beyond.map((one) => asReason(one, part)) };
  if (examined.free)
    return { kind: 'allow', reasons: [{ text: `${examined.entry} needs no rule`, source: 'table', part }] };
  return uncovered(examined, covering, part);
}

function uncovered(examined: Examination, covering: readonly Covering[], part: string): Opinion {
  const natures = examined.findings.filter((finding) => finding.weight === 'nature');
  const shipped = covering[0];
  if (shipped && examined.needsTrust) {
    const text = `the rule ${shipped.rule.key} counts only in a folder whose code the person trusts`;
    return {
      kind: 'ask',
      ask: 'must-look',
      reasons: [{ text, rule: shipped.rule.key, source: shipped.from, part }],
    };
  }
  if (natures.length > 0)
    return { kind: 'ask', ask: 'must-look', reasons: natures.map((one) => asReason(one, part)) };
  return { kind: 'ask', ask: 'no-rule', reasons: [{ text: 'no rule allows it', source: 'builtin', part }] };
}

/** True when the rule, by its own words and by whose it is, covers all that the table found. */
function reaches(covering: Covering, examined: Examination, facts: PolicyFacts): boolean {
  const own = covering.from === 'person' || covering.from === 'grant';
  const exact = covering.pattern.kind === 'exact';
  if (examined.needsTrust && !own && !insideAny(examined.command.cwd, facts.trustedFolders ?? []))
    return false;
  const beyond = examined.findings.some((finding) => finding.weight === 'beyond');
  if (examined.entry === undefined && !own) return false;
  return !beyond || (own && (exact || covering.pattern.kind === 'all'));
}
