/** Credentials in results: masked before they leave, told to the person, and sent whole only where the person said so. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { plantCredentials } from '../support/planted-credentials.ts';

const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';
const other = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';
const MARK = '[masked by Doorman: GitHub token]';

test('what was masked is told, and goes whole once where the person lets it', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const path = join(doorman.project, 'deploy.txt');
  const rest = 'x'.repeat(other.length);
  await writeFile(path, `TOKEN=${token}\nNEW=${rest}\n`);
  const read = async () => (await doorman.call('fs_read_file', { path })).output;
  expect(await read()).toBe(`TOKEN=${MARK}\nNEW=${rest}\n`);

  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.history }).click();
  const list = main.getByRole('navigation', { name: strings.history.listLabel });
  const newest = list.getByRole('button').first();
  await expect(newest).toContainText(strings.history.marks.masked);
  await newest.click();
  const calls = main.getByRole('region', { name: strings.history.storyPane.label });
  await expect(calls).toContainText(strings.calls.masked('1 GitHub token'));
  await expect(calls).not.toContainText(token);
  await main.screenshot({ path: test.info().outputPath('masked.png') });

  const send = main.getByRole('button', { name: strings.calls.sendNext });
  const refused = await answerBoxes(doorman, 'cancel');
  await send.click();
  expect(await refused()).toEqual(['Let 1 GitHub token leave this machine?']);
  expect(await read()).toBe(`TOKEN=${MARK}\nNEW=${rest}\n`);

  await answerBoxes(doorman, 'yes');
  await send.first().click();
  await expect(calls).toContainText(strings.calls.granted);
  await main.screenshot({ path: test.info().outputPath('granted.png') });
  // Another credential that came into the file since then was not meant.
  await writeFile(path, `TOKEN=${token}\nNEW=${other}\n`);
  expect(await read()).toBe(`TOKEN=${token}\nNEW=${MARK}\n`);
  await expect(newest).toContainText(strings.history.marks.whole);
  await newest.click();
  await expect(calls).toContainText(strings.calls.whole('1 GitHub token'));
  expect(await read()).toBe(`TOKEN=${MARK}\nNEW=${MARK}\n`);
});
