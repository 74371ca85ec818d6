import { expect, it } from 'vitest';
import { visibleLine, visibleText } from '../../../src-shared/visible-text.ts';

it.each([
  ['a right-to-left override', 'cat \u202egnp.exe', 'cat ‹U+202E›gnp.exe'],
  ['a zero-width space', 'rm\u200b -rf', 'rm‹U+200B› -rf'],
  ['an escape sequence', '\u001b[2J', '‹U+001B›[2J'],
  ['a no-break space', 'a\u00a0b', 'a‹U+00A0›b'],
  ['a tag character', 'x\u{e0041}', 'x‹U+E0041›'],
  ['a Hangul filler', 'a\u3164b', 'a‹U+3164›b'],
  ['a carriage return', 'a\rb', 'a‹U+000D›b'],
  ['a lone surrogate', 'a\ud800b', 'a‹U+D800›b'],
  ['a variation selector', 'a\ufe0f', 'a‹U+FE0F›'],
])('shows %s', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it('leaves ordinary text of any script alone', () => {
  const text = 'ls -la ~/Größe 日本語 שלום\n\tzweite Zeile 🎉';
  expect(visibleText(text)).toBe(text);
});

it('puts everything on one line where one line is all there is', () => {
  expect(visibleLine('a\nb\tc')).toBe('a‹newline›b‹tab›c');
});
