/** Brace lists and ranges of a word (`{a,b}`, `{1..3}`), bounded; they come before every other expansion. */
import { type Piece, Unclear } from './shell-pieces.ts';

/** More words than this out of one are not read, they are asked about. */
const MOST_WORDS = 256;

const RANGE = /^(-?\d{1,6})\.\.(-?\d{1,6})$|^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/;

function unquoted(piece: Piece | undefined): string {
  return piece?.kind === 'char' && !piece.quoted ? piece.char : '';
}

/** Finds the first brace that opens a list or a range; gives where it closes and where its commas are. */
function findGroup(pieces: readonly Piece[], open: number): { close: number; commas: number[] } | undefined {
  let depth = 0;
  const commas: number[] = [];
  for (let at = open; at < pieces.length; at++) {
    const char = unquoted(pieces[at]);
    if (char === '{') depth += 1;
    else if (char === ',' && depth === 1) commas.push(at);
    else if (char === '}' && --depth === 0) return { close: at, commas };
  }
  return undefined;
}

function rangeOf(inner: readonly Piece[]): string[] | undefined {
  const text = inner.map((piece) => (piece.kind === 'char' ? piece.char : '\0')).join('');
  if (!text.includes('..')) return undefined;
  const match = RANGE.exec(text);
  if (!match || inner.some((piece) => unquoted(piece) === '')) throw new Unclear('a brace range');
  const letters = match[1] === undefined;
  const value = (group: string | undefined): number =>
    letters ? (group?.charCodeAt(0) ?? 0) : Number(group);
  if (/(^|\.|-)0\d/.test(text)) throw new Unclear('a padded brace range');
  const from = value(match[1] ?? match[3] ?? match[5]);
  const to = value(match[2] ?? match[4] ?? match[6]);
  if (Math.abs(to - from) >= MOST_WORDS) throw new Unclear('a long brace range');
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const number = from + step * index;
    return letters ? String.fromCharCode(number) : String(number);
  });
}

/** All words that the braces of one word stand for, in order. Throws `Unclear` where bash has its own ideas. */
export function expandBraces(pieces: readonly Piece[], budget = { left: MOST_WORDS }): (readonly Piece[])[] {
  const open = pieces.findIndex((piece) => unquoted(piece) === '{');
  const group = open < 0 ? undefined : findGroup(pieces, open);
  if (open < 0) return [pieces];
  if (!group) {
    if (pieces.some((piece) => unquoted(piece) === ',')) throw new Unclear('a brace that does not close');
    return [pieces];
  }
  const before = pieces.slice(0, open);
  const inner = pieces.slice(open + 1, group.close);
  const range = group.commas.length === 0 ? rangeOf(inner) : undefined;
  if (group.commas.length === 0 && !range) {
    if (inner.some((piece) => unquoted(piece) === '{')) throw new Unclear('a brace inside a brace');
    const rest = expandBraces(pieces.slice(group.close + 1), budget);
    return rest.map((tail) => [...pieces.slice(0, group.close + 1), ...tail]);
  }
  const members: (readonly Piece[])[] = range
    ? range.map((text) => [...text].map((char): Piece => ({ kind: 'char', char, quoted: false })))
    : membersOf(pieces, open, group).flatMap((member) => expandBraces(member, budget));
  const tails = expandBraces(pieces.slice(group.close + 1), budget);
  budget.left -= members.length * tails.length;
  if (budget.left < 0) throw new Unclear('too many brace words');
  return members.flatMap((member) => tails.map((tail) => [...before, ...member, ...tail]));
}

function membersOf(
  pieces: readonly Piece[],
  open: number,
  group: { close: number; commas: number[] },
): Piece[][] {
  const edges = [open, ...group.commas, group.close];
  return edges.slice(1).map((edge, index) => pieces.slice((edges[index] ?? 0) + 1, edge));
}
