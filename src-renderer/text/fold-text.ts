/** Folds a long text so that its end is as much in sight as its beginning. Nothing is dropped: the middle waits to be opened. */
import { wholeCharacter } from './whole-character.ts';

export interface FoldedText {
  readonly head: FoldedPart;
  readonly middle: FoldedPart;
  readonly tail: FoldedPart;
}

/** A stretch of the text. */
export interface FoldedPart {
  readonly text: string;
  /** Where it begins in the whole, in UTF-16 units. */
  readonly at: number;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** True where it goes on in the middle of that line. */
  readonly continues: boolean;
}

// Both ends together take about a third of the smallest comfortable window.
const END_LINES = 5;
const END_CHARACTERS = 230;

/** A shorter middle is not worth a press. */
const LEAST_LINES = 4;
const LEAST_CHARACTERS = 300;

/** Nothing where the text is short enough to stand whole. */
export function foldText(text: string): FoldedText | undefined {
  const headEnd = endOfHead(text);
  const tailStart = startOfTail(text);
  const middle = withoutLastBreak(text.slice(headEnd, tailStart));
  if (tailStart <= headEnd) return undefined;
  if (middle.length < LEAST_CHARACTERS && middle.split('\n').length < LEAST_LINES) return undefined;
  return {
    head: { text: withoutLastBreak(text.slice(0, headEnd)), at: 0, line: 1, continues: false },
    middle: { ...partAt(text, headEnd), text: middle },
    tail: { ...partAt(text, tailStart), text: text.slice(tailStart) },
  };
}

function partAt(text: string, at: number): Omit<FoldedPart, 'text'> {
  const before = text.slice(0, at);
  return { at, line: before.split('\n').length, continues: !before.endsWith('\n') };
}

/** A break at the end of a part is drawn by the part that follows it. */
function withoutLastBreak(part: string): string {
  return part.endsWith('\n') ? part.slice(0, -1) : part;
}

function endOfHead(text: string): number {
  let end = 0;
  for (let lines = 0; lines < END_LINES; lines += 1) {
    const next = text.indexOf('\n', end);
    if (next === -1) return Math.min(text.length, wholeCharacter(text, END_CHARACTERS));
    end = next + 1;
  }
  return end <= END_CHARACTERS ? end : wholeCharacter(text, END_CHARACTERS);
}

function startOfTail(text: string): number {
  let start = text.length;
  for (let lines = 0; lines < END_LINES && start > 0; lines += 1) {
    start = text.lastIndexOf('\n', start - 2) + 1;
  }
  const least = text.length - END_CHARACTERS;
  return start >= least ? start : wholeCharacter(text, least);
}
