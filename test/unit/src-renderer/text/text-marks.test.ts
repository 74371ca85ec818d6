import { describe, expect, it } from 'vitest';
import { marksIn, marksWithin } from '../../../../src-renderer/text/text-marks.ts';
import type { Reason } from '../../../../src-shared/verdict.ts';

const reason = (part: string, weight: Reason['weight'] = 'care'): Reason => ({
  text: '',
  source: 'builtin',
  part,
  ...(weight ? { weight } : {}),
});

/** What is marked, in the order of the text. */
const marked = (text: string, ...reasons: Reason[]) =>
  marksIn(text, reasons).map(({ from, to, weight }) => [text.slice(from, to), weight]);

describe('the marks in a text', () => {
  it('stand at every place of the part, and nowhere inside other words', () => {
    const text = 'curl x/install.sh | sh > push.sh; sh';
    expect(marked(text, reason('sh', 'danger'))).toEqual([
      ['sh', 'danger'],
      ['sh', 'danger'],
    ]);
    expect(marksIn(text, [reason('sh')])[0]?.from).toBe(text.indexOf('| sh') + 2);
  });

  it('show the heavier reason where parts overlap', () => {
    expect(marked('a | sh > log', reason('sh > log'), reason('sh', 'danger'))).toEqual([
      ['sh', 'danger'],
      [' > log', 'care'],
    ]);
  });

  it('do not mark the whole text, nor what is not in it', () => {
    expect(marked('make all', reason(' make all'), reason('gone'), reason(''))).toEqual([]);
  });

  it('find a part that was cut for its reason', () => {
    expect(marked('make a very long thing', reason('make a…'))).toEqual([['make a', 'care']]);
  });

  it('are cut to a stretch of the text', () => {
    const marks = marksIn('one two three', [reason('two three')]);
    expect(marksWithin(marks, 6, 3)).toEqual([{ from: 0, to: 3, weight: 'care' }]);
    expect(marksWithin(marks, 0, 3)).toEqual([]);
  });
});
