import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../../../src-main/tools/fit-output.ts';
import { readPage, readPages } from '../../../../src-main/tools/output-page.ts';
import { createOutputRing } from '../../../../src-main/tools/output-ring.ts';

function ringOf(size: number, ...chunks: readonly (string | Buffer)[]) {
  const ring = createOutputRing(size);
  for (const chunk of chunks) ring.add(Buffer.from(chunk));
  return ring;
}

/** Everything that can be read, page by page. */
function readAll(ring: ReturnType<typeof createOutputRing>, budget: number): readonly string[] {
  const texts: string[] = [];
  for (let offset = 0; offset < ring.total(); ) {
    const page = readPage(ring, offset, budget, true);
    expect(page.next).toBeGreaterThan(offset);
    expect(jsonBytes(page.text)).toBeLessThanOrEqual(budget);
    texts.push(page.text);
    offset = page.next;
  }
  return texts;
}

describe('the last bytes of a stream', () => {
  it('are the same as the end of the whole, however it came, and wherever they are read from', () => {
    let whole = Buffer.alloc(0);
    const ring = createOutputRing(10_000);
    for (const length of [1, 4095, 2, 5000, 3, 20_000, 7, 9_999, 10_000, 1]) {
      const chunk = Buffer.from(Array.from({ length }, (_, index) => (index * 7 + length) % 251));
      ring.add(chunk);
      whole = Buffer.concat([whole, chunk]);
      expect(ring.total()).toBe(whole.length);
      expect(ring.start()).toBe(Math.max(0, whole.length - 10_000));
      for (const offset of [0, ring.start(), ring.start() + 5, whole.length - 1, whole.length, 1e9]) {
        expect(ring.from(offset).equals(whole.subarray(Math.max(ring.start(), offset)))).toBe(true);
        expect(ring.from(offset, 3).equals(ring.from(offset).subarray(0, 3))).toBe(true);
      }
    }
  });
});

describe('a page of a stream', () => {
  it('goes on where the last one ended, with no character cut and none lost', () => {
    const text = 'añ→𝄞 "q"\n'.repeat(400);
    expect(readAll(ringOf(100_000, text), 1024).join('')).toBe(text);
  });

  it('says how many bytes were dropped before they were read', () => {
    const ring = ringOf(9, 'é'.repeat(10));
    expect(readPage(ring, 4, 100, true)).toEqual({ text: 'éééé', from: 11, next: 20, dropped: 7 });
    expect(readPage(ring, 20, 100, true)).toEqual({ text: '', from: 20, next: 20, dropped: 0 });
    expect(readPage(ring, 10_000, 100, true)).toEqual({ text: '', from: 20, next: 20, dropped: 0 });
  });

  it('holds back half a character and half a control sequence until the rest came or nothing more will', () => {
    const half = Buffer.from('→').subarray(0, 2);
    const ring = ringOf(100, 'a', half);
    expect(readPage(ring, 0, 100, false)).toMatchObject({ text: 'a', next: 1 });
    expect(readPage(ring, 1, 100, true)).toMatchObject({ binary: { size: 2 }, next: 3 });
    for (const sequence of ['\u001b[31;1m', '\u001b]8;;http://x\u0007', '\u001b(B']) {
      for (let cut = 1; cut < sequence.length; cut += 1) {
        const begun = ringOf(100, `one${sequence.slice(0, cut)}`);
        expect(readPage(begun, 0, 100, false), JSON.stringify(sequence.slice(0, cut))).toMatchObject({
          text: 'one',
          next: 3,
        });
        begun.add(Buffer.from(`${sequence.slice(cut)}two`));
        expect(readPage(begun, 3, 100, false)).toMatchObject({ text: 'two', next: begun.total() });
      }
    }
  });

  it('gets on even where it holds nothing but a beginning', () => {
    const ring = ringOf(10_000, `\u001b]${'x'.repeat(2000)}`);
    const page = readPage(ring, 0, 1024, false);
    expect(page.next).toBeGreaterThan(0);
  });

  it('tells what is no text by size and type', () => {
    const ring = ringOf(100, Buffer.from([0x1f, 0x8b, 0xff, 0xfe]));
    const binary = { size: 4, media_type: 'application/gzip' };
    expect(readPage(ring, 0, 100, true)).toEqual({ text: '', from: 0, next: 4, dropped: 0, binary });
  });

  it('shares its budget with the other stream', () => {
    const streams = {
      stdout: ringOf(100_000, 'o'.repeat(50_000)),
      stderr: ringOf(100_000, 'e'.repeat(50_000)),
    };
    const offsets = { stdout: 0, stderr: 0 };
    const { stdout, stderr } = readPages(streams, offsets, 10_000, true);
    expect([stdout.text.length, stderr.text.length]).toEqual([5000, 5000]);
    const quiet = { ...streams, stderr: ringOf(10, 'e') };
    expect(readPages(quiet, offsets, 10_000, true).stdout.text.length).toBe(9_999);
    const silent = { ...streams, stdout: ringOf(10, 'o') };
    expect(readPages(silent, offsets, 10_000, true).stderr.text.length).toBe(9_999);
  });
});
