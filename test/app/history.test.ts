/** The History page: every call is found, told whole, exported, and shown to be as it was written or not. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { writeLongJournal } from '../support/long-journal.ts';

const words = strings.history;
const rowsOf = (main: Page) => main.getByRole('navigation', { name: words.listLabel }).getByRole('button');
const storyOf = (main: Page) => main.getByRole('region', { name: words.storyPane.label });

test('a call is found by keyboard, told from asking to leaving, kept over a reload, and exported', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.history }).click();
  await expect(main.getByText(words.emptyTitle)).toBeVisible();

  await doorman.call('shell_run', { command: 'echo first' });
  await doorman.call('shell_run', { command: 'echo second' });
  const rows = rowsOf(main);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('echo second');
  await expect(rows.first()).toContainText(strings.outcomes.done);

  await main.keyboard.press('/');
  await main.keyboard.type('FIRST echo');
  await expect(rows).toHaveCount(1);
  await rows.first().focus();
  await main.keyboard.press('Enter');
  const story = storyOf(main);
  for (const part of [
    '"command":"echo first"',
    'the rules say allow',
    'because',
    'ended: done',
    '(delivered)',
  ])
    await expect(story).toContainText(part);

  await main.reload();
  await expect(story).toContainText('echo first');
  await expect(rows).toHaveCount(1);
  await expect(main.getByRole('searchbox')).toHaveValue('FIRST echo');
  await main.keyboard.press('Escape');
  await expect(story).toBeHidden();

  const file = join(doorman.person, 'calls.jsonl');
  await doorman.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, file);
  await main.getByRole('button', { name: words.export(1) }).click();
  await expect(main.getByText(words.exported(1, file))).toBeVisible();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const steps = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(steps.map((line) => JSON.parse(line).step)).toEqual(['received', 'decided', 'started', 'ended']);

  // It was checked when the page was opened, with nothing in it yet.
  await main.getByText(words.check.intact(0, 0)).click();
  await main.getByRole('button', { name: words.check.again }).click();
  await expect(main.getByText(words.check.intact(9, 1))).toBeVisible();
  await expect(main.getByRole('cell', { name: words.check.proven })).toBeVisible();
  const folder = join(doorman.home, 'journal');
  const [name = ''] = await readdir(folder);
  const journal = await readFile(join(folder, name), 'utf8');
  await writeFile(join(folder, name), journal.replace('echo first', 'echo forst'));
  await main.getByRole('button', { name: words.check.again }).click();
  await expect(main.getByText(words.check.broken(1))).toBeVisible();
  await expect(
    main.getByRole('cell', { name: words.check.line(2, words.check.damage.edited) }),
  ).toBeVisible();
  await expect(main.getByText(folder)).toBeVisible();
  await rows.first().click();
  await expect(story).toContainText(words.check.line(2, words.check.damage.edited));
});

test('of a journal of 100,000 lines the list opens in the window, is searched, and walked to its end', async ({
  launchDoorman,
}, info) => {
  let calls = 0;
  const doorman = await launchDoorman({
    async fill(home) {
      const until = Date.UTC(2026, 0, 2);
      calls = await writeLongJournal({ folder: join(home, 'journal'), lines: 100_000, until, days: 60 });
    },
  });
  const main = await doorman.window('main');
  const rows = rowsOf(main);
  const opened = await main.evaluate(async () => {
    const start = performance.now();
    window.location.hash = 'history';
    while (!document.querySelector('.history-row')) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  await expect(main.getByText(words.found(calls, calls), { exact: true }).first()).toBeVisible();
  const searched = await main.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const start = performance.now();
    set?.call(field, 'quokka-1777');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    while (!document.querySelector('.history-what')?.textContent?.includes('quokka-1777'))
      await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  const figures = `opened in ${opened.toFixed(0)} ms, searched in ${searched.toFixed(0)} ms`;
  info.annotations.push({ type: 'figures', description: figures });
  console.info(`history of ${calls} calls: ${figures}`);
  await main.getByRole('button', { name: words.clear }).click();
  await rows.first().focus();
  await main.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last()).toContainText('# 0');
});
