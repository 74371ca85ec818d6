import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLastCalls } from '../../../../src-main/journal/last-calls.ts';
import { linesFromEnd } from '../../../../src-main/journal/last-lines.ts';
import { scratchFolder } from '../tools/tools-fixture.ts';

test('lines come from the end whole, wherever slices cut them, and what is torn is none', async () => {
  const file = join(await scratchFolder(), 'lines');
  const lines = ['first', '', 'größer', 'x'.repeat(40), 'last'];
  for (const torn of ['', 'torn']) {
    await writeFile(file, `${lines.map((line) => `${line}\n`).join('')}${torn}`);
    for (const slice of [1, 2, 3, 7, 64, 1000]) {
      const read: string[] = [];
      for await (const some of linesFromEnd(file, slice)) read.push(...some.map(String));
      expect(read, `slices of ${slice}`).toEqual(lines.toReversed());
    }
  }
  await writeFile(file, 'only torn');
  for await (const some of linesFromEnd(file, 4)) expect(some).toEqual([]);
});

test('the newest calls of several files, with the decision that counted and only what was asked in truth', async () => {
  const folder = await scratchFolder();
  const at = '2026-01-01T00:00:00.000Z';
  const origin = { door: 'local', caller: 'x' };
  const received = (call: string, command: string) => ({
    at,
    call,
    step: 'received',
    tool: 'shell_run',
    origin,
    input: { command },
  });
  const decided = (call: string, rule: string) => ({
    at,
    call,
    step: 'decided',
    reasons: [{ text: '', source: 'person', rule }],
  });
  const write = (name: string, steps: readonly object[]) =>
    writeFile(join(folder, name), steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
  await write('00000001-2026-01-01.jsonl', [
    received('a', 'oldest'),
    received('b', 'begun'),
    decided('b', 'first'),
  ]);
  await write('00000002-2026-01-02.jsonl', [
    { note: 'opened' },
    decided('b', 'second'),
    received('c', '(secret) and more'),
    received('a', 'same id anew'),
  ]);
  const calls = await readLastCalls(folder, 3);
  expect(calls.map(({ input, deciding }) => [input, deciding[0]?.rule])).toEqual([
    [{ command: 'same id anew' }, undefined],
    [undefined, undefined],
    [{ command: 'begun' }, 'second'],
  ]);
  expect(await readLastCalls(folder, 10)).toHaveLength(4);
});
