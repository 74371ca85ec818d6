import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal, readJournal } from '../../../../src-main/journal/journal.ts';

const run = promisify(execFile);

let folder: string;
const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'journal-')), 'journal');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const received = (input: string) => ({
  step: 'received' as const,
  tool: 'shell_run',
  origin: { door: 'local' as const, caller: 'test' },
  input,
});

it('writes one line a step, in order, in a file that only this user can read', async () => {
  const journal = openJournal({ folder, now, secrets: () => [] });
  expect(journal.append('c-1', received('a'))).toBe(true);
  expect(journal.append('c-1', { step: 'started', wall: 'read-only' })).toBe(true);
  journal.close();
  const file = join(folder, '2026-01-02.jsonl');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readJournal(folder)).map((entry) => entry.step)).toEqual(['received', 'started']);
  expect(JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
    at: '2026-01-02T03:04:05.000Z',
    call: 'c-1',
    input: 'a',
  });
});

it('never writes a secret in use, wherever it stands', async () => {
  const journal = openJournal({ folder, now, secrets: () => ['hunter2'] });
  journal.append('c-1', received('curl -H "Authorization: hunter2" http://x'));
  journal.close();
  const text = await readFile(join(folder, '2026-01-02.jsonl'), 'utf8');
  expect(text).not.toContain('hunter2');
  expect(text).toContain('(secret)');
});

it('keeps a long text by its start, size and hash', async () => {
  const journal = openJournal({ folder, now, secrets: () => [] });
  journal.append('c-1', received('x'.repeat(1_000_000)));
  journal.close();
  const [entry] = await readJournal(folder);
  const input = entry?.step === 'received' ? String(entry.input) : '';
  expect(input).toMatch(/^x{1024}… \(1000000 bytes, sha256 [0-9a-f]{64}\)$/);
});

it('ends a line that a crash cut off, so that the next step can be read', async () => {
  const first = openJournal({ folder, now, secrets: () => [] });
  first.append('c-1', received('a'));
  first.close();
  await appendFile(join(folder, '2026-01-02.jsonl'), '{"step":"sta');
  const second = openJournal({ folder, now, secrets: () => [] });
  second.append('c-2', received('b'));
  second.close();
  expect((await readJournal(folder)).map((entry) => entry.call)).toEqual(['c-1', 'c-2']);
});

it('says that it cannot write, and what, when the folder is in the way', async () => {
  await writeFile(folder, 'a file where the folder should be');
  await chmod(folder, 0o600);
  const journal = openJournal({ folder, now, secrets: () => [] });
  expect(journal.append('c-1', received('a'))).toBe(false);
  expect(journal.problem()).toContain(folder);
});

it('goes on in a new file when its own was removed', async () => {
  const journal = openJournal({ folder, now, secrets: () => [] });
  journal.append('c-1', received('a'));
  await rm(folder, { recursive: true });
  expect(journal.append('c-2', received('b'))).toBe(true);
  journal.close();
  expect((await readJournal(folder)).map((entry) => entry.call)).toEqual(['c-2']);
});

it('bounds a line, whatever a call brings', async () => {
  const journal = openJournal({ folder, now, secrets: () => [] });
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x'.repeat(4000)]));
  journal.append('c-1', { ...received(''), input: many });
  journal.close();
  expect((await stat(join(folder, '2026-01-02.jsonl'))).size).toBeLessThan(2048);
  expect((await readJournal(folder))[0]).toMatchObject({ call: 'c-1', step: 'received', tool: 'shell_run' });
});

// A disk of its own to fill takes root to mount.
it.runIf(process.getuid?.() === 0)(
  'takes a line back that did not fit, so that later ones can be read',
  async () => {
    const disk = await mkdtemp(join(tmpdir(), 'journal-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      await writeFile(join(disk, 'ballast'), Buffer.alloc(40 * 1024));
      const journal = openJournal({ folder: join(disk, 'journal'), now, secrets: () => [] });
      const fits = () => journal.append('c', received('x'.repeat(3000)));
      let lines = 0;
      while (fits()) lines += 1;
      expect(journal.problem()).toContain('cannot be written');
      await rm(join(disk, 'ballast'));
      expect(journal.append('after', received('a'))).toBe(true);
      journal.close();
      const entries = await readJournal(join(disk, 'journal'));
      expect(entries.map((entry) => entry.call)).toEqual([...Array(lines).fill('c'), 'after']);
    } finally {
      await run('umount', [disk]);
      await rm(disk, { recursive: true });
    }
  },
);
