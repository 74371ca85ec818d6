/** What comes of holding a command against the program table, and the pieces that this is worked out from. */
import type { Wall } from '../../src-shared/action.ts';
import type { OpenWord, ShellCommand } from '../../src-shared/shell-script.ts';
import type { ParsedArguments } from './option-parser.ts';
import type { Effect, ProgramEntry, Use } from './program-entry.ts';

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
  /** True for what cannot be done behind the read-only wall. */
  readonly needsMore?: boolean;
}

/** A path that a command touches, absolute but not resolved; `glob` when it is a pattern (see `OpenWord.pattern`). */
export interface PathUse {
  readonly path: string;
  /** `tree`: a folder there is read with all files below it. */
  readonly use: 'read' | 'name' | 'change' | 'tree';
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
  /** The narrowest wall behind which it can do what it is meant to. */
  readonly wall: Exclude<Wall, 'none'>;
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
  /** True for a program that reports on the processes of the whole machine. */
  readonly listsProcesses: boolean;
  /** The commands that it starts from its own words. */
  readonly inner: readonly ShellCommand[];
  /** Set when no tool may do it, whatever the rules say. */
  readonly refused?: string;
}

/** Reading a whole folder is judged by what lies in it, so that effect has no text. */
export const EFFECT_TEXT: Readonly<Record<Exclude<Effect, 'deep'>, string>> = {
  write: 'writes a file',
  run: 'starts another program or runs code',
  net: 'contacts another machine',
  env: 'shows settings of this machine, which can hold passwords',
  endless: 'may never end',
  terminal: 'waits for somebody to type, and nobody will',
  config: 'changes its own settings, and so what it does',
  list: 'reads every file that a list names',
  delete: 'deletes',
  hazard: 'cannot be undone, or takes away protection',
};

export const USE_TEXT: Readonly<Partial<Record<Use, string>>> = {
  write: EFFECT_TEXT.write,
  run: EFFECT_TEXT.run,
  net: EFFECT_TEXT.net,
  list: EFFECT_TEXT.list,
  config: EFFECT_TEXT.config,
};

const NEEDS_MORE: ReadonlySet<Effect | Use> = new Set(['write', 'delete', 'net']);

/** True for an effect, or a use of a word, that the read-only wall would keep from happening. */
export function needsMore(what: Effect | Use): boolean {
  return NEEDS_MORE.has(what);
}

/** The entry of the table that speaks of a command. */
export interface Entry {
  readonly name: string;
  readonly entry: ProgramEntry;
  /** Index of the word that the options of this entry follow. */
  readonly at: number;
}

/** The name by which a program is known in rules and in the table. */
export type NameOf = (word: string) => string;

/** A command beside its entry, its words counted from where the options of that entry begin. */
export interface Located {
  readonly command: ShellCommand;
  readonly argv: readonly string[];
  readonly open: readonly OpenWord[];
  readonly found: Entry;
  readonly parsed: ParsedArguments;
}

/** True when one of the named options is given. */
export function parsedHas(parsed: ParsedArguments, names: readonly string[] | undefined): boolean {
  return parsed.options.some((option) => names?.includes(option.entry.name));
}

/** Everything that the entry, its options and its quirks say the command does. */
export function effectsOf(located: Located): readonly Effect[] {
  const { entry } = located.found;
  const { options, operands } = located.parsed;
  const names = new Set(options.map((option) => option.entry.name));
  const quirks = entry.quirk?.({
    operands: operands.map((operand) => operand.word),
    words: located.argv.slice(1),
    has: (...wanted) => wanted.some((option) => names.has(option)),
    values: (...wanted) =>
      options.flatMap((one) => (wanted.includes(one.entry.name) && one.value ? [one.value.word] : [])),
  });
  return [...(entry.always ?? []), ...(quirks ?? [])];
}
