/** What gives agents more is asked about in a box of the system's own, which a page that rides on a click cannot answer. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import type { Channel } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { profileSchema } from '../../src-shared/settings.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { openPermissions } from '../support/app/open-permissions.ts';

const wall = (main: Page, choice: keyof typeof strings.machine.wallChoices) =>
  main
    .getByRole('group', { name: strings.machine.wallSetting })
    .getByRole('radio', { name: strings.machine.wallChoices[choice] });

/** A page that was taken over: whatever the person clicks, it asks main for something else. */
async function takeOver(main: Page, channel: Channel, argument: unknown): Promise<void> {
  await main.evaluate(
    ([name, given]) => {
      const { doorman } = globalThis as unknown as { doorman: Bridge<Channel> };
      const call = doorman.call as (channel: string, argument: unknown) => Promise<unknown>;
      Object.assign(globalThis, { replies: [] });
      document.addEventListener('click', (event) => {
        event.stopImmediatePropagation();
        event.preventDefault();
        const { replies } = globalThis as unknown as { replies: unknown[] };
        void call(name as string, given).then((reply) => replies.push(reply));
      });
    },
    [channel, argument] as const,
  );
}

const replies = (main: Page) =>
  main.evaluate(() => (globalThis as unknown as { replies: unknown[] }).replies);

/** Not connected, so that nothing waits for it. */
const work = profileSchema.parse({ id: 'work', name: 'Work', url: 'http://127.0.0.1:9', enabled: false });

const widenings = (doorman: Doorman): readonly (readonly [Channel, unknown])[] => [
  ['mode:set', 'auto'],
  ['sandbox:set', 'off'],
  ['host:lift-stop', undefined],
  ['command-line:allow-answers', true],
  ['runtime:add', { name: 'x', url: 'http://127.0.0.1:9', token: '' }],
  ['runtime:set', { profileId: 'work', mode: 'auto' }],
  ['rules:put', { draft: { key: 'Bash(make)', effect: 'allow', cwd: '', reason: '' } }],
  ['folder:trust', { path: doorman.project, trusted: true }],
];

test('a page that rides on clicks widens nothing that the person does not confirm', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { stopped: true, profiles: [work] } });
  const main = await doorman.window('main');
  const asked = await answerBoxes(doorman, 'cancel');
  for (const [count, [channel, argument]] of widenings(doorman).entries()) {
    await main.reload();
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await takeOver(main, channel, argument);
    await main.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => replies(main)).toMatchObject([{ ok: false, cancelled: true }]);
    expect(await asked()).toHaveLength(count + 1);
  }
  const state = await doorman.state();
  expect(state).toMatchObject({ mode: 'confirm', stopped: true, allowFromCommandLine: false });
  expect(state?.wall).toMatchObject({ setting: 'auto', available: true });
  expect(state?.folders).toEqual([{ path: doorman.project, trusted: false }]);
  expect(state?.runtimes).toHaveLength(1);
});

test('the wall is switched off and on in the window, which says what is in force', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.settings }).click();
  await expect(wall(main, 'auto')).toBeChecked();

  const refused = await answerBoxes(doorman, 'cancel');
  await wall(main, 'off').click();
  await expect.poll(refused).toEqual(['Switch the wall off?']);
  await expect(wall(main, 'auto')).toBeChecked();
  await expect(main.getByText(strings.failed(''))).toHaveCount(0);

  await answerBoxes(doorman, 'yes');
  await wall(main, 'off').click();
  await expect(main.getByText('The wall is switched off in the settings.').first()).toBeVisible();
  await expect(wall(main, 'off')).toBeChecked();
  expect((await doorman.state())?.wall).toMatchObject({ setting: 'off', available: false });

  const asked = await answerBoxes(doorman, 'cancel');
  await wall(main, 'required').click();
  await expect(main.getByText('Commands run behind bubblewrap').first()).toBeVisible();
  expect((await doorman.state())?.wall).toMatchObject({ setting: 'required', available: true });
  expect(await asked()).toEqual([]);
});

test('trusting a folder shows the rules that come with it, and keeps just these', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const rules = 'permissions:\n  "Bash(make lint)": { allowed: true }\n';
  await mkdir(join(doorman.project, '.co'));
  await writeFile(join(doorman.project, '.co', 'host.yaml'), rules);
  const main = await doorman.window('main');
  await doorman.app.evaluate(({ dialog }) => {
    const showMessageBox: typeof dialog.showMessageBox = async (...given: readonly unknown[]) => {
      Object.assign(globalThis, { detail: (given.at(-1) as Electron.MessageBoxOptions).detail });
      return { response: 0, checkboxChecked: false };
    };
    dialog.showMessageBox = showMessageBox;
  });
  await openPermissions(main, 'folders');
  await main.getByRole('checkbox', { name: strings.folders.trustLabel(doorman.project) }).click();

  await expect.poll(async () => (await doorman.state())?.folders[0]?.trusted).toBe(true);
  const detail = await doorman.app.evaluate(() => (globalThis as unknown as { detail: string }).detail);
  expect(detail).toContain(rules.trimEnd());
});
