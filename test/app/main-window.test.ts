/** What the person does in the main window: modes, Stop, folders, the playground, all by real presses. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { allow } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { openPermissions } from '../support/app/open-permissions.ts';

test('the playground calls a tool through the real socket, and the call waits like any other', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.playground }).click();
  await main.getByLabel(strings.playground.tool).selectOption('shell_run');
  await main
    .getByLabel(strings.playground.input)
    .fill('{ "command": "printf %s played > made.txt; cat made.txt" }');
  await main.getByRole('button', { name: strings.playground.call, exact: true }).click();

  await allow(await doorman.window('approval'));

  await expect(main.getByText('"stdout": "played"')).toBeVisible();
  expect((await doorman.state())?.recent[0]).toMatchObject({ tool: 'shell_run', from: 'This machine' });

  await main.reload();
  await expect(main.getByLabel(strings.playground.tool)).toHaveValue('shell_run');
  await expect(main.getByLabel(strings.playground.input)).toHaveValue(/printf %s played/);
});

test('Auto, Pause and Stop are set and lifted by a click', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  const asked = await answerBoxes(doorman, 'yes');
  await main.getByRole('radio', { name: strings.mode.auto }).click();
  await expect.poll(async () => (await doorman.state())?.mode).toBe('auto');

  await main.getByRole('button', { name: strings.controls.pause }).click();
  await expect.poll(async () => (await doorman.state())?.paused).toBe(true);
  await main.getByRole('button', { name: strings.controls.resume }).click();
  await expect.poll(async () => (await doorman.state())?.paused).toBe(false);

  await main.getByRole('button', { name: strings.controls.stop, exact: true }).click();
  await expect.poll(async () => (await doorman.state())?.stopped).toBe(true);
  await main.getByRole('button', { name: strings.controls.startAgain }).click();
  await expect.poll(async () => (await doorman.state())?.stopped).toBe(false);
  expect(await asked()).toEqual(['Switch to Auto?', 'Start again?']);
});

test('a read outside the folders asks until the person has added the folder', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const folder = join(doorman.person, 'papers');
  await mkdir(folder);
  await writeFile(join(folder, 'plan.txt'), 'step one\n');
  const first = doorman.call('fs_read_file', { path: join(folder, 'plan.txt') });
  await allow(await doorman.window('approval'));
  expect(await first).toEqual({ ok: true, output: 'step one\n' });

  const main = await doorman.window('main');
  // The system's own dialog cannot be driven; it is answered for the person.
  await doorman.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await openPermissions(main, 'folders');
  await main.getByRole('button', { name: strings.folders.add }).click();
  await expect(main.getByText('papers')).toBeVisible();

  expect(await doorman.call('fs_read_file', { path: join(folder, 'plan.txt') })).toEqual({
    ok: true,
    output: 'step one\n',
  });
  expect((await doorman.state())?.recent[0]).toMatchObject({ answeredBy: 'rule' });
});

test('the list of calls names the wall of each, and says what a command made that other programs obey', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { mode: 'auto' } });
  const main = await doorman.window('main');
  const asked = await answerBoxes(doorman, 'yes');
  await openPermissions(main, 'folders');
  await main.getByRole('checkbox').first().click();
  await expect.poll(async () => (await doorman.state())?.folders[0]?.trusted).toBe(true);
  expect(await asked()).toHaveLength(1);
  await mkdir(join(doorman.project, 'old'));
  await writeFile(join(doorman.project, 'old', 'CLAUDE.md'), 'rules');
  await writeFile(join(doorman.project, 'package.json'), '{"scripts":{"test":"echo 1 > report"}}');
  for (const command of ['ps -p 1', 'npm test', 'cp -r old new'])
    expect(await doorman.call('shell_run', { command })).toMatchObject({
      ok: true,
      output: { exit_code: 0 },
    });

  await main.getByRole('button', { name: strings.pages.history }).click();
  const rows = main.getByRole('navigation', { name: strings.history.listLabel }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText(strings.calls.behind.guarded);
  await expect(rows.nth(1)).toContainText(strings.calls.behind['workspace-write']);
  await expect(rows.nth(2)).toContainText(strings.calls.behind['read-only']);
  await rows.nth(0).getByRole('button').click();
  await expect(main.getByRole('region', { name: strings.history.storyPane.label })).toContainText(
    'new/CLAUDE.md',
  );
});
