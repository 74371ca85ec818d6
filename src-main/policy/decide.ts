/** The judgement: what an action may do with nobody looking. Pure; everything it knows of the machine is handed in. */
import type { Action, DecidedWall, Effect } from '../../src-shared/action.ts';
import type { Json } from '../../src-shared/json.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { Reason, Verdict } from '../../src-shared/verdict.ts';
import { judgeFile } from './decide-files.ts';
import { judgeShell } from './decide-shell.ts';
import { freshEffort } from './effort.ts';
import { inOrder, mustLook, type Opinion, strictest } from './opinion.ts';
import { commandPattern, whenMatches } from './patterns.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { inForce, type Rule, refusals } from './rule.ts';
import { namesTool } from './tool-names.ts';
import { wallServing } from './wall-need.ts';

/** What is judged: the resolved action, and the checked input that rules can speak of. */
export type JudgedAction = Pick<Action, 'tool' | 'effects' | 'frozen' | 'summary'> & { readonly input: Json };

/**
 * Decides in the order of DESIGN.md, "Deciding"; the strictest opinion on any part of the action is the verdict, and
 * every part that is as strict gives its reasons. `now` is Unix milliseconds, for rules that run out. Undecidable
 * things, and an action without any effect, come out as an ask that no mode waives.
 */
export function decide(action: JudgedAction, facts: PolicyFacts, now: number): Verdict {
  const rules = facts.rules.map((source) => ({ ...source, rules: inForce(source.rules, now) }));
  const effort = freshEffort();
  const known: PolicyFacts = { ...facts, rules, effort };
  const refused = refusedTool(action, known);
  if (refused) return { kind: 'deny', reasons: [refused] };
  const opinions = action.effects.map((effect) => judgeEffect(effect, action, known));
  if (effort.steps < 0)
    opinions.push(mustLook('your rules are too many, or their patterns too long, to check all of them'));
  if (opinions.length === 0) opinions.push(mustLook('Doorman does not know what it would do'));
  const opinion = strictest(opinions);
  if (opinion.kind === 'deny') return opinion;
  const decided = wallFor(action, opinion, facts);
  if (opinion.kind === 'ask') return { ...opinion, reasons: inOrder(opinion.reasons), wall: decided.wall };
  return { kind: 'allow', reasons: opinion.reasons, ...decided };
}

function judgeEffect(effect: Effect, action: JudgedAction, facts: PolicyFacts): Opinion {
  switch (effect.kind) {
    case 'run':
      return facts.wallAvailable ? judgeShell(effect, facts) : withoutWall(judgeShell(effect, facts), facts);
    case 'read':
    case 'list':
    case 'search':
      return judgeFile(effect, action, facts);
    case 'look':
      return judgeLook(action, facts);
    case 'job':
      return judgeJob(effect);
    case 'question':
      return judgeQuestion(effect);
    default:
      return assertNever(effect);
  }
}

/** Without a wall no command runs unasked, and no mode may change that; none at all where the person requires one. */
function withoutWall(opinion: Opinion, facts: PolicyFacts): Opinion {
  if (opinion.kind === 'deny') return opinion;
  if (facts.wallRequired) {
    const text = 'by your settings commands need a wall, and this machine has none';
    return { kind: 'deny', reasons: [{ text, source: 'builtin' }] };
  }
  const text = 'no wall would hold it back, so nothing runs without your yes';
  // Why a rule would allow it is no reason to look.
  const more = opinion.kind === 'ask' ? opinion.reasons : [];
  return { kind: 'ask', ask: 'must-look', reasons: [{ text, source: 'builtin' }, ...more] };
}

const LOOKS_ASK = 'nobody sees your screen without your yes, unless a rule of yours allows it';

/** Pictures show whatever is open, so only a rule that the person made can allow one. */
function judgeLook(action: JudgedAction, facts: PolicyFacts): Opinion {
  for (const source of facts.rules) {
    if (source.from !== 'person' && source.from !== 'grant') continue;
    const rule = source.rules.find(
      (one) =>
        one.allowed &&
        namesTool(one.key, action.tool) &&
        whenMatches(one.when, textInput(action), facts.effort),
    );
    if (rule)
      return {
        kind: 'allow',
        reasons: [{ text: `allowed by the rule ${rule.key}`, rule: rule.key, source: source.from }],
      };
  }
  return {
    kind: 'ask',
    ask: 'no-rule',
    reasons: [{ text: LOOKS_ASK, source: 'builtin', weight: 'unlisted' }],
  };
}

/** What a run started is that run's to read and to end, and nobody else's: no rule opens it to others. */
function judgeJob({ job, startedBy, askedBy }: Extract<Effect, { kind: 'job' }>): Opinion {
  if (startedBy !== '' && startedBy === askedBy)
    return {
      kind: 'allow',
      reasons: [{ text: 'the job belongs to this run', source: 'builtin', part: job }],
    };
  return {
    kind: 'deny',
    reasons: [{ text: 'the job belongs to another run', source: 'builtin', part: job }],
  };
}

/** An allowing rule cannot answer it, and no mode can: only a person has an answer. */
function judgeQuestion({ question }: Extract<Effect, { kind: 'question' }>): Opinion {
  const asks = { text: 'the agent asks you a question', source: 'builtin' as const };
  const secret = question.secret && {
    text: `it seems to ask for ${question.secret}`,
    source: 'table' as const,
  };
  return { kind: 'ask', ask: 'question', reasons: [asks, ...(secret ? [secret] : [])] };
}

function textInput(action: JudgedAction): Record<string, string> {
  const { input } = action;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** A refusal of a whole tool in the person's file. Refusals of single commands are found where commands are judged. */
function refusedTool(action: JudgedAction, facts: PolicyFacts): Reason | undefined {
  const refused = facts.rules.flatMap(({ rules, from }) => refusals(rules).map((rule) => ({ rule, from })));
  if (refused.length === 0) return undefined;
  const values = { ...textInput(action), ...canonicalValues(action.effects) };
  const speaks = ({ rule }: { readonly rule: Rule }): boolean =>
    namesTool(rule.key, action.tool) &&
    (commandPattern(rule.key)?.kind !== 'all' || rule.when?.command === undefined) &&
    whenMatches(rule.when, values, facts.effort);
  const found = refused.find(speaks);
  if (!found) return undefined;
  const { rule, from } = found;
  return { text: rule.reason ?? `refused by the rule ${rule.key}`, rule: rule.key, source: from };
}

function canonicalValues(effects: readonly Effect[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const effect of effects) {
    if (effect.kind === 'read' || effect.kind === 'list' || effect.kind === 'search')
      values.path = values.file_path = effect.path;
    if (effect.kind === 'run') values.cwd = effect.cwd;
  }
  return values;
}

/** Reads and looks start nothing; what a person says yes to gets the wider wall. */
function wallFor(action: JudgedAction, opinion: Opinion, facts: PolicyFacts): DecidedWall {
  if (!action.effects.some((effect) => effect.kind === 'run')) return { wall: 'read-only' };
  if (!facts.wallAvailable) return { wall: 'none' };
  return opinion.kind === 'allow' ? wallServing(opinion.needs ?? []) : { wall: 'guarded' };
}
