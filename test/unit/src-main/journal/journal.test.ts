import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readJournal } from '../../../../src-main/journal/read-journal.ts';
import { type JournalUnderTest, journalUnderTest, keptOut, received } from '../../../support/journal.ts';

const run = promisify(execFile);

const FIRST = '00000001-2026-01-02.jsonl';

let under: JournalUnderTest;

beforeEach(async () => {
  under = await journalUnderTest();
});
afterEach(() => under.remove());

it('writes one line a step, in order, in a file that only this user can read', async () => {
  const journal = await under.open();
  expect(journal.append('c-1', received('a'))).toBe(true);
  expect(journal.append('c-1', { step: 'started', wall: 'read-only' })).toBe(true);
  await journal.close();
  const file = join(under.folder, FIRST);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readJournal(under.folder)).map((entry) => entry.step)).toEqual(['received', 'started']);
  expect(JSON.parse((await under.read(FIRST)).toString().split('\n')[1] ?? '')).toMatchObject({
    at: '2026-01-02T03:04:05.000Z',
    call: 'c-1',
    input: 'a',
  });
});

it('never writes a secret in use, wherever it stands', async () => {
  under.keptOut = keptOut(['hunter2']);
  const journal = await under.open();
  journal.append('c-1', received('curl -H "Authorization: hunter2" http://x'));
  await journal.close();
  const text = (await under.read(FIRST)).toString();
  expect(text).not.toContain('hunter2');
  expect(text).toContain('(secret)');
});

it('keeps a long text by its start, size and hash', async () => {
  const journal = await under.open();
  journal.append('c-1', received('x'.repeat(1_000_000)));
  await journal.close();
  const [entry] = await readJournal(under.folder);
  const input = entry?.step === 'received' ? String(entry.input) : '';
  expect(input).toMatch(/^x{1024}… \(1000000 bytes, sha256 [0-9a-f]{64}\)$/);
});

it('says that it cannot write, and what, when the folder is in the way', async () => {
  await writeFile(under.folder, 'a file where the folder should be');
  await chmod(under.folder, 0o600);
  const journal = await under.open();
  expect(journal.append('c-1', received('a'))).toBe(false);
  expect(journal.problem()).toContain(under.folder);
});

it('writes what waits in line before a step that something follows from, in one chain', async () => {
  const journal = await under.open();
  expect(journal.queue('c-1', received('a'))).toBe(true);
  expect(await under.files()).toEqual([]);
  const both = [1, 2].map((n) => journal.appendTogether(`c-${n}`, { step: 'started', wall: 'read-only' }));
  expect(await Promise.all(both)).toEqual([true, true]);
  expect((await readJournal(under.folder)).map(({ call, step }) => `${call} ${step}`)).toEqual([
    'c-1 received',
    'c-1 started',
    'c-2 started',
  ]);
  journal.queue('c-1', received('left to the end'));
  await journal.close();
  expect(await under.verify()).toMatchObject({ verdict: 'intact', findings: [] });
  expect(await readJournal(under.folder)).toHaveLength(4);
});

it('keeps in line what could not be written, but no start, since nothing was started', async () => {
  await writeFile(under.folder, 'a file where the folder should be');
  const journal = await under.open();
  journal.queue('c-1', received('a'));
  expect(await journal.appendTogether('c-1', { step: 'started', wall: 'read-only' })).toBe(false);
  expect(journal.queue('c-2', received('refused at once'))).toBe(false);
  await rm(under.folder);
  expect(await journal.appendTogether('c-3', { step: 'started', wall: 'read-only' })).toBe(true);
  await journal.close();
  expect((await readJournal(under.folder)).map(({ call, step }) => `${call} ${step}`)).toEqual([
    'c-1 received',
    'c-3 started',
  ]);
});

it('goes on in a new file when its own was removed, says so, and never forgets it', async () => {
  const journal = await under.open();
  journal.append('c-1', received('a'));
  await rm(under.folder, { recursive: true });
  expect(journal.append('c-2', received('b'))).toBe(true);
  expect(journal.damage()).toEqual({ file: FIRST, what: 'missing' });
  await journal.close();
  expect((await readJournal(under.folder)).map((entry) => entry.call)).toEqual(['c-2']);
  await under.write(1);
  expect(await under.verify()).toMatchObject({
    verdict: 'broken',
    findings: [{ file: FIRST, what: 'missing' }],
  });
});

it('goes on in a new file when somebody else wrote into its own, or cut it', async () => {
  const journal = await under.open();
  journal.append('c-1', received('a'));
  await appendFile(join(under.folder, FIRST), 'not ours\n');
  expect(journal.append('c-2', received('b'))).toBe(true);
  expect(journal.damage()).toEqual({ file: FIRST, what: 'added' });
  const [, second = ''] = await under.files();
  await truncate(join(under.folder, second), 100);
  expect(journal.append('c-3', received('c'))).toBe(true);
  expect(journal.damage()).toEqual({ file: second, what: 'cut' });
  await journal.close();
  const { findings } = await under.verify();
  expect(findings.map(({ file }) => file)).toEqual([FIRST, second]);
});

it('bounds a line, whatever a call brings', async () => {
  const journal = await under.open();
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x'.repeat(4000)]));
  journal.append('c-1', { ...received(''), input: many });
  await journal.close();
  expect((await stat(join(under.folder, FIRST))).size).toBeLessThan(2048);
  expect((await readJournal(under.folder))[0]).toMatchObject({
    call: 'c-1',
    step: 'received',
    tool: 'shell_run',
  });
});

// A disk of its own to fill takes root to mount.
it.runIf(process.getuid?.() === 0)(
  'takes a line back that did not fit, so that later ones can be read',
  async () => {
    const disk = await mkdtemp(join(tmpdir(), 'journal-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      await writeFile(join(disk, 'ballast'), Buffer.alloc(40 * 1024));
      const full = await journalUnderTest(disk);
      const journal = await full.open();
      const fits = () => journal.append('c', received('x'.repeat(3000)));
      let lines = 0;
      while (fits()) lines += 1;
      expect(journal.problem()).toContain('cannot be written');
      await rm(join(disk, 'ballast'));
      expect(journal.append('after', received('a'))).toBe(true);
      await journal.close();
      const entries = await readJournal(join(disk, 'journal'));
      expect(entries.map((entry) => entry.call)).toEqual([...Array(lines).fill('c'), 'after']);
      expect(await full.verify()).toMatchObject({ verdict: 'intact', torn: false });
    } finally {
      await run('umount', [disk]);
      await rm(disk, { recursive: true });
    }
  },
);
