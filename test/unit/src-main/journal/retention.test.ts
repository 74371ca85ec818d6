import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../src-main/journal/journal.ts';
import { DAY_MS, type JournalUnderTest, journalUnderTest, received } from '../../../support/journal.ts';

let under: JournalUnderTest;

beforeEach(async () => {
  under = await journalUnderTest();
});
afterEach(() => under.remove());

/** So many lines of the largest size. */
async function fill(lines: number): Promise<void> {
  const journal = await under.open();
  const parts = Array.from({ length: 7 }, () => 'x'.repeat(4000));
  for (let line = 0; line < lines; line += 1) {
    expect(journal.append('c', { ...received(''), input: parts })).toBe(true);
  }
  await journal.close();
}

it('begins a new file when one is full', async () => {
  await fill(600);
  const files = await under.files();
  expect(files).toHaveLength(3);
  for (const name of files) {
    expect((await stat(join(under.folder, name))).size).toBeLessThan(MAX_FILE_BYTES + 64 * 1024);
  }
  expect(await under.verify()).toMatchObject({ verdict: 'intact', lines: 603 });
});

it('retires whole files that are older than the limit, and puts on record which, and why', async () => {
  under.limits = { keepDays: 3, keepMebibytes: 1024 };
  for (let day = 0; day < 8; day += 1) {
    await under.write(2);
    under.now += DAY_MS;
  }
  const files = await under.files();
  // The file of the fourth day before ended on the third.
  expect(files[0]).toBe('00000004-2026-01-05.jsonl');
  expect(files).toHaveLength(5);
  const report = await under.verify();
  expect(report).toMatchObject({ verdict: 'intact', begins: files[0] });
  const newest = (await under.read(files.at(-1) ?? '')).toString();
  expect(newest).toContain('"note":"retired","files":[{"file":"00000003-2026-01-04.jsonl","bytes":');
  expect(newest).toContain('3 days, 1024 MiB');
});

it('retires the oldest files when all together are too large, never the newest', async () => {
  under.limits = { keepDays: 90, keepMebibytes: 16 };
  await fill(1200);
  // Whatever one run leaves for later, the next new file settles.
  under.now += DAY_MS;
  await under.write(1);
  const files = await under.files();
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(under.folder, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(files.length).toBeGreaterThan(1);
  expect(await under.verify()).toMatchObject({ verdict: 'intact', begins: files[0] });
});

it('still misses a kept file that somebody removed after others were retired', async () => {
  under.limits = { keepDays: 3, keepMebibytes: 1024 };
  for (let day = 0; day < 8; day += 1) {
    await under.write(2);
    under.now += DAY_MS;
  }
  const [oldest = '', second = ''] = await under.files();
  const bytes = await under.read(oldest);
  await rm(join(under.folder, oldest));
  expect((await under.verify()).findings).toEqual([{ file: oldest, what: 'missing' }]);
  await under.replace(oldest, bytes);
  await rm(join(under.folder, second));
  expect((await under.verify()).findings).toEqual([{ file: second, what: 'missing' }]);
});

it('finds nothing wrong when a retired file is still there, as after a kill, and removes it later', async () => {
  under.limits = { keepDays: 3, keepMebibytes: 1024 };
  const copies = new Map<string, Buffer>();
  for (let day = 0; day < 6; day += 1) {
    await under.write(2);
    for (const name of await under.files()) copies.set(name, await under.read(name));
    under.now += DAY_MS;
  }
  const first = '00000001-2026-01-02.jsonl';
  expect(await under.files()).not.toContain(first);
  await under.replace(first, copies.get(first) ?? Buffer.alloc(0));
  expect((await under.verify()).verdict).toBe('intact');
  await under.write(1);
  expect(await under.files()).not.toContain(first);
  expect((await under.verify()).verdict).toBe('intact');
});

it('retires files from before the chain first, and leaves what is none of its own', async () => {
  under.limits = { keepDays: 3, keepMebibytes: 1024 };
  await mkdir(under.folder);
  for (const name of ['2025-12-30.jsonl', '2026-01-01.jsonl', 'notes.txt']) {
    await writeFile(join(under.folder, name), 'from before\n');
  }
  const days: string[][] = [];
  for (let day = 0; day < 6; day += 1) {
    await under.write(1);
    expect((await under.verify()).verdict).toBe('intact');
    days.push((await readdir(under.folder)).filter((name) => name.length === 16));
    under.now += DAY_MS;
  }
  expect(days[0]).toEqual(['2025-12-30.jsonl', '2026-01-01.jsonl']);
  expect(days.at(-1)).toEqual([]);
  expect(await readdir(under.folder)).toContain('notes.txt');
});
