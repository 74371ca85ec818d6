/** Cuts a long text into pieces that lay out quickly: one endless paragraph of mixed letters can hang a page for minutes. */

export interface TextPiece {
  readonly text: string;
  /** Goes on the line of the piece before it: no line break stands between them. */
  readonly continues: boolean;
  /** Number of the line that starts here, from 1; missing where lines are not numbered. */
  readonly line?: number;
}

// Measured in Chromium: pieces of this size keep 1 MiB of the worst mix near three seconds, and plain text under one.
const PIECE_LENGTH = 4_096;
// A million empty lines must not become a million elements.
const MAX_NUMBERED_LINES = 500;

/** Joined, with a line break before each piece that does not continue, the pieces are the text again. */
export function textPieces(text: string): readonly TextPiece[] {
  const lines = text.split('\n');
  if (lines.length > MAX_NUMBERED_LINES) return cut(text, true);
  return lines.flatMap((line, index) => {
    const [first, ...rest] = cut(line, false);
    return first === undefined ? [] : [{ ...first, line: index + 1 }, ...rest];
  });
}

// With `atBreaks`, a piece ends at the last line break that fits, and that break is not part of either piece.
function cut(text: string, atBreaks: boolean): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  let continues = false;
  while (text.length - from > PIECE_LENGTH) {
    const full = from + PIECE_LENGTH;
    const lineBreak = atBreaks ? text.lastIndexOf('\n', full) : -1;
    const to = lineBreak > from ? lineBreak : full - (isLowSurrogate(text, full) ? 1 : 0);
    pieces.push({ text: text.slice(from, to), continues });
    continues = lineBreak <= from;
    from = continues ? to : to + 1;
  }
  pieces.push({ text: text.slice(from), continues });
  return pieces;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
