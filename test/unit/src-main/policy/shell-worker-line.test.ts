import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ShellWorkerLine } from '../../../../src-main/policy/shell-worker-line.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';

let workerFile: string;
let removeWorker: () => Promise<void>;
let line: ShellWorkerLine;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  workerFile = worker.file;
  removeWorker = worker.remove;
}, 60_000);
afterAll(() => removeWorker());
afterEach(() => line.close());

const place = { cwd: '/', home: '/h', user: 'u', shell: '/bin/sh' };
const turn = (asker: string, signal = new AbortController().signal) => ({ asker, signal });

/** Reads a text and notes down when its turn came. */
function reader(order: string[]) {
  return (text: string, asker: string, signal?: AbortSignal) =>
    line.read(text, place, turn(asker, signal)).then((script) => {
      order.push(`${asker}:${text}`);
      return script;
    });
}

test('lets askers take turns: one that floods holds up another by one text', async () => {
  line = new ShellWorkerLine({ workerFile, limitMs: 5000 });
  const order: string[] = [];
  const read = reader(order);
  const flood = Array.from({ length: 20 }, (_, index) => read(`echo ${index}`, 'flood'));
  const quiet = read('pwd', 'quiet');
  await quiet;
  expect(order.indexOf('quiet:pwd')).toBeLessThanOrEqual(1);
  await Promise.all(flood);
  expect(order.slice(2)).toEqual(Array.from({ length: 19 }, (_, index) => `flood:echo ${index + 1}`));
});

test('drops texts that nobody waits for, without reading them', async () => {
  line = new ShellWorkerLine({ workerFile, limitMs: 5000 });
  const leaving = new AbortController();
  const first = line.read('echo first', place, turn('a'));
  const gone = line.read('echo gone', place, turn('a', leaving.signal));
  const before = line.read('echo before', place, turn('a', AbortSignal.abort('disconnected')));
  leaving.abort('disconnected');
  for (const script of [await gone, await before])
    expect(script).toMatchObject({
      kind: 'unclear',
      unclear: [{ construct: 'nobody waits for it any more' }],
    });
  expect((await first).kind).toBe('plain');
});

test('refuses to queue without end, for that asker alone', async () => {
  line = new ShellWorkerLine({ workerFile, limitMs: 5000 });
  const many = Array.from({ length: 80 }, (_, index) => line.read(`echo ${index}`, place, turn('flood')));
  const other = line.read('pwd', place, turn('other'));
  const kinds = (await Promise.all(many)).map((script) => script.kind);
  expect(kinds.filter((kind) => kind === 'unclear')).toHaveLength(15);
  expect((await other).kind).toBe('plain');
});

test('answers every text when no worker can be started', async () => {
  line = new ShellWorkerLine({ workerFile: 'not-absolute.js', limitMs: 1000 });
  const scripts = await Promise.all(['a', 'b', 'c'].map((text) => line.read(text, place)));
  expect(scripts.map((script) => script.kind)).toEqual(['unclear', 'unclear', 'unclear']);
});
