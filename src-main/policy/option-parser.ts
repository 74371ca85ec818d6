/** Splits an argument vector into options with their values, operands, and what the table does not know. */
import type { OpenWord } from '../../src-shared/shell-script.ts';
import { type OptionEntry, type ProgramEntry, readOptions } from './program-entry.ts';

export interface Argument {
  readonly word: string;
  /** Its place in the vector that was parsed. */
  readonly index: number;
  /** Where only a part of that word is meant, as in `--file=x` or `-fx`. */
  readonly attached: boolean;
}

export interface ParsedOption {
  readonly entry: OptionEntry;
  readonly value?: Argument;
}

export interface ParsedArguments {
  readonly options: readonly ParsedOption[];
  readonly operands: readonly Argument[];
  /** Words that look like options and that the table cannot judge. */
  readonly unknown: readonly string[];
  /** Words of unknown text that could become options. */
  readonly couldBeOption: readonly string[];
}

interface Progress {
  readonly argv: readonly string[];
  readonly entry: ProgramEntry;
  readonly table: ReadonlyMap<string, OptionEntry>;
  readonly open: ReadonlyMap<number, OpenWord>;
  readonly options: ParsedOption[];
  readonly operands: Argument[];
  readonly unknown: string[];
  readonly couldBeOption: string[];
  next: number;
}

/**
 * Parses `argv` from its second word on, as GNU getopt_long does: options and operands in any order, bundled short
 * options, attached and separate values, `--`. An abbreviation is taken for the option it stands for only where the
 * table lists every option of the program; else it is unknown.
 */
export function parseArguments(
  argv: readonly string[],
  entry: ProgramEntry,
  open: readonly OpenWord[] = [],
): ParsedArguments {
  const progress: Progress = {
    argv,
    entry,
    table: readOptions(entry),
    open: new Map(open.map((word) => [word.index, word])),
    options: [],
    operands: [],
    unknown: [],
    couldBeOption: [],
    next: 1,
  };
  while (progress.next < argv.length) if (!takeOne(progress)) break;
  for (; progress.next < argv.length; progress.next++) addOperand(progress, progress.next);
  return progress;
}

function addOperand(progress: Progress, index: number): void {
  progress.operands.push({ word: progress.argv[index] ?? '', index, attached: false });
}

/** Takes one word, with its value; false when everything that follows is operands. */
function takeOne(progress: Progress): boolean {
  const index = progress.next++;
  const word = progress.argv[index] ?? '';
  const open = progress.open.get(index);
  if (progress.entry.style === 'none') {
    if (open && open.kind !== 'pipe') progress.couldBeOption.push(word);
    addOperand(progress, index);
  } else if (open && (open.start === '' || open.start.startsWith('-')) && open.kind !== 'pipe') {
    progress.couldBeOption.push(word);
    addOperand(progress, index);
  } else if (word === '--') return false;
  else if (progress.entry.counts && /^-[0-9]+$/.test(word) && !open) return true;
  else if (word.startsWith('--') && progress.entry.style !== 'words') takeLong(progress, word, index);
  else if (progress.entry.style === 'words' && /^-./.test(word)) takeWord(progress, word, index);
  else if (/^-./.test(word)) takeCluster(progress, word, index);
  else if (word.startsWith('+') && progress.table.has('+')) takeFlag(progress, '+');
  else {
    addOperand(progress, index);
    if (progress.entry.stops) return false;
  }
  return true;
}

function takeFlag(progress: Progress, name: string): void {
  const entry = progress.table.get(name);
  if (entry) progress.options.push({ entry });
}

function takeWord(progress: Progress, word: string, index: number): void {
  const equals = word.indexOf('=');
  const joined = equals < 0 ? undefined : progress.table.get(word.slice(0, equals));
  const entry = progress.table.get(word);
  if (joined && joined.value !== 'none')
    progress.options.push({ entry: joined, value: { word: word.slice(equals + 1), index, attached: true } });
  else if (!entry) progress.unknown.push(word);
  else if (entry.value === 'required') takeNext(progress, entry, word, index);
  else progress.options.push({ entry });
}

function takeNext(progress: Progress, entry: OptionEntry, word: string, index: number): void {
  const next = index + 1;
  const value = progress.argv[next];
  if (value === undefined || progress.open.get(next)?.many) {
    progress.unknown.push(word);
    return;
  }
  progress.next = next + 1;
  progress.options.push({ entry, value: { word: value, index: next, attached: false } });
}

function resolveLong(progress: Progress, name: string): OptionEntry | undefined {
  const exact = progress.table.get(name);
  if (exact || !progress.entry.complete) return exact;
  const fitting = [...progress.table.values()].filter((entry) => entry.name.startsWith(name));
  return fitting.length === 1 && name.length > 2 ? fitting[0] : undefined;
}

function takeLong(progress: Progress, word: string, index: number): void {
  const equals = word.indexOf('=');
  const entry = resolveLong(progress, equals < 0 ? word : word.slice(0, equals));
  if (!entry) {
    progress.unknown.push(word);
    const prefix = equals < 0 ? word : word.slice(0, equals);
    takeHazards(progress, (one) => one.name.startsWith(prefix));
  } else if (equals >= 0) {
    if (entry.value === 'none') {
      progress.unknown.push(word);
      progress.options.push({ entry });
    } else progress.options.push({ entry, value: { word: word.slice(equals + 1), index, attached: true } });
  } else if (entry.value === 'required') takeNext(progress, entry, word, index);
  else if (entry.value === 'pair') takePair(progress, entry, word, index);
  else progress.options.push({ entry });
}

/** What cannot be read for certain still counts as each hazard that it could be: no rule may speak for those. */
function takeHazards(progress: Progress, could: (entry: OptionEntry) => boolean): void {
  for (const entry of progress.table.values())
    if (entry.effect === 'hazard' && could(entry)) progress.options.push({ entry });
}

function takePair(progress: Progress, entry: OptionEntry, word: string, index: number): void {
  if (progress.open.get(index + 1)?.many) progress.unknown.push(word);
  else takeNext(progress, entry, word, index + 1);
}

function takeCluster(progress: Progress, word: string, index: number): void {
  const letters = [...word.slice(1)];
  for (let i = 0; i < letters.length; i++) {
    const entry = progress.table.get(`-${letters[i]}`);
    if (!entry) {
      progress.unknown.push(word);
      takeHazards(progress, (one) => one.name.length === 2 && letters.includes(one.name.slice(1)));
      return;
    }
    if (entry.value === 'none') progress.options.push({ entry });
    else {
      const rest = letters.slice(i + 1).join('');
      if (rest !== '') progress.options.push({ entry, value: { word: rest, index, attached: true } });
      else if (entry.value === 'required') takeNext(progress, entry, word, index);
      else progress.options.push({ entry });
      return;
    }
  }
  // A word whose end is unknown text (`-n$(…)`) could go on as more letters.
  if (progress.open.has(index)) progress.unknown.push(word);
}
