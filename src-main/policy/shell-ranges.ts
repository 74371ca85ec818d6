/** From nodes of the tree to words: what touches is one word, and nothing but blanks may lie between words. */
import type { Node } from 'web-tree-sitter';
import { type Piece, Unclear, type Word } from './shell-pieces.ts';
import { note, type Reading, type WalkInto } from './shell-reading.ts';
import { readQuoted, readWord, type WordContext } from './shell-words.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly Node[];
}

const BLANKS = /^(?:[ \t]|\\\n)*$/;

/** Joins nodes that touch: a word ends only at a blank or an operator, and a line continuation is neither. */
export function rangesOf(nodes: readonly Node[], source: string): Range[] {
  const ranges: { start: number; end: number; nodes: Node[] }[] = [];
  for (const node of [...nodes].sort((a, b) => a.startIndex - b.startIndex)) {
    const last = ranges.at(-1);
    if (last && /^(?:\\\n)*$/.test(source.slice(last.end, Math.max(last.end, node.startIndex)))) {
      last.end = Math.max(last.end, node.endIndex);
      last.nodes.push(node);
    } else ranges.push({ start: node.startIndex, end: node.endIndex, nodes: [node] });
  }
  return ranges;
}

/** True when only blanks lie between the given stretches, so that the tree has left nothing out. */
export function onlyBlanksBetween(
  source: string,
  stretches: readonly { start: number; end: number }[],
): boolean {
  const sorted = [...stretches].sort((a, b) => a.start - b.start);
  return sorted.every((one, index) => {
    const next = sorted[index + 1];
    return !next || BLANKS.test(source.slice(one.end, Math.max(one.end, next.start)));
  });
}

const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution', 'arithmetic_expansion']);

function substitutionsIn(
  nodes: readonly (Node | null)[],
  found: Map<number, Node> = new Map(),
): Map<number, Node> {
  for (const node of nodes) {
    if (!node) continue;
    if (SUBSTITUTIONS.has(node.type)) found.set(node.startIndex, node);
    else substitutionsIn(node.children, found);
  }
  return found;
}

/** Number literals and plain signs: nothing in here is looked up or run. */
const PLAIN_ARITHMETIC = /^\$\(\((?:[0-9\s+*%()<>=!&|^~?:-]|\/(?!\/))*\)\)$/;

function contextOf(nodes: readonly Node[], cwd: string, reading: Reading, walk: WalkInto): WordContext {
  const found = substitutionsIn(nodes);
  const { place } = reading;
  const known: Readonly<Record<string, Word>> = {
    HOME: { text: place.home },
    PWD: { text: cwd },
    USER: { text: place.user },
    SHELL: { text: place.shell },
    '?': { text: '0', open: { kind: 'text', start: '', many: false } },
  };
  return {
    source: reading.source,
    home: place.home,
    variable: (name) => reading.variables.get(name) ?? (Object.hasOwn(known, name) ? known[name] : undefined),
    substitution: (index) => {
      const node = found.get(index);
      if (!node) throw new Unclear('a substitution that cannot be followed');
      const kind = readSubstitution(node, cwd, reading, walk);
      // The one command whose output is known beforehand.
      const value = kind === 'text' && /^(\$\(|`)\s*pwd\s*[)`]$/.test(node.text) ? { text: cwd } : undefined;
      return { end: node.endIndex, kind, ...(value ? { value } : {}) };
    },
  };
}

function readSubstitution(node: Node, cwd: string, reading: Reading, walk: WalkInto): 'text' | 'pipe' {
  const children = node.children.filter((child): child is Node => child !== null);
  if (node.type === 'arithmetic_expansion') {
    if (!PLAIN_ARITHMETIC.test(node.text)) throw new Unclear('arithmetic beyond numbers');
    return 'text';
  }
  const [open, close] = [children.at(0)?.type, children.at(-1)?.type];
  const backquoted = open === '`' && close === '`';
  if (backquoted && node.text.includes('\\')) throw new Unclear('escapes inside backquotes');
  if (!backquoted && !((open === '$(' || open === '<(') && close === ')'))
    throw new Unclear('a substitution of an unusual form');
  const inner = children.slice(1, -1);
  if (!inner.some((child) => child.isNamed && child.type !== 'comment'))
    throw new Unclear('an empty substitution');
  const inside = { ...reading, fed: false, redirects: [], depth: reading.depth + 1 };
  let cwds: readonly string[] = [cwd];
  for (const child of inner) {
    if (child.type === 'comment' || child.type === ';' || child.type === '\n') continue;
    if (!child.isNamed) throw new Unclear(`the word ${child.type} in a substitution`);
    const after = walk(child, cwds, inside);
    cwds = [...new Set([...after.ok, ...after.fail])];
  }
  return node.type === 'process_substitution' ? 'pipe' : 'text';
}

/** The words that nodes come to in one folder; nothing (and a note) when one of them cannot be judged. */
export function wordsOf(
  nodes: readonly Node[],
  cwd: string,
  reading: Reading,
  walk: WalkInto,
  whole: Node,
): Word[] | undefined {
  const words: Word[] = [];
  let clear = true;
  for (const range of rangesOf(nodes, reading.source)) {
    try {
      words.push(...readWord(contextOf(range.nodes, cwd, reading, walk), range.start, range.end));
    } catch (problem) {
      if (!(problem instanceof Unclear)) throw problem;
      note(
        reading,
        problem.message,
        range.nodes.length > 0 ? { startIndex: range.start, endIndex: range.end } : whole,
      );
      clear = false;
    }
  }
  return clear ? words : undefined;
}

/** Reads the body of a here-document whose marker is not quoted: what it substitutes is walked, its text is only data. */
export function readBody(body: Node, cwds: readonly string[], reading: Reading, walk: WalkInto): void {
  for (const cwd of cwds) {
    const pieces: Piece[] = [];
    try {
      if (/\\\n/.test(body.text)) throw new Unclear('a continued line in a here-document');
      readQuoted(contextOf([body], cwd, reading, walk), body.startIndex, body.endIndex, pieces);
    } catch (problem) {
      if (!(problem instanceof Unclear)) throw problem;
      note(reading, problem.message, body);
    }
  }
}
