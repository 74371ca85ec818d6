/** Results that the person sees before they leave: sent as shown, edited, or withheld. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { EDITED_LINE } from '../../src-shared/review.ts';
import { allow } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { plantCredentials } from '../support/planted-credentials.ts';

const token = plantCredentials().find(({ name }) => name === 'a GitHub token')?.secrets[0] ?? '';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sendButton = (page: Page) => button(page, strings.review.send);

async function fileOf(doorman: Doorman, text: string): Promise<string> {
  const path = join(doorman.project, 'notes.txt');
  await writeFile(path, text);
  return path;
}

test('a result waits until it was seen, and what leaves is what was shown, byte for byte', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { review: ['fs_read_file', 'shell_run'] } });
  const text = `first line\n\tkey ${token} \u202e hidden\nlast "line" of it\n`;
  const path = await fileOf(doorman, text);
  let left: string | undefined;
  const reply = doorman.call('fs_read_file', { path }).then((answer) => {
    left = String(answer.output);
    return answer;
  });

  const approval = await doorman.window('approval');
  const card = approval.getByRole('article');
  await expect(card).toContainText(strings.review.heading);
  await expect(card).toContainText('[masked by Doorman: GitHub token]');
  await expect(card).toContainText(strings.review.masked('1 GitHub token'));
  await expect(card).not.toContainText(token);
  await approval.screenshot({ path: test.info().outputPath('review.png') });
  const shown = await approval.evaluate(async () => {
    const { doorman: bridge } = globalThis as unknown as {
      doorman: { call(channel: string, argument: unknown): Promise<never> };
    };
    const { waiting } = (await bridge.call('state:get', undefined)) as {
      waiting: readonly { callId: string }[];
    };
    return ((await bridge.call('approval:card', waiting[0]?.callId)) as { text: string }).text;
  });
  expect(left).toBeUndefined();

  await allow(approval, sendButton(approval));
  expect(await reply).toEqual({ ok: true, output: shown });
  expect(shown).toBe(text.replace(token, '[masked by Doorman: GitHub token]'));
  expect((await doorman.state())?.recent[0]).toMatchObject({ outcome: 'done', answeredBy: 'rule' });
});

test('an edited result goes as it was edited, and the agent is told', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ settings: { review: ['fs_read_file', 'shell_run'] } });
  const path = await fileOf(doorman, 'a name and a number\n');
  const reply = doorman.call('fs_read_file', { path });
  const approval = await doorman.window('approval');
  await button(approval, strings.review.edit).click();
  await approval.getByLabel(strings.review.editLabel).fill('a name and …\n');
  await approval.screenshot({ path: test.info().outputPath('edit.png') });
  await allow(approval, button(approval, strings.review.sendEdited));
  expect(await reply).toEqual({ ok: true, output: `${EDITED_LINE}\na name and …\n` });
  await expect(approval.getByRole('status').filter({ hasText: strings.review.ended.edited })).toBeVisible();

  // Fields stay fields.
  const second = doorman.call('shell_run', { command: 'echo hello' });
  await doorman.waiting(1);
  await button(approval, strings.review.edit).click();
  const field = approval.getByLabel(strings.review.editLabel);
  await field.fill('no fields');
  await expect(approval.getByText(strings.review.notJson)).toBeVisible();
  await field.fill('{"exit_code": 0, "stdout": "bye\\n", "stderr": ""}');
  await allow(approval, button(approval, strings.review.sendEdited));
  expect(await second).toMatchObject({ ok: true, output: { stdout: 'bye\n', edited_by_person: true } });
});

test('a result that is withheld, or that nobody looked at, does not leave', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({
    settings: { review: ['fs_read_file'] },
    env: { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '8000' },
  });
  const path = await fileOf(doorman, 'names of customers\n');
  const reply = doorman.call('fs_read_file', { path });
  const approval = await doorman.window('approval');
  await button(approval, strings.review.withholdWithReason).click();
  await approval.getByLabel(strings.approval.reasonLabel).fill('it names customers');
  await button(approval, strings.approval.sendDeny).click();
  expect(await reply).toMatchObject({
    ok: false,
    error: expect.stringMatching(/it ran.*does not send it: it names customers/),
  });

  expect(await doorman.call('fs_read_file', { path })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/it ran.*nobody looked at its result in time/),
  });
  expect((await doorman.state())?.recent[0]).toMatchObject({ outcome: 'withheld' });
});

test('a script in the page cannot send a result', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ settings: { review: ['fs_read_file'] } });
  const path = await fileOf(doorman, 'some text\n');
  void doorman.call('fs_read_file', { path });
  const approval = await doorman.window('approval');
  await expect(sendButton(approval)).toBeVisible();
  const receipt = await approval.evaluate(async () => {
    const { doorman: bridge } = globalThis as unknown as {
      doorman: { call(channel: string, argument: unknown): Promise<unknown> };
    };
    const state = (await bridge.call('state:get', undefined)) as {
      seq: number;
      waiting: readonly { callId: string; digest: string }[];
    };
    const { callId, digest } = state.waiting[0] ?? { callId: '', digest: '' };
    return bridge.call('approval:answer', { callId, digest, snapshot: state.seq, answer: { kind: 'send' } });
  });
  expect(receipt).toMatchObject({ kind: 'refused' });
  expect((await doorman.state())?.waitingCount).toBe(1);
});

const isReadFile = ({ name }: { readonly name: string }) => name === 'fs_read_file';

test('a tool is put under review, or waits each time, by its switches, and is freed after a box of the system', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await button(main, strings.pages.tools).click();
  const line = main.getByRole('checkbox', { name: strings.tools.reviewLabel('fs_read_file') });
  await line.click();
  await expect(line).toBeChecked();
  await main.screenshot({ path: test.info().outputPath('switches.png'), fullPage: true });
  const path = await fileOf(doorman, 'some text\n');
  const reply = doorman.call('fs_read_file', { path });
  const approval = await doorman.window('approval');
  await button(approval, strings.review.withhold).click();
  expect(await reply).toMatchObject({ ok: false });

  const asked = await answerBoxes(doorman, 'yes');
  await line.click();
  await expect(line).not.toBeChecked();
  expect(await asked()).toEqual(['Send the results of fs_read_file without showing them to you?']);
  expect(await doorman.call('fs_read_file', { path })).toMatchObject({ ok: true, output: 'some text\n' });

  const ask = main.getByRole('checkbox', { name: strings.tools.askLabel('fs_read_file') });
  await ask.click();
  await expect.poll(async () => (await doorman.state())?.tools.find(isReadFile)?.asked).toBe(true);
  const each = doorman.call('fs_read_file', { path });
  await doorman.waiting(1);
  await expect(approval.getByText('about each call of fs_read_file')).toBeVisible();
  await button(approval, strings.approval.deny).click();
  expect(await each).toMatchObject({ ok: false });
  const freed = await answerBoxes(doorman, 'yes');
  await ask.click();
  await expect.poll(freed).toEqual(['No longer wait for you at each call of fs_read_file?']);
  await expect.poll(async () => (await doorman.state())?.tools.find(isReadFile)?.asked).toBe(false);
});

test('the results of a run are seen from the card on', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt; echo made' });
  const approval = await doorman.window('approval');
  await button(approval, strings.review.reviewRuntime).click();
  await expect(approval.getByText(strings.review.reviewedRun)).toBeVisible();
  await approval.screenshot({ path: test.info().outputPath('card.png') });
  await allow(approval);
  await allow(approval, sendButton(approval));
  expect(await reply).toMatchObject({ ok: true, output: { stdout: 'made\n' } });
});

test('a picture is seen as the very bitmap', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ settings: { review: ['screen_capture'] } });
  const reply = doorman.call('screen_capture', {});
  const approval = await doorman.window('approval');
  await allow(approval);
  await expect(approval.getByText(strings.review.ran)).toBeVisible();
  const picture = approval.getByRole('article').getByRole('img');
  await expect(picture).toBeVisible();
  await approval.screenshot({ path: test.info().outputPath('picture.png') });
  const src = await picture.getAttribute('src');
  await picture.scrollIntoViewIfNeeded();
  await approval.locator('.card-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await allow(approval, sendButton(approval));
  const { output } = await reply;
  expect(src).toContain((output as { data: string }).data);
});
