/** Holds one command against the program table: what it reads, names, changes and starts, and what speaks against it. */
import type { OpenWord, ShellCommand } from '../../src-shared/shell-script.ts';
import { type Argument, type ParsedArguments, parseArguments } from './option-parser.ts';
import { fromFolder } from './path-rules.ts';
import type { Effect, ProgramEntry, Use } from './program-entry.ts';
import { PROGRAMS } from './program-table.ts';
import { isHarmlessSetting } from './shell-settings.ts';

/**
 * How much is needed to let a finding pass. `hazard`: no rule can. `beyond`: a rule with a wildcard cannot, an exact
 * one can. `nature`: what the program is for, so any rule that names it can.
 */
export type Weight = 'hazard' | 'beyond' | 'nature';

export interface Finding {
  readonly weight: Weight;
  readonly text: string;
  /** The table entry that spoke. */
  readonly entry: string;
}

/** A path that a command touches, absolute but not resolved; `glob` when it is a pattern (see `OpenWord.pattern`). */
export interface PathUse {
  readonly path: string;
  readonly use: 'read' | 'name' | 'change';
  readonly glob: boolean;
}

export interface Examination {
  readonly command: ShellCommand;
  /** The table entry, as "git log"; nothing when the table does not know the program. */
  readonly entry?: string;
  /** How many leading words the entry stands for. */
  readonly depth: number;
  readonly free: boolean;
  readonly needsTrust: boolean;
  /** True when it is meant to change something, or to run code that does. */
  readonly changes: boolean;
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
  /** The command that a wrapper starts. */
  readonly inner?: ShellCommand;
  /** Set when no tool may do it, whatever the rules say. */
  readonly refused?: string;
}

const EFFECT_TEXT: Readonly<Record<Effect, string>> = {
  write: 'writes a file',
  run: 'starts another program or runs code',
  net: 'contacts another machine',
  env: 'shows settings that can hold secrets',
  endless: 'may never end',
  terminal: 'needs a terminal',
  config: 'takes settings that can change what it does',
  list: 'reads whatever files a list names',
  delete: 'deletes',
  hazard: 'cannot be undone or takes away protection',
  deep: 'reads every file below a folder',
};

const USE_TEXT: Readonly<Partial<Record<Use, string>>> = {
  write: EFFECT_TEXT.write,
  run: EFFECT_TEXT.run,
  net: EFFECT_TEXT.net,
  list: EFFECT_TEXT.list,
  config: EFFECT_TEXT.config,
};

interface Entry {
  readonly name: string;
  readonly entry: ProgramEntry;
  /** Index of the word that the options of this entry follow. */
  readonly at: number;
}

/** The name by which a program is known in rules and in the table. */
export type NameOf = (word: string) => string;

function findEntry(command: ShellCommand, name: string): { found: Entry; findings: Finding[] } | undefined {
  const entry = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!entry) return undefined;
  const found: Entry = { name, entry, at: 0 };
  if (!entry.subcommands) return { found, findings: [] };
  const head = parseArguments(command.argv, { ...entry, stops: true }, command.open);
  const findings = optionFindings(head, found);
  const word = head.operands[0];
  if (!word) return { found: { ...found, entry: { ...entry, operands: [] } }, findings };
  const open = command.open?.some((one) => one.index === word.index);
  const sub = !open && Object.hasOwn(entry.subcommands, word.word) ? entry.subcommands[word.word] : undefined;
  const full = `${name} ${word.word}`;
  if (!sub) {
    findings.push({ weight: 'beyond', text: `the table does not know ${full}`, entry: name });
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
  const add = (weight: Weight, text: string): void => void findings.push({ weight, text, entry: found.name });
  for (const word of parsed.unknown)
    add('beyond', `the table does not know what ${found.name} does with ${word}`);
  if (!found.entry.anyWords)
    for (const word of parsed.couldBeOption)
      add('beyond', `${word} could turn into an option of ${found.name}`);
  for (const { entry } of parsed.options) {
    if (entry.effect) add(weightOf(entry.effect), `${found.name} ${entry.name} ${EFFECT_TEXT[entry.effect]}`);
    const use = USE_TEXT[entry.use];
    if (use && entry.value !== 'none') add('beyond', `${found.name} ${entry.name} ${use}`);
  }
  return findings;
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
  const inner = wrapped(shifted);
  return {
    command,
    entry: found.name,
    depth: found.at + 1,
    free: found.entry.free === true,
    needsTrust: found.entry.projectCode === true,
    changes: ['change', 'code', 'network', 'system'].includes(found.entry.nature ?? 'read'),
    findings: [
      ...located.findings,
      ...optionFindings(parsed, found),
      ...operands.findings,
      ...entryFindings(shifted),
    ],
    paths: [...optionPaths(shifted), ...operands.paths],
    ...(inner ? { inner } : {}),
    ...(found.entry.refused ? { refused: found.entry.refused } : {}),
  };
}

/** No rule can speak for a program whose name is only known once it runs. */
function unknownProgram(command: ShellCommand, name: string, open: boolean): Examination {
  const finding: Finding = open
    ? { weight: 'hazard', text: 'which program it starts is not known yet', entry: name }
    : { weight: 'nature', text: `the table does not know the program ${name}`, entry: name };
  return {
    command,
    depth: 1,
    free: false,
    needsTrust: false,
    changes: true,
    paths: [],
    findings: [finding],
  };
}

