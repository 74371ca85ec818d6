/**
 * The rules that would allow an action from now on, the narrowest first: exactly this action, then one or two that cover
 * more. Each comes with examples that show how far it reaches; whoever offers them holds them against the judgement.
 */
import { dirname } from 'node:path';
import type { Action, Effect } from '../../src-shared/action.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { ShellCommand, ShellScript } from '../../src-shared/shell-script.ts';
import type { RuleSuggestion, Verdict } from '../../src-shared/verdict.ts';
import { decide, type JudgedAction } from './decide.ts';
import { examineCommand } from './examine-command.ts';
import { isInside } from './path-rules.ts';
import { readBack } from './permission-file.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { type Rule, withRules } from './rule.ts';
import { commandRule, type IsTaken, pathRule } from './rule-lines.ts';
import { SECRET_FOLDERS } from './secret-places.ts';
import { wildcardProbes } from './wildcard-probes.ts';

/** What somebody could ask for beside the action itself: by an input of the same tool, or by a path. */
export type Example =
  | { readonly kind: 'command'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'path'; readonly path: string }
  /** The files (or folders) that lie in this one. */
  | { readonly kind: 'inside'; readonly folder: string };

export interface RuleCandidate {
  readonly suggestions: readonly RuleSuggestion[];
  /** The same, read back as they will be read from the file. */
  readonly rules: readonly Rule[];
  readonly examples: readonly Example[];
}

type RunEffect = Extract<Effect, { kind: 'run' }>;
type PlainScript = Extract<ShellScript, { kind: 'plain' }>;

/** What removes files: which ones is for the person to say each time. */
const REMOVES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'truncate', 'trash']);

/** Whether there can be a rule at all: none for what must be looked at, nor for what no rule can say exactly. */
export function canBeRule(action: Pick<Action, 'effects'>, verdict: Verdict): boolean {
  const [effect, ...others] = action.effects;
  if (verdict.kind !== 'ask' || verdict.ask !== 'no-rule' || !effect || others.length > 0) return false;
  if (verdict.eachTime) return false;
  switch (effect.kind) {
    case 'run':
      // What is read outside the folders is asked about whatever rule there is for the command.
      return (
        verdict.outside !== true &&
        effect.script.kind === 'plain' &&
        !effect.script.commands.some(({ open }) => open)
      );
    case 'read':
    case 'list':
    case 'search':
      return true;
    case 'look':
    case 'job':
    case 'question':
      // No rule can name one screen and what will be on it; a job is its run's own.
      return false;
    default:
      return assertNever(effect);
  }
}

/** `now` is Unix milliseconds. Every candidate allows the action itself, and none opens what must be looked at. */
export function suggestRules(
  action: JudgedAction,
  facts: PolicyFacts,
  now: number,
): readonly RuleCandidate[] {
  // No rule counts while the person's file is broken, and none can be added to it.
  if (facts.rules.length === 0) return [];
  const [effect] = action.effects;
  const keys = new Set(facts.rules.flatMap(({ rules }) => rules.map(({ key }) => key)));
  const isTaken: IsTaken = (key) => keys.has(key);
  const candidates =
    effect?.kind === 'run' ? forRun(effect, action, facts, isTaken, now) : forPath(effect, action, facts);
  return candidates.flatMap(({ suggestions, examples }) => {
    if (suggestions.some(({ key }) => effect?.kind !== 'run' && isTaken(key))) return [];
    const rules = readBack(suggestions);
    if (decide(action, withRules(facts, rules), now).kind !== 'allow') return [];
    return [{ suggestions, rules, examples }];
  });
}

type Draft = Omit<RuleCandidate, 'rules'>;

function forPath(effect: Effect | undefined, { tool }: JudgedAction, facts: PolicyFacts): readonly Draft[] {
  if (effect?.kind !== 'read' && effect?.kind !== 'list' && effect?.kind !== 'search') return [];
  const { path } = effect;
  const exact = pathRule(tool, path);
  if (!exact) return [];
  const folder = effect.kind === 'read' ? dirname(path) : path;
  const drafts: Draft[] = [{ suggestions: [exact], examples: [{ kind: 'inside', folder }] }];
  const below = pathRule(tool, folder, true);
  if (!below || effect.kind === 'search' || !isModest(folder, facts)) return drafts;
  const examples: Example[] = [
    { kind: 'inside', folder },
    { kind: 'path', path: `${folder}/.env` },
    { kind: 'path', path: effect.kind === 'list' ? dirname(folder) : `${dirname(folder)}/other` },
  ];
  return [...drafts, { suggestions: effect.kind === 'list' ? [exact, below] : [below], examples }];
}

/** A folder below the home in which no known secrets lie: nobody means more than that by "this folder". */
function isModest(folder: string, { home }: PolicyFacts): boolean {
  if (folder === home || !isInside(folder, home)) return false;
  return !SECRET_FOLDERS.some(({ path, system }) => !system && isInside(`${home}/${path}`, folder));
}

