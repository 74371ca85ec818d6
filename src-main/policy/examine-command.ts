/** Holds one command against the program table: what it reads, names, changes and starts, and what speaks against it. */
import type { ShellCommand } from '../../src-shared/shell-script.ts';
import {
  EFFECT_TEXT,
  type Entry,
  type Examination,
  effectsOf,
  type Finding,
  type Located,
  type NameOf,
  needsMore,
  USE_TEXT,
  type Weight,
} from './examination.ts';
import { judgeOperands, judgeUnknownWords, optionPaths } from './examine-operands.ts';
import { innerCommands, innerStart } from './inner-commands.ts';
import { type ParsedArguments, parseArguments } from './option-parser.ts';
import {
  type Effect,
  type Nature,
  type ProgramEntry,
  RUNS_UNSEEN,
  readOptions,
  type Use,
} from './program-entry.ts';
import { programEntry } from './program-table.ts';
import { isHarmlessSetting } from './shell-settings.ts';

function findEntry(command: ShellCommand, name: string): { found: Entry; findings: Finding[] } | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const known = programEntry(base);
  if (!known) return undefined;
  const foreign = base !== name;
  const { free: _needsNoRule, ...ruled } = known;
  const entry: ProgramEntry = foreign ? ruled : known;
  const found: Entry = { name, entry, at: 0 };
  const text = `is not the ${base} that this machine normally runs`;
  const other: Finding[] = foreign ? [{ weight: 'nature', text, entry: name }] : [];
  if (!entry.subcommands) return { found, findings: other };
  const head = parseArguments(command.argv, { ...entry, stops: true }, command.open);
  const findings = [...other, ...optionFindings(head, found)];
  const word = head.operands[0];
  if (!word) return { found: { ...found, entry: { ...entry, operands: [] } }, findings };
  const open = command.open?.some((one) => one.index === word.index);
  const sub = !open && Object.hasOwn(entry.subcommands, word.word) ? entry.subcommands[word.word] : undefined;
  const full = `${name} ${word.word}`;
  if (!sub) {
    findings.push({ weight: 'beyond', text: `Doorman does not know what ${full} does`, entry: name });
    return { found: { name: full, entry: { operands: ['text'] }, at: word.index }, findings };
  }
  const nested = findNested({ name: full, entry: sub, at: word.index }, command);
  return { found: nested, findings };
}

function findNested(found: Entry, command: ShellCommand): Entry {
  const next = command.argv[found.at + 1];
  const subs = found.entry.subcommands;
  if (!subs || next === undefined || !Object.hasOwn(subs, next)) return found;
  const sub = subs[next];
  return sub ? findNested({ name: `${found.name} ${next}`, entry: sub, at: found.at + 1 }, command) : found;
}

function optionFindings(parsed: ParsedArguments, found: Entry): Finding[] {
  const findings: Finding[] = [];
  const add = (weight: Weight, text: string, what?: Effect | Use): void =>
    void findings.push({ weight, text, entry: found.name, needsMore: what !== undefined && needsMore(what) });
  for (const word of parsed.unknown)
    add('beyond', `Doorman does not know what ${found.name} does with ${word}`);
  if (!takesAnyOption(found.entry))
    for (const word of parsed.couldBeOption)
      add('beyond', `${word} could be taken for an option of ${found.name}`);
  for (const { entry } of parsed.options) {
    if (entry.effect && entry.effect !== 'deep')
      add(
        weightOf(entry.effect),
        `with ${entry.name}, ${found.name} ${effectText(entry.effect, found.entry)}`,
        entry.effect,
      );
    const use = USE_TEXT[entry.use];
    if (use && entry.value !== 'none') add('beyond', `with ${entry.name}, ${found.name} ${use}`, entry.use);
  }
  return findings;
}

/** True when every option that the program has is harmless, so that it does not matter which one a word becomes. */
function takesAnyOption(entry: ProgramEntry): boolean {
  if (entry.anyWords) return true;
  if (!entry.complete || entry.quirk) return false;
  return [...readOptions(entry).values()].every((option) => !option.effect && option.use === 'text');
}

