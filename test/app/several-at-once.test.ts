/** Several cards are ticked and answered in one step: what was read, with one press, and never what must be looked at. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { allow, allowButton, denyButton, untilAnswerable } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { focusWindow, xdotool } from '../support/app/real-hand.ts';

const isThere = (doorman: Doorman, name: string) =>
  access(join(doorman.project, name)).then(
    () => true,
    () => false,
  );

const ticks = (page: Page) => page.getByRole('checkbox', { name: /^Tick: / });
const allowTicked = (page: Page, calls: number) =>
  page.getByRole('button', { name: strings.batch.allow(calls), exact: true });

/** So many calls that no rule names, one behind the other. */
async function callEach(doorman: Doorman, names: readonly string[]) {
  const replies = [];
  for (const [at, name] of names.entries()) {
    replies.push(doorman.call('shell_run', { command: `mkdir ${name}` }));
    await doorman.waiting(at + 1);
  }
  return replies;
}

test('ticked cards are allowed with one press, once each was read', async ({ launchDoorman }, info) => {
  const doorman = await launchDoorman();
  const [a, b, c] = await callEach(doorman, ['a', 'b', 'c']);
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await ticks(approval).nth(0).check();
  await ticks(approval).nth(1).check();
  // Only the first was on show; and the answers to it alone are gone.
  await expect(approval.getByText(strings.batch.unread(1))).toBeVisible();
  await expect(allowTicked(approval, 2)).toBeDisabled();
  await expect(allowButton(approval)).toHaveCount(0);
  await approval.screenshot({ path: info.outputPath('unread.png'), animations: 'disabled' });

  await focusWindow(approval);
  await approval.keyboard.press('j');
  await expect(allowTicked(approval, 2)).toBeEnabled();
  await approval.screenshot({ path: info.outputPath('ready.png'), animations: 'disabled' });
  await allow(approval, allowTicked(approval, 2));
  expect(await a).toMatchObject({ ok: true });
  expect(await b).toMatchObject({ ok: true });
  await doorman.waiting(1);
  expect([await isThere(doorman, 'a'), await isThere(doorman, 'b'), await isThere(doorman, 'c')]).toEqual([
    true,
    true,
    false,
  ]);

  await expect(denyButton(approval)).toBeVisible();
  await denyButton(approval).click();
  expect(await c).toMatchObject({ ok: false });
});

test('Ctrl+Enter allows the ticked ones only while one of them is on show', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const [a, b, c] = await callEach(doorman, ['a', 'b', 'c']);
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await approval.keyboard.press('x');
  await approval.keyboard.press('j');
  await expect(approval.getByRole('heading', { name: /mkdir b/ })).toBeVisible();
  await approval.keyboard.press('x');
  await expect(allowTicked(approval, 2)).toBeEnabled();
  await approval.keyboard.press('j');
  await expect(approval.getByText(strings.batch.pressOnly)).toBeVisible();
  await xdotool('key', 'ctrl+Return');
  await approval.keyboard.press('k');
  await expect(approval.getByText(strings.approval.ready)).toBeVisible();
  expect((await doorman.state())?.waitingCount).toBe(3);
  await xdotool('key', 'ctrl+Return');
  expect(await a).toMatchObject({ ok: true });
  expect(await b).toMatchObject({ ok: true });
  expect((await doorman.state())?.waitingCount).toBe(1);
  await approval.getByRole('button', { name: strings.approval.deny, exact: true }).click();
  expect(await c).toMatchObject({ ok: false });
});

test('what must be looked at is denied with others, and allowed by itself only', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const made = doorman.call('shell_run', { command: 'mkdir made' });
  await doorman.waiting(1);
  const written = doorman.call('shell_run', { command: 'echo x > written.txt' });
  await doorman.waiting(2);
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await approval.keyboard.press('j');
  await untilAnswerable(approval);
  await ticks(approval).nth(0).check();
  await ticks(approval).nth(1).check();
  await expect(approval.getByText(strings.batch.mustLook(1))).toBeVisible();
  await expect(allowTicked(approval, 2)).toBeDisabled();
  await approval.screenshot({ path: info.outputPath('must-look.png'), animations: 'disabled' });
  await approval.getByRole('button', { name: strings.batch.deny(2), exact: true }).click();
  for (const reply of [made, written]) {
    expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('denied by the person') });
  }
});

test('equal calls count one by one, and what ends is ticked no more', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const equal = [1, 2].map(() => doorman.call('shell_run', { command: 'mkdir -p equal' }));
  await doorman.waiting(2);
  const other = doorman.call('shell_run', { command: 'mkdir other' });
  await doorman.waiting(3);
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await ticks(approval).nth(0).check();
  await ticks(approval).nth(1).check();
  await expect(approval.getByText(strings.batch.status(2, 3))).toBeVisible();
  await approval.keyboard.press('Escape');
  await expect(ticks(approval).nth(0)).not.toBeChecked();
  await ticks(approval).nth(0).check();
  await approval.getByRole('button', { name: strings.batch.deny(2), exact: true }).click();
  for (const reply of equal) expect(await reply).toMatchObject({ ok: false });
  await expect(denyButton(approval)).toBeVisible();
  await denyButton(approval).click();
  expect(await other).toMatchObject({ ok: false });
});
