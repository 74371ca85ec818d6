import { describe, expect, it } from 'vitest';
import { type TextPiece, textPieces } from '../../../../src-renderer/text/text-pieces.ts';

function joined(pieces: readonly TextPiece[]): string {
  return pieces.map((piece, index) => (index === 0 || piece.continues ? '' : '\n') + piece.text).join('');
}

describe('the pieces of a long text', () => {
  it.each([
    ['one line', 'ls -l'],
    ['nothing', ''],
    ['short lines', 'a\n\nb\n'],
    ['one endless line', 'x'.repeat(100_001)],
    ['endless pairs of surrogates', `a${'\u{1f44d}'.repeat(9_000)}`],
    ['too many lines to number', 'a\nbb\n'.repeat(5_000)],
    [
      'too many lines, one of them endless',
      `${'\n'.repeat(6_000)}${'y'.repeat(20_000)}${'\n'.repeat(6_000)}`,
    ],
  ])('are the whole text again: %s', (_name, text) => {
    const pieces = textPieces(text);
    expect(joined(pieces)).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(1_024);
  });

  it('never cut a character in two', () => {
    for (const piece of textPieces(`a${'\u{1f44d}'.repeat(9_000)}`))
      expect(piece.text).not.toMatch(/\p{Cs}/u);
  });

  it('never take a drawn character apart', () => {
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\uFE0F';
    const accents = 'e\u0301\u0302';
    for (const unit of [family, accents]) {
      for (const piece of textPieces(`abc${unit.repeat(2_000)}`).slice(0, -1))
        expect(piece.text.endsWith(unit)).toBe(true);
    }
  });

  it('number the lines, and mark what continues one', () => {
    const pieces = textPieces(`a\n${'x'.repeat(1_500)}\nb`);
    expect(pieces.map(({ line, continues }) => [line, continues])).toEqual([
      [1, false],
      [2, false],
      [undefined, true],
      [3, false],
    ]);
  });

  it('stay few when lines are many', () => {
    expect(textPieces('\n'.repeat(1_000_000)).length).toBeLessThan(1_100);
  });
});
