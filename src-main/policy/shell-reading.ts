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

export function finish(reading: Reading): ShellScript {
  const parts = { commands: reading.commands, reads: [...reading.reads] };
  if (reading.unclear.length === 0) return { kind: 'plain', ...parts };
  return { kind: 'unclear', ...parts, unclear: reading.unclear, writes: [...reading.writes] };
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
