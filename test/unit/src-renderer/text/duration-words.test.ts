import { describe, expect, it } from 'vitest';
import { agoWords, countdownWords, tookWords } from '../../../../src-renderer/text/duration-words.ts';

describe('times in words', () => {
  it.each([
    [65_999, '1 min 5 s left'],
    [60_000, '1 min left'],
    [24_999, '24 s left'],
    [1_000, '1 s left'],
    [999, 'Time is up'],
    [-5_000, 'Time is up'],
    [7_500_000, '2 h 5 min left'],
  ])('never shows more time than is left: %i ms', (ms, words) => {
    expect(countdownWords(ms)).toBe(words);
  });

  it.each([
    [-300, 'just now'],
    [1_999, 'just now'],
    [12_400, '12 s ago'],
    [3 * 86_400_000, '3 d ago'],
  ])('says how long ago something was: %i ms', (ms, words) => {
    expect(agoWords(ms)).toBe(words);
  });

  it.each([
    [2.4, '2 ms'],
    [1_240, '1.2 s'],
    [95_000, '1 min 35 s'],
  ])('says how long something took: %f ms', (ms, words) => {
    expect(tookWords(ms)).toBe(words);
  });
});
