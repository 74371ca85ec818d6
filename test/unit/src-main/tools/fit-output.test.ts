import { describe, expect, it } from 'vitest';
import {
  createCollector,
  fitCollected,
  fitText,
  headWithin,
  jsonBytes,
  tailWithin,
  wholeCharactersAtEnd,
  wholeCharactersAtStart,
} from '../../../../src-main/tools/fit-output.ts';

const AWKWARD = 'a"\\\n\u0001\u007fä€👋\ud800z';

describe('fitting text into a frame', () => {
  it('cuts heads and tails exactly where the JSON text would grow too long', () => {
    for (let max = 0; max <= jsonBytes(AWKWARD) + 1; max += 1) {
      for (const part of [headWithin(AWKWARD, max), tailWithin(AWKWARD, max)]) {
        expect(jsonBytes(part)).toBeLessThanOrEqual(max);
      }
      const head = headWithin(AWKWARD, max);
      const next = AWKWARD.slice(0, head.length + ([...AWKWARD.slice(head.length)][0]?.length ?? 0));
      if (next !== head) expect(jsonBytes(next)).toBeGreaterThan(max);
    }
    expect(headWithin(AWKWARD, 1000)).toBe(AWKWARD);
    expect(tailWithin(AWKWARD, 1000)).toBe(AWKWARD);
  });

  it('keeps both ends around a marker that counts what is missing', () => {
    const text = `${'a'.repeat(1000)}${'b'.repeat(1000)}`;
    const fitted = fitText(text, 300);
    expect(fitted.text).toMatch(/^a+\n\[… .* left out here …\]\nb+$/);
    expect(jsonBytes(fitted.text)).toBeLessThanOrEqual(300);
    const kept = fitted.text.match(/^(a|b)+$/gm)?.join('').length ?? 0;
    expect(fitted.leftOut + kept).toBe(2000);
    expect(fitText('short', 300)).toEqual({ text: 'short', leftOut: 0 });
  });
});

describe('collecting a stream', () => {
  it('keeps everything that fits and both ends of what does not, in any chunking', () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
    for (const chunk of [1, 7, 100, 1000]) {
      for (const max of [0, 1, 10, 101, 999, 1000, 5000]) {
        const collector = createCollector(max);
        for (let at = 0; at < bytes.length; at += chunk) collector.add(bytes.subarray(at, at + chunk));
        const { head, tail, total } = collector.finish();
        expect(total).toBe(1000);
        expect(head).toEqual(bytes.subarray(0, Math.min(1000, Math.ceil(max / 2))));
        expect(tail).toEqual(bytes.subarray(Math.max(head.length, 1000 - Math.floor(max / 2))));
      }
    }
  });

  it('turns the kept ends into text without cut characters, and refuses what is not UTF-8', () => {
    const collector = createCollector(101);
    collector.add(Buffer.from('€'.repeat(1000)));
    const fitted = fitCollected(collector.finish(), 1000, (text) => text);
    expect(fitted?.text).toMatch(/^€+\n\[… .* left out here …\]\n€+$/);
    const latin = createCollector(100);
    latin.add(Buffer.from([0x63, 0xe9, 0x0a]));
    expect(fitCollected(latin.finish(), 1000, (text) => text)).toBeUndefined();
  });

  it('drops only characters that were cut', () => {
    const text = Buffer.from('a👋');
    for (let end = 1; end <= text.length; end += 1) {
      expect(wholeCharactersAtEnd(text.subarray(0, end)).toString()).toBe(end === text.length ? 'a👋' : 'a');
    }
    for (let start = 1; start <= text.length; start += 1) {
      expect(wholeCharactersAtStart(text.subarray(start)).toString()).toBe(start === 1 ? '👋' : '');
    }
  });
});
