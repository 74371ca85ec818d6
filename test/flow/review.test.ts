import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(): Promise<{ readonly host: ServedHost; readonly path: string }> {
  scratch = await makeScratch({ review: ['fs_read_file'] });
  const path = join(scratch.site, 'notes.txt');
  await writeFile(path, 'one\ntwo\n');
  host = await serveHost(scratch);
  return { host, path };
}

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

it('puts a result that no rule had to allow before the person, who sends it from the command line', async () => {
  const { host: served, path } = await start();
  const reply = served.call('fs_read_file', { path });
  const id = await served.waiting();
  const list = await doorman(scratch, ['approvals', 'list']);
  expect(list.stdout).toContain('it ran; send this result?');
  expect(list.stdout).toContain('  | two');
  expect((await doorman(scratch, ['approvals', 'allow', id])).stdout).toMatch(/^Sent: /);
  expect(await reply).toEqual({ ok: true, output: 'one\ntwo\n' });
  const steps = await served.journal();
  expect(steps.map(({ step }) => step)).toEqual([
    'received',
    'decided',
    'started',
    'review',
    'reviewed',
    'ended',
  ]);
  expect(steps.at(-2)).toMatchObject({ how: 'sent', by: 'command-line' });
});

it('sends nothing of a result that the person withholds, or that a Stop meets while it waits', async () => {
  const { host: served, path } = await start();
  const reply = served.call('fs_read_file', { path });
  const id = await served.waiting();
  const denied = await doorman(scratch, ['approvals', 'deny', id, '--reason', 'not today']);
  expect(denied.stdout).toMatch(/^Withheld: /);
  expect(await reply).toMatchObject({ ok: false, error: expect.stringMatching(/it ran.*not today/) });

  const stopped = served.call('fs_read_file', { path });
  await served.waiting();
  await doorman(scratch, ['stop']);
  expect(await stopped).toMatchObject({ ok: false, error: expect.stringContaining('stopped') });
  await until(async () => (await served.journal()).filter(({ step }) => step === 'reviewed').length === 2);
  const last = (await served.journal()).findLast(({ step }) => step === 'reviewed');
  expect(last).toMatchObject({ how: 'withheld', by: 'host', reason: 'stopped' });
});
