/** The five commonest tasks from end to end with the keyboard alone, and the focus in sight at each stop. */
import type { Locator, Page } from '@playwright/test';
import { type Page as MainPage, PAGES } from '../../src-renderer/main/page-nav.tsx';
import { strings } from '../../src-renderer/strings.ts';
import { allowByKey } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

test('the five commonest tasks need no pointer', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await answerBoxes(doorman, 'yes');
  await allowACall(doorman);
  await denyWithAReason(doorman);
  const main = await doorman.window('main');
  await test.step('find a call and read its story', () => readAStory(main));
  await test.step('add a rule', () => addARule(doorman, main));
  await test.step('stop everything and start again', () => stopAndStart(doorman, main));
});

async function allowACall(doorman: Doorman): Promise<void> {
  const reply = doorman.call('shell_run', { command: 'mkdir allowed' });
  await allowByKey(await doorman.window('approval'));
  expect(await reply).toMatchObject({ ok: true });
}

async function denyWithAReason(doorman: Doorman): Promise<void> {
  const reply = doorman.call('shell_run', { command: 'mkdir denied' });
  const approval = await doorman.window('approval');
  await expect(approval.getByRole('heading', { name: /mkdir denied/ })).toBeVisible();
  await approval.keyboard.press('r');
  await expectFocus(approval.getByLabel(strings.approval.reasonLabel));
  await approval.keyboard.type('not in this folder');
  await approval.keyboard.press('Enter');
  expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('not in this folder') });
}

async function readAStory(main: Page): Promise<void> {
  await goTo(main, 'history');
  await main.keyboard.press('/');
  await expectFocus(main.getByRole('searchbox'));
  await main.keyboard.type('denied');
  const rows = main.getByRole('navigation', { name: strings.history.listLabel }).getByRole('button');
  await expect(rows).toHaveCount(1);
  await tabTo(main, rows.first());
  await main.keyboard.press('Enter');
  const story = main.getByRole('region', { name: strings.history.storyPane.label });
  await expect(story).toContainText('not in this folder');
  await main.keyboard.press('Escape');
  await expect(story).toBeHidden();
  await expectFocus(rows.first());
}

async function addARule(doorman: Doorman, main: Page): Promise<void> {
  const words = strings.permissions;
  await goTo(main, 'permissions');
  await tabTo(main, main.getByRole('button', { name: words.add }));
  await main.keyboard.press('Enter');
  await expectFocus(main.getByLabel(words.form.key));
  await main.keyboard.type('Bash(mkdir *)');
  await tabTo(main, main.getByRole('button', { name: words.form.save, exact: true }));
  await main.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: words.lookLabel('Bash(mkdir *)') })).toBeVisible();
  expect(await doorman.call('shell_run', { command: 'mkdir unasked' })).toMatchObject({ ok: true });
}

async function stopAndStart(doorman: Doorman, main: Page): Promise<void> {
  await tabTo(main, main.getByRole('button', { name: strings.controls.stop, exact: true }));
  await main.keyboard.press('Enter');
  await expect.poll(async () => (await doorman.state())?.stopped).toBe(true);
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: false });
  await tabTo(main, main.getByRole('button', { name: strings.controls.startAgain, exact: true }));
  await main.keyboard.press('Enter');
  await expect.poll(async () => (await doorman.state())?.stopped).toBe(false);
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
}

async function goTo(main: Page, page: MainPage): Promise<void> {
  await main.keyboard.press(`Control+${PAGES.indexOf(page) + 1}`);
  await expect(main.getByRole('heading', { level: 2, name: strings.pages[page] })).toBeVisible();
}

/** No page has so many stops: past them the target cannot be reached. */
const MOST_STOPS = 150;

/** Presses Tab until the target has the keyboard. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MOST_STOPS && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
  await expectFocus(target);
}

/** It has the keyboard, and something shows that. */
async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, 'the focus can be seen').not.toBe('none');
}
