/** A question of an agent in the approval window: read whole, answered by a person only, and no word of it lost. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { allowButton, answerByScript, choose, denyButton } from '../support/app/answer.ts';
import { callTool, control } from '../support/app/ask-host.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

const sendButton = (page: Page) => page.getByRole('button', { name: strings.question.send });
const field = (page: Page) => page.locator('#question-text');
const rows = (page: Page) => page.getByRole('navigation').getByRole('listitem');

const where = {
  question: 'Where shall I put the pictures?\nBoth places are in the added folder.',
  options: ['~/site/images', '~/site/static/img', 'Leave them where they are'],
};

test('is answered by keyboard and pointer, and Enter on a choice sends nothing', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', { ...where, reason: 'The build looks in one place only.' });
  const page = await doorman.window('approval');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('A question from This machine');
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.locator('.question-text')).toHaveText(where.question);
  await expect(page.getByText('The build looks in one place only.')).toBeVisible();
  await expect(allowButton(page)).toHaveCount(0);
  await expect(sendButton(page)).toBeDisabled();
  await expect(page.getByRole('status').getByText('Choose something first.')).toBeVisible();

  await page.getByRole('radio', { name: '~/site/images' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: '~/site/static/img' })).toBeChecked();
  await expect(sendButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('d');
  await page.keyboard.press('Control+Enter');
  expect((await doorman.state())?.waitingCount).toBe(1);
  await sendButton(page).click();
  expect(await reply).toEqual({ ok: true, output: { answer: '~/site/static/img' } });
  await expect(page.getByText(strings.ended.answered)).toBeVisible();
});

test('cannot be answered by a script in the page, nor in words that the question does not offer', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', where);
  const page = await doorman.window('approval');
  await choose(page.getByRole('radio').first());
  await expect(sendButton(page)).toBeEnabled();
  // The press on the choice must be too long ago to stand for another act.
  await expect
    .poll(() => answerByScript(page, { kind: 'reply', choices: [0], text: 'and more' }))
    .toMatchObject({ why: expect.stringContaining('no key or button') });
  expect(await answerByScript(page, { kind: 'reply', choices: [0] })).toMatchObject({ kind: 'refused' });
  expect(await answerByScript(page, { kind: 'allow' })).toMatchObject({ kind: 'refused' });
  expect((await doorman.state())?.waitingCount).toBe(1);
  await page.getByRole('button', { name: strings.question.declineWithReason }).click();
  await page.getByLabel(strings.approval.reasonLabel).fill('ask the designer');
  await page.keyboard.press('Enter');
  expect(await reply).toMatchObject({ ok: false, error: /declined to answer: ask the designer/ });
  expect(await doorman.call('ask_user', where)).toMatchObject({ ok: false, error: /refused already/ });
});

test('is answered from the command line only where the person switched that on, and for no secret', async ({
  launchDoorman,
}) => {
  const answerAll = async (doorman: Doorman) => {
    const { waiting = [] } = (await doorman.state()) ?? {};
    const [card] = waiting;
    if (card === undefined) throw new Error('nothing waits');
    const { callId, digest } = card;
    return control(doorman.env, { command: 'reply', callId, digest, choices: [], text: 'yes' });
  };
  const off = await launchDoorman();
  const first = off.call('ask_user', { question: 'Shall I go on?' });
  await off.waiting(1);
  expect(await answerAll(off)).toMatchObject({ ok: false, error: /must first be switched on/ });
  await off.quit();
  await first.catch(() => undefined);

  const on = await launchDoorman({ settings: { allowFromCommandLine: true } });
  const plain = on.call('ask_user', { question: 'Shall I go on?' });
  await on.waiting(1);
  expect(await answerAll(on)).toMatchObject({ ok: true });
  expect(await plain).toEqual({ ok: true, output: { answer: 'yes' } });
  const secret = on.call('ask_user', { question: 'What is the password?' });
  await on.waiting(1);
  expect(await answerAll(on)).toMatchObject({ ok: false, error: /seems to ask for a password/ });
  await answerByScript(await on.window('approval'), { kind: 'deny' });
  await secret;
});

test('keeps what was typed while other cards come and go', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', { question: 'What shall the page be called?' });
  const page = await doorman.window('approval');
  await field(page).click();
  await page.keyboard.type('A house');
  const others = ['one', 'two'].map((name) => doorman.call('shell_run', { command: `touch ${name}` }));
  await expect(rows(page)).toHaveCount(3);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' by the');
  await rows(page).nth(1).getByRole('button').click();
  await expect(field(page)).toHaveCount(0);
  for (const left of [2, 1]) {
    await denyButton(page).click();
    await doorman.waiting(left);
    if (left === 2) await rows(page).last().getByRole('button').click();
  }
  await expect(field(page)).toHaveValue('A house by the');
  await field(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' sea');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and a garden');
  await expect(sendButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  expect(await reply).toEqual({ ok: true, output: { answer: 'A house by the sea\nand a garden' } });
  await Promise.all(others);
});

test('does not give way under typing fingers when it ends, and finds its words again when asked anew', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const question = { question: 'What shall the page be called?' };
  const taken = new AbortController();
  const first = callTool(doorman.env, 'ask_user', question, taken.signal).catch(() => 'taken back');
  const page = await doorman.window('approval');
  await field(page).click();
  await page.keyboard.type('A ');
  taken.abort();
  expect(await first).toBe('taken back');
  await doorman.waiting(0);
  const other = doorman.call('shell_run', { command: 'touch other' });
  await doorman.waiting(1);
  // "d" denies a card, but not from within the field.
  await page.keyboard.type('ddd');
  await expect(page.getByText(strings.question.kept)).toBeVisible();
  await expect(field(page)).toHaveValue('A ');
  expect((await doorman.state())?.waitingCount).toBe(1);
  await denyButton(page).click({ timeout: 15_000 });
  await other;

  const again = doorman.call('ask_user', question);
  await expect(field(page)).toHaveValue('A ');
  await field(page).fill('A house');
  await sendButton(page).click();
  expect(await again).toEqual({ ok: true, output: { answer: 'A house' } });
});

test('a click on choices that have just moved is not heard', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', where);
  const page = await doorman.window('approval');
  await expect(page.getByRole('radio')).toHaveCount(3);
  // Clicks as a pointer would, in the very frame in which the list of cards pushes the choices down.
  const clicked = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const option = document.querySelector('.question-option input') as HTMLInputElement;
        const watcher = new MutationObserver(() => {
          if (document.querySelector('.waiting') === null) return;
          watcher.disconnect();
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              option.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
              resolve(option.checked);
            }),
          );
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
  );
  const other = doorman.call('shell_run', { command: 'touch other' });
  expect(await clicked).toBe(false);
  const option = page.getByRole('radio').first();
  await expect(async () => {
    await option.click();
    expect(await option.isChecked()).toBe(true);
  }).toPass();
  await sendButton(page).click();
  expect(await reply).toMatchObject({ ok: true });
  await denyButton(page).click();
  await other;
});

test('a question for a secret is marked, and nothing of the answer is written down', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', { question: 'What is the password of the test database?' });
  const page = await doorman.window('approval');
  await expect(page.getByRole('alert')).toContainText('This seems to ask for a password or PIN.');
  await expect(field(page)).toHaveAttribute('type', 'password');
  await page.setViewportSize({ width: 380, height: 600 });
  await field(page).fill('hunter2');
  await page.screenshot({ path: info.outputPath('secret-narrow.png'), animations: 'disabled' });
  const show = page.getByLabel(strings.question.show);
  // It has just moved, so it does not hear the first clicks.
  await expect(async () => show.check({ timeout: 300 })).toPass();
  await expect(field(page)).toHaveAttribute('type', 'text');
  await expect(sendButton(page)).toBeEnabled();
  await field(page).press('Enter');
  expect(await reply).toEqual({ ok: true, output: { answer: 'hunter2' } });
  await doorman.quit();
  const folder = join(doorman.home, 'journal');
  const lines = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(lines.join('')).toContain('"reply":"withheld"');
  expect(lines.join('')).not.toContain('hunter2');
});

test('shows words from outside as text, in light and dark, wide and narrow', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('ask_user', {
    question:
      'Which of these shall I keep?\nThe others go to <b>the bin</b>.\nשאלה קצרה \u202egnp.cod and a word: ' +
      'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3),
    options: [
      'notes.md (12 KB)',
      'notes-old.md (11 KB)',
      `${'a rather long name '.repeat(9)}.md`,
      '<script>',
    ],
    multi_select: true,
    free_text: true,
    reason: 'They differ in two lines.',
  });
  const page = await doorman.window('approval');
  await expect(page.locator('.question-text')).toContainText('<b>the bin</b>');
  await expect(page.locator('.question-text')).toContainText('‹U+202E›');
  await choose(page.getByRole('checkbox', { name: /^notes.md/ }));
  await choose(page.getByRole('checkbox', { name: '<script>' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [460, 640],
      [380, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      const path = info.outputPath(`question-${colorScheme}-${width}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await field(page).scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('question-end.png'), animations: 'disabled' });
  await sendButton(page).click();
  expect(await reply).toEqual({ ok: true, output: { answer: ['notes.md (12 KB)', '<script>'] } });
});
