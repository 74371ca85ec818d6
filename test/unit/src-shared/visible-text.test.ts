import { describe, expect, it } from 'vitest';
import { countHidden, countSpecial, visibleParts, visibleText } from '../../../src-shared/visible-text.ts';

describe('visible text', () => {
  it.each([
    ['C0', '\u0000a\u001b', '‹U+0000›a‹U+001B›'],
    ['C1 and delete', 'a\u007f\u0085', 'a‹U+007F›‹U+0085›'],
    ['bidi overrides and isolates', 'a\u202egpj.\u202c\u2066', 'a‹U+202E›gpj.‹U+202C›‹U+2066›'],
    ['bidi marks', '\u200e\u200f\u061c', '‹U+200E›‹U+200F›‹U+061C›'],
    ['zero widths and the byte order mark', 'r\u200bm\u2060\ufeff', 'r‹U+200B›m‹U+2060›‹U+FEFF›'],
    ['the tags block', 'x\u{e0041}\u{e007f}', 'x‹U+E0041›‹U+E007F›'],
    ['no-break and other wide spaces', 'a\u00a0b\u2003c\u3000', 'a‹U+00A0›b‹U+2003›c‹U+3000›'],
    ['soft hyphen and line separator', 'a\u00adb\u2028', 'a‹U+00AD›b‹U+2028›'],
    ['fillers that look like nothing', '\u115f\u3164\uffa0\u2800', '‹U+115F›‹U+3164›‹U+FFA0›‹U+2800›'],
    ['a lone surrogate', 'a\ud800b', 'a‹U+D800›b'],
    ['a private-use character', '\ue000', '‹U+E000›'],
    ['a variation selector after a letter', 'a\ufe00', 'a‹U+FE00›'],
  ])('shows %s as tokens', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(visibleText(text, 'block')).toBe(shown);
  });

  it('leaves ordinary text of any script as it is', () => {
    const text = 'git push – naïve café, 日本語, Ελληνικά, e\u0301, € ✓';
    expect(visibleParts(text, 'line')).toEqual([{ kind: 'plain', text }]);
  });

  it('keeps tab and line break in a block, and shows them in a line', () => {
    expect(visibleText('a\n\tb\r\n', 'block')).toBe('a\n\tb‹U+000D›\n');
    expect(visibleText('a\n\tb')).toBe('a‹U+000A›‹U+0009›b');
  });

  it('sets blanks that matter apart in code: tabs, and those before the end of a line', () => {
    const parts = visibleParts('a b\t \n  c\u00a0 ', 'code').map(({ kind, text }) => [kind, text]);
    expect(parts).toEqual([
      ['plain', 'a b'],
      ['tab', '\t'],
      ['trail', ' '],
      ['plain', '\n  c'],
      ['hidden', '‹U+00A0›'],
      ['trail', ' '],
    ]);
  });

  it('keeps an emoji whole, but not a joiner between letters', () => {
    expect(visibleText('ok ❤️ 👩‍💻 👍🏽')).toBe('ok ❤️ 👩‍💻 👍🏽');
    expect(visibleText('a\u200db')).toBe('a‹U+200D›b');
    expect(visibleText('❤\u200dx')).toBe('❤‹U+200D›x');
  });

  it('counts equal neighbours instead of repeating them', () => {
    expect(visibleText(`a${'\u200b'.repeat(5000)}b`)).toBe('a‹U+200B ×5000›b');
    expect(countHidden(`a${'\u200b'.repeat(5000)}\u202eb`)).toBe(5001);
  });

  it('sets right-to-left words apart, so that they cannot move what stands between them', () => {
    const parts = visibleParts('rm "אב" /safe "גד"', 'block');
    expect(parts.map((part) => [part.kind, part.text])).toEqual([
      ['plain', 'rm "'],
      ['rtl', 'אב'],
      ['plain', '" /safe "'],
      ['rtl', 'גד'],
      ['plain', '"'],
    ]);
  });

  it('counts what must be marked, and not what an emoji is made of', () => {
    expect(countSpecial('a\u200bb אב ❤️')).toBe(2);
  });

  it('loses no character of a hostile text', () => {
    const text = 'a\u200bb\u202e'.repeat(20_000);
    expect(visibleText(text, 'block')).toBe('a‹U+200B›b‹U+202E›'.repeat(20_000));
  });
});
