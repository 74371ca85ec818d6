/** A yes that lasts: which rule it writes, how it is taken back, and what an answer after the end does. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { strings } from '../../src-renderer/strings.ts';
import { allow, allowButton, denyButton } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { openPermissions } from '../support/app/open-permissions.ts';

const ask = (doorman: Doorman, command: string) => doorman.call('shell_run', { command });

async function openWays(page: Page): Promise<void> {
  await page.getByRole('button', { name: strings.approval.moreWays }).click();
}

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo \(\d+ s\)$/ });

test('always: a wider rule is picked, written as shown, holds after a restart, and is ended from the list', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const first = ask(doorman, 'cp -v a b; true');
  await denyButton(await doorman.window('approval')).click();
  await first;
  const second = ask(doorman, 'mkdir -p made/one');
  const page = await doorman.window('approval');
  await openWays(page);
  const offers = page.getByRole('radio');
  await expect(offers).toHaveCount(3);
  await expect(offers.first()).toBeChecked();
  await page.screenshot({ path: info.outputPath('offers.png'), animations: 'disabled' });
  await offers.nth(1).check();
  await expect(page.getByText(strings.always.allows)).toBeVisible();
  await page.screenshot({ path: info.outputPath('offers-wider.png'), animations: 'disabled' });
  const line = `"Bash(mkdir -p *)": { allowed: true, source: doorman, when: { cwd: "${doorman.project}" } }`;
  await expect(page.getByText(line)).toBeVisible();
  const always = page.getByRole('button', { name: strings.approval.scopes.always });
  await always.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('offers-end.png'), animations: 'disabled' });
  await allow(page, always);
  expect(await second).toMatchObject({ ok: true });
  await expect(undoButton(page)).toBeVisible();
  await page.screenshot({ path: info.outputPath('undo.png'), animations: 'disabled' });
  expect(await readFile(join(doorman.home, 'host.yaml'), 'utf8')).toBe(`permissions:\n  ${line}\n`);

  expect(await ask(doorman, 'mkdir -p made/one')).toMatchObject({ ok: true });
  expect(await ask(doorman, 'mkdir -p made/two')).toMatchObject({ ok: true });
  await doorman.quit();
  const again = await launchDoorman({ after: doorman });
  expect(await ask(again, 'mkdir -p made/three')).toMatchObject({ ok: true });

  const main = await again.window('main');
  await openPermissions(main, 'grants');
  const list = main.getByRole('list', { name: strings.grants.title });
  await expect(list).toContainText(line);
  await main.screenshot({ path: info.outputPath('grants.png'), animations: 'disabled' });
  await list.getByRole('button', { name: /^End/ }).click();
  await expect(list).toHaveCount(0);
  const asked = ask(again, 'mkdir -p made/four');
  await again.waiting(1);
  await denyButton(await again.window('approval')).click();
  await asked;
});

test('a yes for 15 minutes is taken back on its card, and the same asks again', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const first = ask(doorman, 'touch made.txt');
  const page = await doorman.window('approval');
  await openWays(page);
  await allow(page, page.getByRole('button', { name: strings.approval.scopes.minutes }));
  expect(await first).toMatchObject({ ok: true });
  expect(await ask(doorman, 'touch made.txt')).toMatchObject({ ok: true });
  const main = await doorman.window('main');
  await openPermissions(main, 'grants');
  const list = main.getByRole('list', { name: strings.grants.title });
  await expect(list).toContainText(strings.grants.kinds.minutes);
  await main.screenshot({ path: info.outputPath('grant-in-memory.png'), animations: 'disabled' });
  await undoButton(page).click();
  await expect(page.getByText(strings.late.undone)).toBeVisible();
  await expect(list).toHaveCount(0);
  const asked = ask(doorman, 'touch made.txt');
  await doorman.waiting(1);
  await denyButton(page).click();
  await asked;
});

test('an answer after the end runs nothing, and counts for the next asking', async ({
  launchDoorman,
}, info) => {
  test.slow();
  const doorman = await launchDoorman({ env: { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '9000' } });
  const made = join(doorman.project, 'made.txt');
  const first = ask(doorman, 'touch made.txt');
  const page = await doorman.window('approval');
  const allowed = await allowButton(page).boundingBox();
  expect(await first).toMatchObject({ ok: false, error: expect.stringContaining('expired') });
  const next = page.getByRole('button', { name: strings.late.next });
  await expect(next).toBeVisible();
  // A click for Allow that comes too late meets nothing.
  const offered = await next.boundingBox();
  expect((offered?.y ?? 0) + (offered?.height ?? 0)).toBeLessThan(allowed?.y ?? 0);
  await page.screenshot({ path: info.outputPath('too-late.png'), animations: 'disabled' });
  await allow(page, next);
  await expect(page.getByText(strings.late.allowed.next)).toBeVisible();
  expect(existsSync(made)).toBe(false);
  expect(await ask(doorman, 'touch made.txt')).toMatchObject({ ok: true });
  expect(existsSync(made)).toBe(true);
  await expect
    .poll(() => readJournal(join(doorman.home, 'journal')))
    .toContainEqual(
      expect.objectContaining({ step: 'answered-late', answer: 'allow', grant: 'next', by: 'window' }),
    );

  const second = ask(doorman, 'touch made.txt');
  await doorman.waiting(1);
  expect(await second).toMatchObject({ ok: false, error: expect.stringContaining('expired') });
  await page.getByRole('button', { name: strings.late.refuse }).click();
  await expect(page.getByText(strings.late.refused)).toBeVisible();
  await page.screenshot({ path: info.outputPath('late-no.png'), animations: 'disabled' });
  expect(await ask(doorman, 'touch made.txt')).toMatchObject({
    ok: false,
    error: expect.stringContaining('refused already'),
  });
});

test('a no with a standard reply tells the agent what to do, and "not now" is no refusal', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const first = ask(doorman, 'touch made.txt');
  const page = await doorman.window('approval');
  await page.getByRole('button', { name: strings.approval.denyWithReason }).click();
  await page.screenshot({ path: info.outputPath('replies.png'), animations: 'disabled' });
  await page.getByRole('button', { name: strings.denial.advice['not-now'] }).click();
  expect(await first).toMatchObject({ ok: false, error: expect.stringContaining('in 10 minutes') });
  expect(await ask(doorman, 'touch made.txt')).toMatchObject({
    ok: false,
    error: expect.stringContaining('put off'),
  });
  const main = await doorman.window('main');
  await expect(main.getByText('only put off')).toBeVisible();
  await main.screenshot({ path: info.outputPath('put-off.png'), animations: 'disabled' });
});
