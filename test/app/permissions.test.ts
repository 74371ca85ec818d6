/** The page of rules: what is in force and what it did, a rule written, tried, replayed, taken out and put back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { openPermissions } from '../support/app/open-permissions.ts';

const words = strings.permissions;

const HOST_YAML = `# what I allow
permissions:
  # building
  "Bash(mkdir -p *)": { allowed: true } # daily
  "Bash(git push *)": { refused: true, reason: never from here }
`;

const button = (main: Page, name: string) => main.getByRole('button', { name, exact: true });
const ruleRow = (main: Page, key: string) =>
  main.getByRole('listitem').filter({ has: main.getByRole('button', { name: words.lookLabel(key) }) });
const rulesOf = (doorman: Doorman) => readFile(join(doorman.home, 'host.yaml'), 'utf8');

test('rules are seen with what they did, written after a box of the system, replayed, taken out and put back', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman({ permissions: HOST_YAML });
  for (const name of ['one', 'two'])
    expect(await doorman.call('shell_run', { command: `mkdir -p ${name}` })).toMatchObject({ ok: true });
  const main = await doorman.window('main');
  await openPermissions(main, 'rules');
  const made = ruleRow(main, 'Bash(mkdir -p *)');
  await expect(made).toContainText(words.line(4));
  await expect(made).toContainText('2 of the last 2 calls');
  await expect(ruleRow(main, 'Bash(git push *)')).toContainText(words.effects.refuse);
  await expect(ruleRow(main, 'Bash(git push *)')).toContainText('Decided none of the last 2 calls');

  await button(main, words.lookLabel('Bash(mkdir -p *)')).click();
  await expect(made.getByText('Run `mkdir -p other` in ~/project', { exact: true })).toBeVisible();
  await button(main, words.replay.startExisting).click();
  await expect(made.getByRole('status')).toHaveText(words.replay.changed(2));
  await expect(made).toContainText('Run `mkdir -p two` in ~/project');
  await main.screenshot({ path: info.outputPath('rules.png'), animations: 'disabled' });

  await button(main, words.add).click();
  await expect(main.getByLabel(words.form.key)).toBeFocused();
  await main.getByLabel(words.form.key).fill('touch *');
  await button(main, words.form.save).click();
  await expect(main.getByRole('alert').getByText('write Bash(touch *)')).toBeVisible();
  await main.reload();
  await expect(main.getByLabel(words.form.key)).toHaveValue('touch *');
  await main.getByLabel(words.form.key).fill('Bash(touch *)');
  await main.getByLabel(words.form.cwd).fill(doorman.project);
  await button(main, words.replay.start).click();
  await expect(main.getByText(words.replay.none(2))).toBeVisible();
  await main.screenshot({ path: info.outputPath('new-rule.png'), animations: 'disabled' });
  const refused = await answerBoxes(doorman, 'cancel');
  await button(main, words.form.save).click();
  await expect.poll(refused).toEqual(['Put this rule into your list?']);
  expect(await rulesOf(doorman)).toBe(HOST_YAML);
  await answerBoxes(doorman, 'yes');
  await button(main, words.form.save).click();
  await expect(ruleRow(main, 'Bash(touch *)')).toBeVisible();
  const written = `${HOST_YAML}  "Bash(touch *)": { allowed: true, when: { cwd: "${doorman.project}" } }\n`;
  expect(await rulesOf(doorman)).toBe(written);
  expect(await doorman.call('shell_run', { command: 'touch made' })).toMatchObject({ ok: true });

  const boxes = await answerBoxes(doorman, 'cancel');
  await button(main, words.removeLabel('Bash(mkdir -p *)')).focus();
  await main.keyboard.press('Enter');
  await expect(button(main, words.undoLabel('Bash(mkdir -p *)'))).toBeFocused();
  await expect(ruleRow(main, 'Bash(mkdir -p *)')).toHaveCount(0);
  await main.keyboard.press('Enter');
  await expect(ruleRow(main, 'Bash(mkdir -p *)')).toBeVisible();
  expect(await rulesOf(doorman)).toBe(written);
  expect(await boxes()).toEqual([]);
  await button(main, words.removeLabel('Bash(git push *)')).click();
  await expect.poll(boxes).toEqual(['Take this rule out of your list?']);
  expect(await rulesOf(doorman)).toBe(written);

  await main.getByRole('searchbox', { name: words.search }).fill('wc');
  await expect(ruleRow(main, 'Bash(wc *)')).toBeVisible();
  await main.screenshot({ path: info.outputPath('search.png'), animations: 'disabled' });

  await main.getByRole('tab', { name: words.tabs.try }).click();
  await main.getByLabel(words.try.command, { exact: true }).fill('touch made; git push origin main');
  await main.keyboard.press('Enter');
  const result = main.getByRole('status').filter({ hasText: words.try.verdicts.deny });
  await expect(result).toContainText('never from here');
  await main
    .getByLabel(words.try.command, { exact: true })
    .fill('curl -o x https://a.example && cat ~/.ssh/id_rsa');
  await main.keyboard.press('Enter');
  await expect(main.getByText(words.try.verdicts['must-look'])).toBeVisible();
  await main.screenshot({ path: info.outputPath('try.png'), animations: 'disabled' });
  expect((await doorman.state())?.waitingCount).toBe(0);
});
