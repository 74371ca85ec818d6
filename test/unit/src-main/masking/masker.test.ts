import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMasker, IN_PLACE, type Masker } from '../../../../src-main/masking/masker.ts';
import type { ToolResult } from '../../../../src-shared/outcome.ts';
import { type BuiltWorker, buildProgram } from '../../../support/build-shell-parser-worker.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';

let built: BuiltWorker;
let masker: Masker;

beforeAll(async () => {
  built = await buildProgram('src-main/masking', 'masking-worker');
});
afterEach(() => masker.close());
afterAll(() => built.remove());

const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';
const text = (content: string): ToolResult => ({ kind: 'text', text: content });

function mask(result: ToolResult, change: { asker?: string; signal?: AbortSignal } = {}) {
  const { signal } = new AbortController();
  return masker.mask({ result, cuts: [], spared: [], asker: 'test', signal, ...change });
}

it('masks what is small without any worker', async () => {
  masker = createMasker('/no/such/worker.js');
  expect((await mask(text(token)))?.masked).toEqual([{ what: 'GitHub token', count: 1 }]);
});

it('masks what is large in a worker, picture notes and all', async () => {
  masker = createMasker(built.file);
  const found = await mask({ kind: 'data', value: { stdout: `${'line\n'.repeat(200_000)}${token}` } });
  expect(found?.masked).toEqual([{ what: 'GitHub token', count: 1 }]);
  expect(JSON.stringify(found?.result)).not.toContain(token);
});

it('gives nothing back where the worker cannot start', async () => {
  masker = createMasker('/no/such/worker.js');
  expect(await mask(text('x'.repeat(IN_PLACE + 1)))).toBeUndefined();
});

it('kills the worker over a text that takes too long, and goes on with the next', async () => {
  masker = createMasker(built.file, 100);
  expect(await mask(text('x'.repeat(IN_PLACE + 1)))).toBeDefined();
  // As long as a result can be, and of the kind that takes the expressions longest.
  expect(await mask(text('ghs_1_'.repeat(1_000_000)))).toBeUndefined();
  expect((await mask(text(`${'x '.repeat(IN_PLACE)}${token}`)))?.masked).toHaveLength(1);
});

it('lets go of what nobody waits for any more, and of all when it is closed', async () => {
  masker = createMasker(built.file);
  const controller = new AbortController();
  const left = mask(text('x'.repeat(IN_PLACE + 1)), { signal: controller.signal });
  controller.abort();
  expect(await left).toBeUndefined();
  const closed = mask(text('y'.repeat(IN_PLACE + 1)));
  await masker.close();
  expect(await closed).toBeUndefined();
});

it('takes another asker before the next result of the same one', async () => {
  masker = createMasker(built.file);
  const order: string[] = [];
  const large = text('x'.repeat(100_000));
  const turn = (asker: string) => mask(large, { asker }).then(() => order.push(asker));
  await Promise.all([turn('a'), turn('a'), turn('a'), turn('b')]);
  expect(order).toEqual(['a', 'b', 'a', 'a']);
});
