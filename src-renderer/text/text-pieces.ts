/** Cuts a long text into pieces that lay out quickly: one endless paragraph of mixed letters can hang a page for minutes. */
import { wholeCharacter } from './whole-character.ts';

export interface TextPiece {
  readonly text: string;
  /** Goes on the line of the piece before it: no line break stands between them. */
  readonly continues: boolean;
  /** Where it begins in the text, in UTF-16 units. */
  readonly at: number;
  /** Number of the line that starts here, from 1; missing where lines are not numbered. */
  readonly line?: number;
}

// Measured in Chromium: the worst mix of this size, all of it tokens, is laid out within a frame or two.
const PIECE_LENGTH = 1_024;
// A million empty lines must not become a million elements.
const MAX_NUMBERED_LINES = 500;

/**
 * Joined, with a line break before each piece that does not continue, the pieces are the text again. `firstLine` is the
 * number of its first line.
 */
export function textPieces(text: string, firstLine = 1): readonly TextPiece[] {
  const lines = text.split('\n');
  if (lines.length > MAX_NUMBERED_LINES) return cut(text, 0, true);
  let at = 0;
  return lines.flatMap((line, index) => {
    const [first, ...rest] = cut(line, at, false);
    at += line.length + 1;
    return first === undefined ? [] : [{ ...first, line: firstLine + index }, ...rest];
  });
}

// With `atBreaks`, a piece ends at the last line break that fits, and that break is not part of either piece.
function cut(text: string, start: number, atBreaks: boolean): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  let continues = false;
  while (text.length - from > PIECE_LENGTH) {
    const full = from + PIECE_LENGTH;
    const lineBreak = atBreaks ? text.lastIndexOf('\n', full) : -1;
    const to = lineBreak > from ? lineBreak : wholeCharacter(text, full);
    pieces.push({ text: text.slice(from, to), continues, at: start + from });
    continues = lineBreak <= from;
    from = continues ? to : to + 1;
  }
  pieces.push({ text: text.slice(from), continues, at: start + from });
  return pieces;
}