function forRun(
  effect: RunEffect,
  action: JudgedAction,
  facts: PolicyFacts,
  isTaken: IsTaken,
  now: number,
): readonly Draft[] {
  const { script } = effect;
  if (script.kind !== 'plain') return [];
  const needs = script.commands.filter(
    (command) => decide(oneCommand(action, effect, script, command), facts, now).kind !== 'allow',
  );
  const exact = exactRules(needs, script, isTaken);
  if (!exact) return [];
  const elsewhere: Example = { kind: 'command', command: effect.text, cwd: facts.home };
  const more: Example = { kind: 'command', command: `${effect.text} other`, cwd: effect.cwd };
  const chained: Example = { kind: 'command', command: `${effect.text} && sudo id`, cwd: effect.cwd };
  const [only, ...others] = needs;
  const wider =
    only && others.length === 0 && script.commands.length === 1
      ? widerRules(only, effect, action, facts, isTaken, now)
      : [];
  return [{ suggestions: exact, examples: [more, elsewhere, chained] }, ...wider];
}

/** One rule for each command that needs one; equal commands share theirs. */
function exactRules(
  needs: readonly ShellCommand[],
  script: PlainScript,
  isTaken: IsTaken,
): readonly RuleSuggestion[] | undefined {
  const different = new Map(
    needs.map((command) => {
      const [words, place] = [wordsOf(command, script), placeOf(command, script)];
      return [JSON.stringify([words, place]), { words, place }];
    }),
  );
  const rules: RuleSuggestion[] = [];
  for (const { words, place } of different.values()) {
    const used = (key: string) => isTaken(key) || rules.some((rule) => rule.key === key);
    const rule = commandRule(words, 'exact', place, used);
    if (!rule) return undefined;
    rules.push(rule);
  }
  return rules.length === 0 ? undefined : rules;
}

/** The same program (and subcommand) with the last word, or all of its words, left open. */
function widerRules(
  command: ShellCommand,
  effect: RunEffect,
  action: JudgedAction,
  facts: PolicyFacts,
  isTaken: IsTaken,
  now: number,
): readonly Draft[] {
  const script = effect.script as PlainScript;
  const words = wordsOf(command, script);
  const { depth, entry } = examineCommand({ ...command, argv: words }, (word) => word);
  // Of a program that is not in the table nobody knows what its words can do.
  if (entry === undefined || REMOVES.has(words[0] ?? '')) return [];
  const lengths = [...new Set([words.length - 1, depth])].filter(
    (length) => length >= depth && length < words.length,
  );
  return lengths.flatMap((length) => {
    const begin = words.slice(0, length);
    const rule = commandRule(begin, 'begins', placeOf(command, script), isTaken);
    if (!rule) return [];
    const widened = withRules(facts, readBack([rule]));
    const opens = wildcardProbes(begin).some((argv) => {
      const probe = oneCommand(action, effect, script, { ...command, argv });
      return mustBeSeen(decide(probe, facts, now)) && decide(probe, widened, now).kind === 'allow';
    });
    return opens ? [] : [{ suggestions: [rule], examples: widerExamples(begin, words, effect, facts) }];
  });
}

function widerExamples(
  begin: readonly string[],
  words: readonly string[],
  { cwd }: RunEffect,
  { home }: PolicyFacts,
): readonly Example[] {
  const rest = words.slice(begin.length);
  const texts = [
    [...begin, ...rest.slice(0, -1), 'other'],
    [...words, 'another'],
    [...begin, `${home}/.ssh/id_ed25519`],
    [...begin, '/etc/hosts'],
    [...begin, '--force', 'other'],
  ];
  return [
    ...texts.map((text): Example => ({ kind: 'command', command: text.map(shellWord).join(' '), cwd })),
    { kind: 'command', command: words.map(shellWord).join(' '), cwd: home },
  ];
}

/** A word as a shell text holds it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function mustBeSeen(verdict: Verdict): boolean {
  return verdict.kind === 'deny' || (verdict.kind === 'ask' && verdict.ask === 'must-look');
}

function oneCommand(
  action: JudgedAction,
  effect: RunEffect,
  { surroundings }: PlainScript,
  command: ShellCommand,
): JudgedAction {
  const script: PlainScript = {
    kind: 'plain',
    commands: [command],
    reads: [],
    ...(surroundings ? { surroundings } : {}),
  };
  return { ...action, effects: [{ ...effect, script }] };
}

/** As rules see them: a program by the name that the PATH gives it. */
function wordsOf({ argv }: ShellCommand, { surroundings }: PlainScript): readonly string[] {
  const [program = '', ...rest] = argv;
  const programs = surroundings?.programs ?? {};
  return [(Object.hasOwn(programs, program) ? programs[program] : undefined) ?? program, ...rest];
}

function placeOf({ cwd }: ShellCommand, { surroundings }: PlainScript): string {
  return surroundings?.folders?.[cwd] ?? cwd;
}