/** What an option does (", curl sends …") is not said a second time of the program as such. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ text }) => !findings.some((other) => other.text.endsWith(`, ${text}`)));
}

function effectText(effect: Exclude<Effect, 'deep'>, { danger }: ProgramEntry): string {
  return effect === 'hazard' && danger !== undefined ? danger : EFFECT_TEXT[effect];
}

function weightOf(effect: Effect): Weight {
  return effect === 'hazard' ? 'hazard' : 'beyond';
}

/** Judges one command by the table alone; nothing on disk is looked at. */
export function examineCommand(command: ShellCommand, nameOf: NameOf): Examination {
  const name = nameOf(command.argv[0] ?? '');
  const startsOpen = command.open?.some((word) => word.index === 0) === true;
  const located = startsOpen ? undefined : findEntry(command, name);
  if (!located) return unknownProgram(command, name, startsOpen);
  const { found } = located;
  const argv = command.argv.slice(found.at);
  const open = (command.open ?? []).map((word) => ({ ...word, index: word.index - found.at }));
  const parsed = parseArguments(argv, found.entry, open);
  const shifted = { command, argv, open, found, parsed };
  const operands = judgeOperands(shifted);
  return {
    command,
    entry: found.name,
    depth: found.at + 1,
    free: found.entry.free === true,
    needsTrust: found.entry.projectCode === true,
    wall: WALL_OF[found.entry.nature ?? 'read'],
    findings: [
      ...located.findings,
      ...withoutEchoes([...optionFindings(parsed, found), ...entryFindings(shifted)]),
      ...operands.findings,
    ],
    paths: [...optionPaths(shifted), ...operands.paths],
    listsProcesses: found.entry.listsProcesses === true,
    inner: innerCommands(shifted),
    ...(found.entry.refused ? { refused: found.entry.refused } : {}),
  };
}

/** What changes files or runs code writes where it works; the network and the machine are the person's to give. */
const WALL_OF: Readonly<Record<Nature, Examination['wall']>> = {
  read: 'read-only',
  terminal: 'read-only',
  change: 'workspace-write',
  code: 'workspace-write',
  network: 'guarded',
  system: 'guarded',
};

/** No rule can speak for a program whose name is only known once it runs. */
function unknownProgram(command: ShellCommand, name: string, open: boolean): Examination {
  const finding: Finding = open
    ? { weight: 'hazard', text: 'which program it starts is only known once it runs', entry: name }
    : { weight: 'nature', text: `Doorman does not know the program ${name}`, entry: name };
  const words = judgeUnknownWords(command);
  return {
    command,
    depth: 1,
    free: false,
    needsTrust: false,
    wall: 'guarded',
    paths: words.paths,
    listsProcesses: false,
    inner: [],
    findings: [finding, ...words.findings],
  };
}

/** Names under which a program finds its standard input. */
const OWN_INPUT = /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/.*\/fd\/.*)$/;

/** True for an interpreter whose code comes out of a pipe, from the text itself or from a process substitution. */
function runsItsInput({ found, command, parsed, open }: Located): boolean {
  const { entry } = found;
  if (entry.nature !== 'code') return false;
  if (parsed.operands.some(({ index }) => open.some((word) => word.index === index && word.kind === 'pipe')))
    return true;
  if (command.fed !== true) return false;
  const named = parsed.operands.some((operand) => OWN_INPUT.test(operand.word));
  return named || (entry.stdinIsCode === true && parsed.operands.length === 0);
}

const NATURE_TEXT: Readonly<Partial<Record<NonNullable<ProgramEntry['nature']>, string>>> = {
  code: 'runs code',
  network: 'uses the network',
  terminal: EFFECT_TEXT.terminal,
  system: 'changes how this machine is set up, or what runs on it',
};

function entryFindings(located: Located): Finding[] {
  const { entry, name } = located.found;
  const { parsed } = located;
  const findings: Finding[] = [];
  const add = (weight: Weight, text: string, what?: Effect | Use): void =>
    void findings.push({ weight, text, entry: name, needsMore: what !== undefined && needsMore(what) });
  const nature = NATURE_TEXT[entry.nature ?? 'read'];
  if (nature) add('nature', `${name} ${nature}`);
  for (const effect of effectsOf(located))
    if (effect !== 'deep') add(weightOf(effect), `${name} ${effectText(effect, entry)}`, effect);
  if (entry.bare && parsed.operands.length === 0 && parsed.options.length === 0)
    add('beyond', `${name} by itself ${EFFECT_TEXT[entry.bare]}`);
  if (runsItsInput(located)) add('hazard', `${name} ${RUNS_UNSEEN}`);
  if (entry.nature === 'network' && located.open.some((word) => word.kind !== 'glob'))
    add('hazard', `${name} can send away what another command prints`);
  if (entry.assigns) {
    const end = innerStart(located) ?? located.argv.length;
    for (const { word } of parsed.operands.filter((operand) => operand.index < end))
      if (!isHarmlessSetting(word)) add('beyond', `${name} changes the setting ${word.split('=')[0]}`);
  }
  return findings;
}
