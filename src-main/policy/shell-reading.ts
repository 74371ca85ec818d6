/** What is gathered while a shell tree is walked: commands, files of redirects, and what could not be judged. */
import type { Node } from 'web-tree-sitter';
import type { ShellCommand, ShellScript, UnclearPart } from '../../src-shared/shell-script.ts';
import type { Word } from './shell-pieces.ts';

/** Where a text runs, as far as a shell text can ask. All canonical. */
export interface ShellPlace {
  readonly cwd: string;
  readonly home: string;
  readonly user: string;
  readonly shell: string;
}

/** More commands than this (loops unrolled) are not judged one by one. */
const MOST_COMMANDS = 300;
/** Deeper than this nobody writes by hand. */
export const MOST_DEPTH = 40;

export interface Reading {
  readonly source: string;
  readonly place: ShellPlace;
  readonly commands: ShellCommand[];
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  readonly unclear: UnclearPart[];
  readonly variables: ReadonlyMap<string, Word>;
  readonly depth: number;
  /** True where standard input comes from another command or from the text itself. */
  readonly fed: boolean;
  /** Redirects that stand behind the statement that is read next. */
  readonly redirects: readonly Node[];
}

/** The folders that the next step can run in, after success and after failure of this one. */
export interface After {
  readonly ok: readonly string[];
  readonly fail: readonly string[];
}

/** Walks a statement that is nested in what is being read. */
export type WalkInto = (node: Node, cwds: readonly string[], reading: Reading) => After;

export function same(cwds: readonly string[]): After {
  return { ok: cwds, fail: cwds };
}

export function union(...lists: (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

export function emptyReading(source: string, place: ShellPlace): Reading {
  return {
    source,
    place,
    commands: [],
    reads: new Set(),
    writes: new Set(),
    unclear: [],
    variables: new Map(),
    depth: 0,
    fed: false,
    redirects: [],
  };
}

export function note(reading: Reading, construct: string, node: Pick<Node, 'startIndex' | 'endIndex'>): void {
  if (reading.unclear.length >= 50) return;
  reading.unclear.push({ construct, part: partOf(reading, node) });
}

export function partOf(reading: Reading, node: Pick<Node, 'startIndex' | 'endIndex'>): string {
  const text = reading.source.slice(node.startIndex, node.endIndex).trim();
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

export function addCommand(reading: Reading, command: ShellCommand): void {
  if (reading.commands.length < MOST_COMMANDS) reading.commands.push(command);
  else if (!reading.unclear.some((part) => part.construct === TOO_MANY))
    reading.unclear.push({ construct: TOO_MANY, part: command.part });
}

const TOO_MANY = 'more commands than can be judged one by one';

/** More words than this, or text in them, is not judged; loops and brace lists make a lot of a little. */
const MOST_WORDS = 1_000;
const MOST_CHARACTERS = 64 * 1024;
/** More files of redirects than this are not looked at one by one. */
const MOST_FILES = 200;

export function finish(reading: Reading): ShellScript {
  const commands = fitting(reading);
  const files = reading.reads.size + reading.writes.size;
  if (files > MOST_FILES)
    reading.unclear.push({ construct: 'more files than can be looked at one by one', part: '' });
  const reads = files > MOST_FILES ? [] : [...reading.reads];
  const writes = files > MOST_FILES ? [] : [...reading.writes];
  if (reading.unclear.length === 0) return { kind: 'plain', commands, reads };
  return { kind: 'unclear', commands, reads, unclear: reading.unclear, writes };
}

/** As many of the commands as can be judged without holding anybody up; a note says where some are left out. */
function fitting(reading: Reading): readonly ShellCommand[] {
  let words = 0;
  let characters = 0;
  const end = reading.commands.findIndex((command) => {
    words += command.argv.length;
    characters += charactersIn(command);
    return words > MOST_WORDS || characters > MOST_CHARACTERS;
  });
  if (end < 0) return reading.commands;
  reading.unclear.push({
    construct: 'more words than can be judged one by one',
    part: reading.commands[end]?.part ?? '',
  });
  return reading.commands.slice(0, end);
}

/** Every word is looked at as a name in the folder it stands for. */
function charactersIn({ argv, cwd, open = [] }: ShellCommand): number {
  const own = argv.reduce((sum, word) => sum + cwd.length + word.length, 0);
  return open.reduce((sum, { pattern, start }) => sum + (pattern ?? start).length, own);
}

/** A script about which nothing is known but that a person must look at it. */
export function unclear(construct: string, text: string): ShellScript {
  return {
    kind: 'unclear',
    commands: [],
    reads: [],
    writes: [],
    unclear: [{ construct, part: text.slice(0, 200) }],
  };
}
