/** One Doorman a home: starting, starting again, and ending in order. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { electronCommand } from '../support/app/electron-command.ts';

test('a second start hands over to the first and ends', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  await expect.poll(() => doorman.app.windows().length).toBe(0);

  const { executable, args } = await electronCommand();
  const second = spawn(executable, [...args], { env: doorman.env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  second.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(second, 'close');

  expect(code).toBe(0);
  expect(said).toContain('Doorman runs already');
  await doorman.window('main');
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
});

test('two homes do not meet', async ({ launchDoorman }) => {
  const [first, second] = [await launchDoorman(), await launchDoorman()];
  const reply = first.call('shell_run', { command: 'touch a' });
  await first.waiting(1);
  expect((await second.state())?.waitingCount).toBe(0);
  await first.quit();
  expect(await reply).toMatchObject({ ok: false });
  expect(await second.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
});

test('quitting answers what waits, ends in order and leaves no bearer behind', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  await doorman.waiting(1);
  const before = await readdir(doorman.home);
  const { process } = doorman;

  await doorman.quit();

  expect(await reply).toMatchObject({ ok: false });
  expect(process.exitCode).toBe(0);
  await expect(access(join(doorman.project, 'made.txt'))).rejects.toThrow();
  const after = await readdir(doorman.home);
  const gone = before.filter((name) => !after.includes(name));
  expect(gone).toEqual(expect.arrayContaining(['lock.json', 'runtime-bearer']));
  expect(await journalText(doorman.home)).toContain('"shutting-down"');
});

test('the journal has every step of a call, in order', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await doorman.call('shell_run', { command: 'pwd' });
  await doorman.quit();
  const steps = await readJournal(join(doorman.home, 'journal'));
  expect(steps.map(({ step }) => step)).toEqual(['received', 'decided', 'started', 'ended']);
});

async function journalText(home: string): Promise<string> {
  const folder = join(home, 'journal');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
}
