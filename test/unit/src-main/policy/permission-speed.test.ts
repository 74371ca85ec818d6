import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPermissionReader } from '../../../../src-main/policy/permission-reader.ts';
import { openPermissions } from '../../../../src-main/policy/permission-store.ts';
import { longestHold } from '../../../bench/longest-hold.ts';
import { type BuiltWorker, buildWorker } from '../../../support/build-shell-parser-worker.ts';
import { ruleSuggestion } from '../../../support/rule-suggestion.ts';

/** Milliseconds that nothing may hold the host for. */
const MOST_MS = 50;

/** Less than the host gives, so that the test is quick; a kill is as good an end as a result. */
const LIMIT_MS = 1000;

const MEBIBYTE = 1024 * 1024;

let worker: BuiltWorker;
let folder: string;

beforeAll(async () => {
  worker = await buildWorker('permission-reader-worker');
  folder = await mkdtemp(join(tmpdir(), 'doorman-permissions-'));
}, 60_000);

afterAll(async () => {
  await worker.remove();
  await rm(folder, { recursive: true, force: true });
});

const rules = (count: number): string =>
  `permissions:\n${Array.from({ length: count }, (_, n) => `  "Bash(tool${n} *)": { allowed: true, source: x }\n`).join('')}`;

/** Each line names the one before nine times over: a billion entries, written out. */
const bomb = `permissions:\n  a0: &a0 { x: [1, 2, 3] }\n${Array.from(
  { length: 12 },
  (_, n) => `  a${n + 1}: &a${n + 1} { x: [${Array(9).fill(`*a${n}`).join(', ')}] }\n`,
).join('')}`;

const merged = `permissions:\n  <<: &m { a: { allowed: true } }\n${'  b: { <<: *m }\n'.repeat(50)}`;

const fill = (piece: string): string => piece.repeat(Math.floor(MEBIBYTE / piece.length));

const texts: readonly (readonly [string, string])[] = [
  ['a thousand rules', rules(1000)],
  ['aliases of aliases', bomb],
  ['merge keys', merged],
  ['nested lists', `permissions: ${'['.repeat(100_000)}`],
  ['nested maps', `permissions: ${'{a: '.repeat(100_000)}`],
  ['nested blocks', Array.from({ length: 1400 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')],
  ['1 MiB of comments', fill('#\n')],
  ['1 MiB of lines', fill('\n')],
  ['1 MiB of equal keys', `permissions:\n${fill('  a: {}\n').slice(0, -64)}`],
  ['1 MiB of anchors', fill('&a ')],
  ['1 MiB of one word', fill('a')],
  ['more than 1 MiB', `${fill('a')}a`],
];

describe('reading permission files', () => {
  test.each(texts)(
    '%s: it comes to an end, and holds nobody up',
    { timeout: 60_000 },
    async (_name, text) => {
      const read = async () => {
        const result = await createPermissionReader(worker.file, LIMIT_MS).read(text);
        expect(result.ok || (result.line > 0 && result.message !== '')).toBe(true);
      };
      expect(await longestHold(read, MOST_MS / 2)).toBeLessThan(MOST_MS);
    },
  );

  test('a thousand rules are read in the worker as they are without one', async () => {
    const text = rules(1000);
    expect(await createPermissionReader(worker.file).read(text)).toEqual(
      await createPermissionReader().read(text),
    );
  });

  test('one that does not end in time is a broken file, not an empty one', async () => {
    const hanging = join(folder, 'hanging.mjs');
    await writeFile(hanging, 'for (;;);');
    expect(await createPermissionReader(hanging, 100).read('a')).toMatchObject({ ok: false, line: 1 });
    expect(await createPermissionReader(join(folder, 'none.mjs')).read('a')).toMatchObject({ ok: false });
  });

  test('the file on disk is read and extended through the worker', async () => {
    const file = join(folder, 'host.yaml');
    await writeFile(file, rules(1000));
    const reader = createPermissionReader(worker.file);
    const store = openPermissions({ file, reader });
    const change = { kind: 'add' as const, rules: [ruleSuggestion('Bash(make test)')] };
    expect(await longestHold(() => store.change(change), MOST_MS / 2)).toBeLessThan(MOST_MS);
    const own = (await store.current()).rules.find(({ from }) => from === 'person')?.rules ?? [];
    expect(own).toHaveLength(1001);
    expect(own.at(-1)).toMatchObject({ key: 'Bash(make test)', allowed: true });
    await writeFile(file, 'permissions: [');
    await expect(store.change(change)).rejects.toThrow(/broken at line 1/);
  });
});