interface Located {
  readonly command: ShellCommand;
  readonly argv: readonly string[];
  readonly open: readonly OpenWord[];
  readonly found: Entry;
  readonly parsed: ParsedArguments;
}

function pathUse(located: Located, argument: Argument, use: PathUse['use']): PathUse | undefined {
  const open = located.open.find((word) => word.index === argument.index);
  if (open?.kind === 'pipe' || (argument.word === '-' && use === 'read')) return undefined;
  const word = open?.kind === 'glob' ? (open.pattern ?? '') : argument.word;
  return { path: fromFolder(located.command.cwd, word), use, glob: open?.kind === 'glob' };
}

function optionPaths(located: Located): PathUse[] {
  return located.parsed.options.flatMap(({ entry, value }) => {
    if (!value || (entry.use !== 'read' && entry.use !== 'name' && entry.use !== 'change')) return [];
    return pathUse(located, value, entry.use) ?? [];
  });
}

function judgeOperands(located: Located): { findings: Finding[]; paths: PathUse[] } {
  const { entry, name } = located.found;
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  const add = (text: string): void => void findings.push({ weight: 'beyond', text, entry: name });
  const uses = entry.operands ?? [];
  const given = parsedHas(located.parsed, entry.firstGiven);
  const { operands } = located.parsed;
  operands.forEach((operand, position) => {
    const place = given ? position + 1 : position;
    const use = uses[Math.min(place, uses.length - 1)];
    if (entry.wraps !== undefined && position >= entry.wraps) return;
    if (use === undefined || (entry.most !== undefined && place >= entry.most)) {
      add(`the table does not know what ${name} does with ${operand.word}`);
    } else if (use === 'read' || use === 'name' || use === 'change') {
      const open = located.open.find((word) => word.index === operand.index);
      if (open?.kind === 'text') add(`${operand.word} could name any file`);
      const path = pathUse(located, operand, use);
      if (path) paths.push(path);
    } else if (use === 'revision') {
      for (const word of [operand.word, operand.word.slice(operand.word.lastIndexOf(':') + 1)])
        paths.push({ path: fromFolder(located.command.cwd, word), use: 'name', glob: false });
    } else if (use !== 'text') add(`${name} ${USE_TEXT[use]} (${operand.word})`);
  });
  const shapeless = located.open.find((word) => word.many && word.kind === 'text');
  if (shapeless && !entry.anyWords)
    add(`what ${located.argv[shapeless.index]} becomes could be several words`);
  return { findings, paths };
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

const NATURE_TEXT: Readonly<Partial<Record<NonNullable<ProgramEntry['nature']>, string>>> = {
  code: 'runs code',
  network: 'reaches the network',
  terminal: 'needs a terminal',
  system: 'changes the state of this machine',
};

function entryFindings(located: Located): Finding[] {
  const { entry, name } = located.found;
  const { parsed } = located;
  const findings: Finding[] = [];
  const add = (weight: Weight, text: string): void => void findings.push({ weight, text, entry: name });
  const nature = NATURE_TEXT[entry.nature ?? 'read'];
  if (nature) add('nature', `${name} ${nature}`);
  for (const effect of entry.always ?? []) add(weightOf(effect), `${name} ${EFFECT_TEXT[effect]}`);
  if (entry.bare && parsed.operands.length === 0 && parsed.options.length === 0)
    add('beyond', `${name} without more ${EFFECT_TEXT[entry.bare]}`);
  if (entry.stdinIsCode && located.command.fed && parsed.operands.every((operand) => operand.word === '-'))
    add('hazard', `${name} runs whatever it is fed`);
  const names = new Set(parsed.options.map((option) => option.entry.name));
  if (entry.assigns) {
    const end = innerStart(located)?.index ?? located.argv.length;
    for (const { word } of parsed.operands.filter((operand) => operand.index < end))
      if (!isHarmlessSetting(word)) add('beyond', `${name} changes the setting ${word.split('=')[0]}`);
  }
  const effects = entry.quirk?.({
    operands: parsed.operands.map((operand) => operand.word),
    has: (...wanted) => wanted.some((option) => names.has(option)),
    value: (option) => parsed.options.findLast((one) => one.entry.name === option)?.value?.word,
  });
  for (const effect of effects ?? []) add(weightOf(effect), `${name} used like this ${EFFECT_TEXT[effect]}`);
  return findings;
}

function parsedHas(parsed: ParsedArguments, names: readonly string[] | undefined): boolean {
  return parsed.options.some((option) => names?.includes(option.entry.name));
}

function innerStart(located: Located): Argument | undefined {
  const { wraps, wrapsNot, assigns } = located.found.entry;
  if (wraps === undefined || parsedHas(located.parsed, wrapsNot)) return undefined;
  const rest = located.parsed.operands.slice(wraps);
  return assigns ? rest.find((operand) => !ASSIGNMENT.test(operand.word)) : rest[0];
}

/** The command that a wrapper starts, cut out of the wrapper's own words. */
function wrapped(located: Located): ShellCommand | undefined {
  const first = innerStart(located);
  if (!first) return undefined;
  const at = located.found.at + first.index;
  return {
    ...located.command,
    argv: located.command.argv.slice(at),
    open: (located.command.open ?? [])
      .filter((word) => word.index >= at)
      .map((word) => ({ ...word, index: word.index - at })),
  };
}
