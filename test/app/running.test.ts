/** What runs can be seen and ended alone in the main window, and a job can be let go on without its run. */
import { strings } from '../../src-renderer/strings.ts';
import { expect, test } from '../support/app/doorman-test.ts';

/** Commands need no question here: that has tests of its own. */
const permissions = 'permissions:\n  bash: { allowed: true }\n';
const words = strings.running;

test('a job is listed, kept and stopped in the window, by the keyboard alone', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman({ permissions });
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.running }).click();
  await expect(main.getByText(words.emptyTitle)).toBeVisible();

  const started = await doorman.call('shell_start', {
    command: 'npm run dev || sleep 1000',
    budget_ms: 7_200_000,
  });
  expect(started).toMatchObject({ ok: true, output: { started: true } });
  await doorman.call('shell_start', { command: 'echo up; sleep 1; echo and running; sleep 2000' });
  const list = main.getByRole('list', { name: words.listLabel });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const dev = list.getByRole('listitem').filter({ hasText: 'npm run dev' });
  await expect(dev).toContainText('for at most 2 h');
  await expect(dev.getByRole('timer')).toContainText('1 h 59 min');

  const other = list.getByRole('listitem').filter({ hasText: 'echo up' });
  await other.getByText(words.output, { exact: true }).click();
  await expect(other.locator('pre')).toHaveText('up\nand running\n');

  await dev.getByRole('button', { name: words.keep }).focus();
  await main.keyboard.press('Enter');
  await expect(dev).toContainText(words.kept);
  await expect(dev.getByRole('button', { name: words.keep })).toHaveCount(0);
  expect((await doorman.state())?.jobs.map(({ kept }) => kept)).toEqual([false, true]);
  await main.screenshot({ path: info.outputPath('running.png'), animations: 'disabled' });

  await dev.getByRole('button', { name: words.stop }).focus();
  await main.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const ended = main.getByRole('list', { name: words.endedLabel }).getByRole('listitem');
  await expect(ended).toContainText(words.endedBy.person);
  expect((await doorman.state())?.jobs.at(-1)).toMatchObject({ end: { by: 'person' } });
  await main.setViewportSize({ width: 380, height: 700 });
  await main.screenshot({ path: info.outputPath('running-narrow.png'), animations: 'disabled' });
});

test('a call that runs is stopped alone, and its agent is told who did it', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ permissions });
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.running }).click();
  const [first, second] = ['echo begun; sleep 1000', 'sleep 20'].map((command) =>
    doorman.call('shell_run', { command }),
  );
  const list = main.getByRole('list', { name: words.listLabel });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const long = list.getByRole('listitem').filter({ hasText: 'sleep 1000' });
  await long.getByText(words.output, { exact: true }).click();
  await expect(long.locator('pre')).toHaveText('begun\n');
  await long.getByRole('button', { name: words.stop }).click();
  expect(await first).toEqual({ ok: false, error: expect.stringContaining('ended by the person') });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: words.stop }).click();
  expect(await second).toMatchObject({ ok: false });
  await expect(main.getByText(words.emptyTitle)).toBeVisible();
});
