/** Reading a journal as it grows, and in part. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followEntries } from '../../../../src-main/journal/follow-journal.ts';
import { readRawLines } from '../../../../src-main/journal/read-journal.ts';
import { DAY_MS, type JournalUnderTest, journalUnderTest } from '../../../support/journal.ts';

let journal: JournalUnderTest;
let ending: AbortController;

beforeEach(async () => {
  journal = await journalUnderTest();
  ending = new AbortController();
});

afterEach(() => journal.remove());

function follow(last: number) {
  const seen: string[] = [];
  const reading = (async () => {
    const steps = followEntries(journal.folder, { last, signal: ending.signal });
    for await (const { call } of steps) seen.push(call);
  })();
  return { seen, reading };
}

it('begins with the last steps, and goes on over several files, each step once', async () => {
  await journal.write(3);
  const { seen, reading } = follow(2);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['c-2', 'c-3']);
  journal.now += DAY_MS;
  await journal.write(2);
  journal.now += DAY_MS;
  await journal.write(1);
  expect(await journal.files()).toHaveLength(3);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['c-2', 'c-3', 'c-4', 'c-5', 'c-6']);
  ending.abort();
  await reading;
});

it('takes the last steps from the file before, where the newest has too few', async () => {
  await journal.write(2);
  journal.now += DAY_MS;
  await journal.write(1);
  const { seen, reading } = follow(3);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['c-1', 'c-2', 'c-3']);
  ending.abort();
  await reading;
});

it('waits for a journal that is not there yet, and for the end of a line that is being written', async () => {
  const { seen, reading } = follow(1);
  await mkdir(journal.folder, { recursive: true });
  const file = join(journal.folder, '00000001-2026-01-02.jsonl');
  const line = (call: string) => JSON.stringify({ at: '2026-01-02T00:00:00Z', call, step: 'received' });
  await writeFile(file, `${line('whole')}\n${line('later').slice(0, 20)}`);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['whole']);
  await writeFile(file, `${line('later').slice(20)}\n`, { flag: 'a' });
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['whole', 'later']);
  ending.abort();
  await reading;
});

it('follows no link out of the journal', async () => {
  await mkdir(journal.folder, { recursive: true });
  await symlink('/etc/hostname', join(journal.folder, '00000001-2026-01-02.jsonl'));
  await expect(follow(1).reading).rejects.toThrow(/ELOOP/);
});

it('gives the whole lines of some days, byte for byte, notes too', async () => {
  await journal.write(1);
  journal.now += DAY_MS;
  await journal.write(2);
  journal.now += DAY_MS;
  await journal.write(1);
  const raw = async (days: object) => {
    const lines: string[] = [];
    for await (const line of readRawLines(journal.folder, days)) lines.push(line);
    return lines;
  };
  const [, second = ''] = await journal.files();
  const whole = (await journal.read(second)).toString('utf8').trimEnd().split('\n');
  expect(whole).toHaveLength(3);
  expect(await raw({ from: '2026-01-03', to: '2026-01-03' })).toEqual(whole);
  expect(await raw({})).toHaveLength(2 + 3 + 2);
  expect(await raw({ from: '2026-01-04' })).toHaveLength(2);
  expect(await raw({ to: '2026-01-01' })).toEqual([]);
});
