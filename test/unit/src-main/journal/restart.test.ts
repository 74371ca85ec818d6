import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStart } from '../../../../src-main/journal/chain-start.ts';
import { readJournal } from '../../../../src-main/journal/read-journal.ts';
import { longestHold } from '../../../bench/longest-hold.ts';
import { buildProgram } from '../../../support/build-shell-parser-worker.ts';
import { fileKeychain } from '../../../support/file-keychain.ts';
import {
  DAY_MS,
  type JournalUnderTest,
  journalUnderTest,
  memoryKeychain,
  received,
} from '../../../support/journal.ts';

let under: JournalUnderTest;

beforeEach(async () => {
  under = await journalUnderTest();
});
afterEach(() => under.remove());

/** What nothing on the main thread may hold it for. Milliseconds. */
const MOST_MS = 20;

const FIRST = '00000001-2026-01-02.jsonl';

describe('a restart', () => {
  it('goes on in the same file on the same day, and in a new one on the next', async () => {
    await under.write(3);
    await under.write(3);
    under.now += DAY_MS;
    await under.write(3);
    expect(await under.files()).toEqual([FIRST, '00000002-2026-01-03.jsonl']);
    expect(await under.verify()).toMatchObject({ verdict: 'intact', lines: 11 });
  });

  it('never finds anything in an untouched journal, however often it is begun anew or falls into a new file', async () => {
    for (let run = 0; run < 30; run += 1) {
      await under.write(run % 4);
      if (run % 3 === 0) under.now += DAY_MS * (run % 2 === 0 ? 1 : -1);
      const journal = await under.open();
      expect(journal.damage()).toBeUndefined();
      await journal.close();
      expect(await under.verify()).toMatchObject({ verdict: 'intact', afterHead: 0, torn: false });
    }
  });

  it('takes the lines of a run that was killed, and says how many the keychain had not heard of', async () => {
    await under.write(3);
    const killed = await under.open();
    for (let line = 0; line < 5; line += 1) killed.append('c', received('a'));
    expect(await under.verify()).toMatchObject({ verdict: 'intact', afterHead: 5 });
    await under.write(1);
    expect(await under.verify()).toMatchObject({ verdict: 'intact', lines: 10, afterHead: 0 });
  });

  it('finds a tail that was cut to less than the keychain knew, at the start and ever after', async () => {
    await under.write(10);
    const bytes = await under.read(FIRST);
    await under.replace(FIRST, bytes.subarray(0, bytes.lastIndexOf(0x0a, bytes.length - 2) + 1));
    const journal = await under.open();
    expect(journal.damage()).toEqual({ file: FIRST, line: 11, what: 'cut' });
    journal.append('c', received('a'));
    await journal.close();
    await under.write(1);
    expect((await under.verify()).findings).toEqual([{ file: FIRST, line: 11, what: 'cut' }]);
  });

  it('finds a removed file at the start and ever after, and an edited line, and writes that down', async () => {
    await under.write(5);
    const bytes = await under.read(FIRST);
    bytes[400] = (bytes[400] ?? 0) ^ 1;
    await under.replace(FIRST, bytes);
    const journal = await under.open();
    expect(journal.damage()).toMatchObject({ file: FIRST, what: 'edited' });
    journal.append('c', received('a'));
    await journal.close();
    const second = (await under.files())[1] ?? '';
    expect((await under.read(second)).toString()).toContain(`"note":"damage","file":"${FIRST}"`);
    await under.write(1);
    expect((await under.verify()).findings).toEqual([
      expect.objectContaining({ file: FIRST, what: 'edited' }),
    ]);
  });
});

describe('the end of a run', () => {
  it('still takes a late line, into the same file', async () => {
    const journal = await under.open();
    journal.append('c', received('a'));
    await journal.close();
    expect(journal.append('c', received('late'))).toBe(true);
    await journal.close();
    expect(await under.files()).toEqual([FIRST]);
    expect(await under.verify()).toMatchObject({ verdict: 'intact', lines: 3, afterHead: 0 });
  });
});

describe('the check at the start', () => {
  it('never holds the others up, though the newest file is full', async () => {
    const journal = await under.open();
    const text = 'x'.repeat(500);
    for (let line = 0; line < 8000; line += 1) journal.append('c', received(text));
    await journal.close();
    let checked = 0;
    const check = async () => {
      ({ checkedLines: checked } = await findStart(under.folder, under.keychain));
    };
    expect(await longestHold(check, MOST_MS)).toBeLessThan(MOST_MS);
    expect(checked).toBe(8001);
  });
});

describe('a line that was not finished', () => {
  it('is set aside with a note at the next start, wherever it was torn', async () => {
    const secrets = new Map<string, string>();
    under.keychain = memoryKeychain(secrets);
    await under.write(2);
    // Killed before the keychain heard of its line.
    under.keychain = { ...under.keychain, set: async () => true };
    (await under.open()).append('c-torn', received('the line that is torn'));
    const bytes = await under.read(FIRST);
    const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let end = start; end < bytes.length; end += 1) {
      under.keychain = memoryKeychain(new Map(secrets));
      await under.replace(FIRST, bytes.subarray(0, end));
      await under.write(1);
      const { verdict, findings, torn } = await under.verify();
      expect({ end, verdict, findings, torn }).toEqual({ end, verdict: 'intact', findings: [], torn: false });
      const text = (await under.read(FIRST)).toString();
      expect(text.includes(`"note":"torn","bytes":${end - start},`)).toBe(end > start);
      expect(text).not.toContain('\n{"seq":4,"at":"2026-01-02T03:04:05.000Z","call":"c-torn"');
    }
  });

  it('is the only thing that a kill in mid-write can cost', async () => {
    const program = await buildProgram('test/support', 'write-journal-until-killed');
    const secrets = join(under.folder, '..', 'secrets.json');
    under.keychain = fileKeychain(secrets);
    let written = 0;
    try {
      for (let round = 0; round < 6; round += 1) {
        written += await writeUntilKilled([program.file, under.folder, secrets], 3 + round * 6);
        const { findings } = await under.verify();
        expect({ round, findings }).toEqual({ round, findings: [] });
        const entries = await readJournal(under.folder);
        // A line may be whole though the program did not live to say so.
        expect(entries.length - written).toBeGreaterThanOrEqual(0);
        expect(entries.length - written).toBeLessThanOrEqual(1);
        written = entries.length;
      }
      const journal = await under.open();
      expect(journal.damage()).toBeUndefined();
      await journal.close();
    } finally {
      await program.remove();
    }
  });
});

/** Kills the program with no chance to clean up once it wrote so many lines; resolves to how many it said it wrote. */
function writeUntilKilled(args: readonly string[], lines: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = 0;
    child.stdout.on('data', (dots: Buffer) => {
      said += dots.length;
      if (said >= lines) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(said);
      else reject(new Error('the program ended by itself'));
    });
  });
}
