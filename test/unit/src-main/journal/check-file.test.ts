import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrust } from '../../../../src-main/journal/chain-start.ts';
import { beginFile, checkLine, type FileState } from '../../../../src-main/journal/check-file.ts';
import { type JournalUnderTest, journalUnderTest } from '../../../support/journal.ts';

let under: JournalUnderTest;

beforeEach(async () => {
  under = await journalUnderTest();
});
afterEach(() => under.remove());

const FIRST = '00000001-2026-01-02.jsonl';
const LINES = 200;

/** One file of 200 lines: its first one and 199 steps. */
async function twoHundred(): Promise<readonly string[]> {
  await under.write(LINES - 1);
  const lines = (await under.read(FIRST)).toString().split('\n').slice(0, -1);
  expect(lines).toHaveLength(LINES);
  return lines;
}

const asFile = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** The same lines, changed by `change`, as a whole check finds them. */
async function findAfter(lines: readonly string[], change: (lines: string[]) => void) {
  const changed = [...lines];
  change(changed);
  await under.replace(FIRST, asFile(changed));
  const { verdict, findings } = await under.verify();
  return { verdict, ...findings[0] };
}

/** The same, for the lines of the one file alone. */
async function damageOf(lines: readonly string[]) {
  const { key } = await readTrust(under.keychain);
  const state = lines.reduce((before, line) => checkLine(before, Buffer.from(line)), beginFile(FIRST, key));
  return state.damage && { line: state.damage.line, what: state.damage.what };
}

describe('a journal of 200 lines', () => {
  it('is intact as it was written', async () => {
    await twoHundred();
    expect(await under.verify()).toMatchObject({
      verdict: 'intact',
      findings: [],
      files: 1,
      lines: LINES,
      afterHead: 0,
      torn: false,
      limits: [],
    });
  });

  it('shows every changed byte, in the line in which it stands', async () => {
    const lines = await twoHundred();
    const { key } = await readTrust(under.keychain);
    let state = beginFile(FIRST, key);
    let changes = 0;
    const feed = (from: FileState, bytes: Buffer, enough: number) => {
      let fed = from;
      let start = 0;
      for (let end = bytes.indexOf(0x0a); end >= 0 && fed.lines < enough; end = bytes.indexOf(0x0a, start)) {
        fed = checkLine(fed, bytes.subarray(start, end));
        start = end + 1;
      }
      return fed;
    };
    for (const [index, line] of lines.entries()) {
      // Two lines more: what became of a line may only show in the next ones.
      const bytes = asFile(lines.slice(index, index + 3));
      const length = Buffer.byteLength(line) + (index === LINES - 1 ? 0 : 1);
      for (let at = 0; at < length; at += 1) {
        for (const flip of [0x01, 0x20, (bytes[at] ?? 0) ^ 0x0a]) {
          if (flip === 0) continue;
          const before = bytes[at] ?? 0;
          bytes[at] = before ^ flip;
          const { damage } = feed(state, bytes, index + 3);
          bytes[at] = before;
          changes += 1;
          // A higher number in the last line looks like lines that are missing.
          const said = index === LINES - 1 && damage?.what === 'removed' ? 'edited' : damage?.what;
          if (damage?.line !== index + 1 || said !== 'edited')
            expect({ index, at, flip, damage }).toBe('found');
        }
      }
      state = checkLine(state, Buffer.from(line));
      expect(state.damage).toBeUndefined();
    }
    expect(changes).toBeGreaterThan(2 * 150 * LINES);
  });

  it('shows a changed last line break', async () => {
    await twoHundred();
    const bytes = await under.read(FIRST);
    bytes[bytes.length - 1] = 0x20;
    await under.replace(FIRST, bytes);
    const { verdict, findings } = await under.verify();
    expect({ verdict, findings }).toEqual({
      verdict: 'broken',
      findings: [{ file: FIRST, line: LINES, what: 'cut' }],
    });
  });

  it('shows each removed line, where the next one now stands', async () => {
    const lines = await twoHundred();
    for (let index = 0; index < LINES; index += 1) {
      const found = await findAfter(lines, (all) => all.splice(index, 1));
      const what = index === LINES - 1 ? 'cut' : 'removed';
      expect(found).toEqual({ verdict: 'broken', file: FIRST, line: index + 1, what });
    }
  });

  it('shows each line that changed places with a later one', async () => {
    const lines = await twoHundred();
    for (let index = 0; index < LINES - 1; index += 1) {
      for (const other of new Set([index + 1, Math.min(index + 2, LINES - 1), LINES - 1])) {
        const changed = [...lines];
        [changed[index], changed[other]] = [lines[other] ?? '', lines[index] ?? ''];
        expect(await damageOf(changed)).toEqual({ line: index + 1, what: 'reordered' });
      }
    }
  });

  it('shows each line that stands twice, at once or later', async () => {
    const lines = await twoHundred();
    for (let index = 0; index < LINES; index += 1) {
      for (const after of new Set([index, Math.floor((index + LINES) / 2), LINES - 1])) {
        const changed = lines.toSpliced(after + 1, 0, lines[index] ?? '');
        expect(await damageOf(changed)).toEqual({ line: after + 2, what: 'duplicated' });
      }
    }
  });

  it('shows a cut at any line, and in the middle of one', async () => {
    const lines = await twoHundred();
    for (let kept = 0; kept < LINES; kept += 1) {
      const found = await findAfter(lines, (all) => all.splice(kept));
      expect(found).toEqual({ verdict: 'broken', file: FIRST, line: kept + 1, what: 'cut' });
      await under.replace(FIRST, Buffer.concat([asFile(lines.slice(0, kept)), Buffer.from('{"seq":1')]));
      expect((await under.verify()).findings).toEqual([{ file: FIRST, line: kept + 1, what: 'cut' }]);
    }
  });

  it('shows a line that somebody put in, with whatever number', async () => {
    const lines = await twoHundred();
    for (const seq of [50, 51, 52, 1000]) {
      const forged = `{"seq":${seq},"at":"2026-01-02T03:04:05.000Z","call":"c","step":"ended","mac":"${'A'.repeat(43)}"}`;
      const found = await findAfter(lines, (all) => all.splice(50, 0, forged));
      expect(found).toMatchObject({ verdict: 'broken', file: FIRST, line: 51 });
    }
    expect(await findAfter(lines, (all) => all.splice(50, 0, 'anything'))).toMatchObject({
      line: 51,
      what: 'added',
    });
  });
});
