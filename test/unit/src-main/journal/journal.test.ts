import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal, readJournal } from '../../../../src-main/journal/journal.ts';

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
