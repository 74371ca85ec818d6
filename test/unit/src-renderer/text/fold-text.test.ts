import { describe, expect, it } from 'vitest';
import { foldText } from '../../../../src-renderer/text/fold-text.ts';
import { fc } from '../../../support/properties.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('a folded text', () => {
  it('leaves a short text whole', () => {
    expect(foldText('')).toBeUndefined();
    expect(foldText('make')).toBeUndefined();
    expect(foldText(lines(13))).toBeUndefined();
  });

  it('shows as many lines of the end as of the start, with their numbers', () => {
    const folded = foldText(`${lines(200)}\nrm -r old`);
    expect(folded?.head.text).toBe('line 1\nline 2\nline 3\nline 4\nline 5');
    expect(folded?.middle).toMatchObject({ line: 6, continues: false });
    expect(folded?.tail).toMatchObject({ line: 197, continues: false });
    expect(folded?.tail.text).toBe('line 197\nline 198\nline 199\nline 200\nrm -r old');
  });

  it('keeps a break at the very end, which costs no line', () => {
    expect(foldText(`${lines(100)}\n`)?.tail.text).toBe('line 96\nline 97\nline 98\nline 99\nline 100\n');
  });

  it('cuts one long line between whole characters, and says that it goes on', () => {
    const folded = foldText('😀'.repeat(1000));
    expect(folded?.head.text).toMatch(/^😀+$/u);
    expect(folded?.tail.text).toMatch(/^😀+$/u);
    expect(folded?.tail).toMatchObject({ line: 1, continues: true });
  });

  it('loses no character, whatever the text', () => {
    const word = fc.oneof(fc.constant('\n'), fc.string({ unit: 'grapheme', maxLength: 80 }));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const text = words.join('');
        const folded = foldText(text);
        if (folded === undefined) return;
        const { head, middle, tail } = folded;
        const join = (part: { readonly continues: boolean; readonly text: string }) =>
          (part.continues ? '' : '\n') + part.text;
        expect(head.text + join(middle) + join(tail)).toBe(text);
        for (const part of [middle, tail]) expect(text.slice(part.at).startsWith(part.text)).toBe(true);
      }),
    );
  });
});
