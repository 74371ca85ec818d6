/** How Doorman calls its person: a real notification daemon and a real hand, and what a click leads to. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript, denyButton } from '../support/app/answer.ts';
import { test as base, expect } from '../support/app/doorman-test.ts';
import { type Dunst, startDunst } from '../support/app/dunst.ts';

const test = base.extend<{ dunst: Dunst }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  dunst: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'doorman-dunst-'));
    const dunst = await startDunst(folder);
    await use(dunst);
    await dunst.close();
    await rm(folder, { recursive: true });
  },
});

test('a real daemon shows the call, takes it away when it is settled, and a click opens the very card', async ({
  dunst,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const first = doorman.call('shell_run', { command: 'touch one' });
  const approval = await doorman.window('approval');
  await expect.poll(() => dunst.shown()).toBe(1);
  await answerByScript(approval, { kind: 'deny' });
  await first;
  await expect.poll(() => dunst.shown()).toBe(0);
  await approval.close();

  const second = doorman.call('shell_run', { command: 'touch two' });
  await (await doorman.window('approval')).close();
  await expect.poll(() => dunst.shown()).toBe(1);
  await dunst.click();

  const opened = await doorman.window('approval');
  await expect(opened.getByRole('main')).toContainText('touch two');
  await denyButton(opened).click();
  expect(await second).toMatchObject({ ok: false });
  await expect.poll(() => dunst.shown()).toBe(0);
});

test('the switches of the page turn notifications off and on, each for its own event', async ({
  dunst,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.settings }).click();
  await main.getByLabel(strings.settings.notify.needsYou).click();
  await expect.poll(async () => (await doorman.state())?.desktop.notify.needsYou).toBe(false);
  await main.close();

  const quiet = doorman.call('shell_run', { command: 'touch one' });
  const question = doorman.call('ask_user', { question: 'Shall I go on?' });
  await doorman.waiting(2);
  await expect.poll(() => dunst.shown()).toBe(1);
  const approval = await doorman.window('approval');
  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await Promise.all([quiet, question]);
});
