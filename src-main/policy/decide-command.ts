/** The judgement on one command: which rule covers it, and whether that rule reaches as far as the command does. */
import type { ShellCommand } from '../../src-shared/shell-script.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import { type Effort, freshEffort } from './effort.ts';
import type { Examination, Finding, NameOf } from './examination.ts';
import type { Opinion } from './opinion.ts';
import { isInside } from './path-rules.ts';
import { type CommandPattern, covers, rulePattern, whenMatches } from './patterns.ts';
import type { PolicyFacts } from './policy-facts.ts';
import type { Rule, RuleSource } from './rule.ts';
import type { WallNeed } from './wall-need.ts';

interface Covering {
  readonly rule: Rule;
  readonly source: RuleSource;
  readonly pattern: CommandPattern;
}

/** Steps that holding one rule against one command counts as. */
const RULE_STEPS = 20;

/** Where a command runs. */
export interface CommandPlace {
  /** Canonical, as far as it is known. */
  readonly cwd: string;
  /** The trusted folder around it. */
  readonly workspace?: string;
}

type Matcher = (rule: Rule) => CommandPattern | undefined;

/** What holds rules against one command: the pattern of a rule that covers it, or nothing. */
function matcher(command: ShellCommand, cwd: string, nameOf: NameOf, effort: Effort): Matcher {
  const open = new Set(command.open?.map((word) => word.index));
  const literal = command.argv.map((_, index) => !open.has(index));
  const argv = [nameOf(command.argv[0] ?? ''), ...command.argv.slice(1)];
  return (rule) => {
    effort.steps -= RULE_STEPS;
    const pattern = effort.steps < 0 ? undefined : rulePattern(rule);
    if (!pattern || !covers(pattern, argv, literal)) return undefined;
    if (!rule.when) return pattern;
    const { command: _command, ...when } = rule.when;
    return whenMatches(when, { cwd }, effort) ? pattern : undefined;
  };
}

/** The refusal that speaks of this command, if any. */
export function refusedCommand(
  command: ShellCommand,
  { cwd }: CommandPlace,
  nameOf: NameOf,
  facts: PolicyFacts,
): Reason | undefined {
  const matches = matcher(command, cwd, nameOf, facts.effort ?? freshEffort());
  for (const source of facts.rules) {
    const rule = source.rules.find((one) => one.refused && matches(one));
    if (!rule) continue;
    const text = rule.reason ?? `refused by the rule ${rule.key}`;
    return { text, rule: rule.key, source: source.from, part: command.part };
  }
  return undefined;
}

/** The rule that reaches furthest: one of the person's before a shipped one, an exact one before a wildcard. */
function coveringRules(command: ShellCommand, cwd: string, nameOf: NameOf, facts: PolicyFacts): Covering[] {
  const matches = matcher(command, cwd, nameOf, facts.effort ?? freshEffort());
  const covering: Covering[] = [];
  for (const source of facts.rules) {
    for (const rule of source.rules) {
      const pattern = rule.allowed ? matches(rule) : undefined;
      if (pattern) covering.push({ rule, source, pattern });
    }
  }
  return covering;
}

function asReason(finding: Finding, part: string): Reason {
  const weight = finding.weight === 'hazard' ? 'danger' : 'care';
  return { text: finding.text, rule: finding.entry, source: 'table', part, weight };
}

/** Judges by rules and table; paths and repositories are judged elsewhere. */
export function judgeCommand(
  examined: Examination,
  place: CommandPlace,
  nameOf: NameOf,
  facts: PolicyFacts,
): Opinion {
  const { command, findings } = examined;
  const { part } = command;
  const hazards = findings.filter((finding) => finding.weight === 'hazard');
  if (hazards.length > 0)
    return { kind: 'ask', ask: 'must-look', reasons: hazards.map((one) => asReason(one, part)) };
  const covering = examined.free ? [] : coveringRules(command, place.cwd, nameOf, facts);
  const enough = covering.find((one) => reaches(one, examined, place));
  if (enough) {
    const { rule, source } = enough;
    const text = `allowed by the rule ${rule.key}`;
    const reason: Reason = { text, rule: rule.key, source: source.from, part };
    return { kind: 'allow', reasons: [reason], needs: needsOf(enough, examined, place) };
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
  const bound = covering.find((one) => !isOwn(one));
  if (bound && (examined.needsTrust || bound.source.from === 'project')) {
    const { key } = bound.rule;
    const text = 'a rule would allow it, but only in a folder whose code you trust';
    return {
      kind: 'ask',
      ask: 'must-look',
      reasons: [{ text, rule: key, source: bound.source.from, part }],
    };
  }
  if (natures.length > 0)
    return { kind: 'ask', ask: 'must-look', reasons: natures.map((one) => asReason(one, part)) };
  const reason: Reason = { text: 'not on your list', source: 'builtin', part, weight: 'unlisted' };
  return { kind: 'ask', ask: 'no-rule', reasons: [reason] };
}

/** True when the rule, by its own words and by whose it is, covers all that the table found. */
function reaches(covering: Covering, examined: Examination, place: CommandPlace): boolean {
  const own = isOwn(covering);
  if (!own && !inWorkspace(covering, examined, place)) return false;
  const exact = covering.pattern.kind === 'exact';
  const beyond = examined.findings.some((finding) => finding.weight === 'beyond');
  if (examined.entry === undefined && !own) return false;
  return !beyond || (own && (exact || covering.pattern.kind === 'all'));
}

function isOwn({ source }: Covering): boolean {
  return source.from === 'person' || source.from === 'grant';
}

/** What others wrote into a rule reaches no further than a folder that the person trusts: a project's, its own. */
function inWorkspace({ source }: Covering, examined: Examination, place: CommandPlace): boolean {
  if (examined.wall === 'read-only' && !examined.needsTrust) return true;
  if (place.workspace === undefined) return false;
  return source.from !== 'project' || (source.folder !== undefined && isInside(place.cwd, source.folder));
}

function needsOf(covering: Covering, examined: Examination, place: CommandPlace): readonly WallNeed[] {
  const { part } = examined.command;
  if (examined.wall === 'read-only' && !examined.findings.some((finding) => finding.needsMore)) return [];
  const workspace = covering.source.folder ?? place.workspace;
  if (isOwn(covering) || examined.wall === 'guarded' || workspace === undefined)
    return [{ wall: 'guarded', part }];
  return [{ wall: 'workspace-write', workspace, part }];
}
