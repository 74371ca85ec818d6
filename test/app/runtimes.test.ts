/** A runtime that the person added: its token, and a link that outlives the runtime. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { doormanPaths } from '../../src-main/paths.ts';
import { strings } from '../../src-renderer/strings.ts';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { MainChannel } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { addRuntime } from '../support/app/add-runtime.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

const run = promisify(execFile);
const token = 'a-token-that-must-stay-in-the-keychain-0123456789';

function runtime(port = 0): Promise<RunningRuntime> {
  return startRuntime({ principals: new Map([[token, { tenant: 't', subject: 's' }]]), port });
}

async function linkOf(doorman: Doorman): Promise<string | undefined> {
  return (await doorman.state())?.runtimes.find(({ embedded }) => !embedded)?.status.kind;
}

async function callThrough({ url }: RunningRuntime, command: string): Promise<unknown> {
  const response = await fetch(`${url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'shell_run', input: { command } }),
  });
  return response.json();
}

test('a token goes to the keychain, to no file, and not back to the page', async ({ launchDoorman }) => {
  const peer = await runtime();
  const doorman = await launchDoorman();
  const main = await addRuntime(doorman, { url: peer.url, token });
  await expect.poll(() => linkOf(doorman)).toBe('open');

  const profile = (await doorman.state())?.runtimes.find(({ embedded }) => !embedded);
  expect(profile).toMatchObject({ hasToken: true, tokenForThisRunOnly: false });
  expect(await inKeychain(doorman, `runtime-token:${profile?.profileId}`)).toBe(token);

  const seen = await main.evaluate(async () => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<MainChannel> };
    const state = await doorman.call('state:get', undefined);
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
    return JSON.stringify([
      state,
      document.documentElement.outerHTML,
      fields,
      { ...localStorage },
      { ...sessionStorage },
    ]);
  });
  expect(seen).toContain('Work');
  expect(seen).not.toContain(token);

  // What is written for another one outlives a reload, but for its token.
  const field = (label: string) => main.getByLabel(label, { exact: true });
  await expect(field(strings.runtimes.name)).toHaveValue('');
  await field(strings.runtimes.name).fill('Later');
  await field(strings.runtimes.token).fill('typed-already');
  await main.reload();
  await expect(field(strings.runtimes.name)).toHaveValue('Later');
  await expect(field(strings.runtimes.token)).toHaveValue('');
  await doorman.quit();
  await peer.close();
  expect(await filesWith(doorman.home, 'Work')).not.toEqual([]);
  expect(await filesWith(doorman.home, token)).toEqual([]);
});

test('a stored token connects again after a restart', async ({ launchDoorman }) => {
  const peer = await runtime();
  const first = await launchDoorman();
  await addRuntime(first, { url: peer.url, token });
  await expect.poll(() => linkOf(first)).toBe('open');
  await first.quit();

  const second = await launchDoorman({ after: first });
  await expect.poll(() => linkOf(second)).toBe('open');
  expect(await callThrough(peer, 'pwd')).toMatchObject({ ok: true });
  await peer.close();
});

test('a runtime that dies and comes back is connected again', async ({ launchDoorman }) => {
  const first = await runtime();
  const doorman = await launchDoorman();
  const main = await addRuntime(doorman, { url: first.url, token });
  await expect.poll(() => linkOf(doorman)).toBe('open');
  expect(await callThrough(first, 'pwd')).toMatchObject({ ok: true });

  await first.close();
  await expect.poll(() => linkOf(doorman)).toBe('waiting');
  await expect(main.getByText('Not connected:').first()).toBeVisible();

  const second = await runtime(first.port);
  await expect.poll(() => linkOf(doorman), { timeout: 30_000 }).toBe('open');
  expect(await callThrough(second, 'pwd')).toMatchObject({ ok: true });
  await second.close();
});

test('a wrong token is said, and nothing connects', async ({ launchDoorman }) => {
  const peer = await startRuntime({ principals: new Map() });
  const doorman = await launchDoorman();
  const main = await addRuntime(doorman, { url: peer.url, token });
  await expect.poll(() => linkOf(doorman)).toBe('blocked');
  await expect(main.getByText('Needs you:').first()).toBeVisible();
  await peer.close();
});

test('shows the names in force, what is left out and why, and switches a tool off and on', async ({
  launchDoorman,
}, info) => {
  const peer = await runtime();
  const doorman = await launchDoorman();
  await answerBoxes(doorman, 'yes');
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.runtimes }).click();
  await main.getByText(strings.runtimes.more, { exact: true }).click();
  await main.getByLabel(strings.runtimes.machine).fill('studio');
  await main.getByLabel(strings.runtimes.bearer).selectOption('subprotocol');
  await main.getByLabel(strings.runtimes.limit).fill('45');
  await addRuntime(doorman, { url: peer.url, token });
  const row = main.getByRole('listitem').filter({ has: main.getByRole('heading', { name: 'Work' }) });
  await expect(row.getByText('studio_shell_run', { exact: true })).toBeVisible();
  await expect(row.getByText(strings.runtimes.machineTag('studio'))).toBeVisible();
  await expect(
    row.getByText(/Waits 45 s for an answer\. Its token travels as a sub-protocol\./),
  ).toBeVisible();

  await row.getByRole('button', { name: strings.runtimes.testLabel('Work') }).click();
  await expect(row.getByText(/It answers, in \d+ ms\. It has \d+ tools of this machine/)).toBeVisible();

  await row.getByRole('button', { name: strings.runtimes.toolsFor('Work') }).click();
  const shell = main.getByRole('checkbox', { name: strings.tools.onLabel('shell_run') });
  const skipped = async () => {
    const status = (await doorman.state())?.runtimes.find(({ name }) => name === 'Work')?.status;
    return status?.kind === 'open' ? status.skipped.map(({ name, why }) => `${name} ${why}`) : undefined;
  };
  await shell.click();
  await expect(shell).not.toBeChecked();
  await expect.poll(skipped).toContain('studio_shell_run switched-off');
  await main.screenshot({ path: info.outputPath('tools-of-runtime.png'), fullPage: true });
  await shell.click();
  await expect(shell).toBeChecked();
  await expect.poll(skipped).toEqual(expect.not.arrayContaining([expect.stringContaining('switched-off')]));

  await main.getByRole('tab', { name: strings.tools.all }).click();
  await shell.click();
  await expect(shell).not.toBeChecked();
  await main.screenshot({ path: info.outputPath('tools.png'), fullPage: true });
  await main.getByRole('tab', { name: 'Work' }).click();
  await expect(shell).toBeDisabled();
  await main.getByRole('button', { name: strings.pages.runtimes }).click();
  await expect(row.getByText('Switched off: studio_shell_run')).toBeVisible();
  await peer.close();
});

test('is changed in its row, where what gives agents more is asked about first', async ({
  launchDoorman,
}, info) => {
  const peer = await runtime();
  const doorman = await launchDoorman();
  const main = await addRuntime(doorman, { url: peer.url, token });
  await expect.poll(() => linkOf(doorman)).toBe('open');
  const row = main.getByRole('listitem').filter({ has: main.getByRole('heading', { name: 'Work' }) });
  const form = row.getByRole('form', { name: strings.runtimes.editTitle('Work') });
  const edit = async (fill: () => Promise<unknown>) => {
    await row.getByRole('button', { name: strings.runtimes.edit, exact: true }).click();
    await fill();
    await form.getByRole('button', { name: strings.runtimes.saveEdit }).click();
  };
  await edit(async () => {
    await form.getByLabel(strings.runtimes.machine).fill('loft');
    await form.getByLabel(strings.runtimes.limit).fill('45');
    for (const colorScheme of ['light', 'dark'] as const) {
      await main.emulateMedia({ colorScheme });
      await main.screenshot({ path: info.outputPath(`edit-${colorScheme}.png`), fullPage: true });
    }
  });
  await expect(form).toHaveCount(0);
  await expect(row.getByText('loft_shell_run', { exact: true })).toBeVisible();
  await expect(row.getByText(/Waits 45 s/)).toBeVisible();

  const asked = await answerBoxes(doorman, 'cancel');
  await edit(() => form.getByLabel(strings.runtimes.mode).selectOption('auto'));
  await expect.poll(asked).toEqual(['Change the runtime "Work"?']);
  await expect(form).toBeVisible();
  expect((await doorman.state())?.runtimes.find(({ name }) => name === 'Work')?.mode).toBeUndefined();
  await answerBoxes(doorman, 'yes');
  await form.getByRole('button', { name: strings.runtimes.saveEdit }).click();
  await expect(row.getByText(strings.runtimes.modeTag.auto, { exact: true }).first()).toBeVisible();
  const none = await answerBoxes(doorman, 'cancel');
  await edit(() => form.getByLabel(strings.runtimes.mode).selectOption('confirm'));
  await expect(form).toHaveCount(0);
  expect(await none()).toEqual([]);
  await peer.close();
});

test('a refused token is replaced in the row that says so', async ({ launchDoorman }) => {
  const peer = await startRuntime({ principals: new Map([['the-new-one', { tenant: 't', subject: 's' }]]) });
  const doorman = await launchDoorman();
  const main = await addRuntime(doorman, { url: peer.url, token });
  await expect.poll(() => linkOf(doorman)).toBe('blocked');
  await main.getByRole('button', { name: strings.runtimes.newToken }).click();
  await main.getByLabel(strings.runtimes.newTokenLabel('Work')).fill('the-new-one');
  await main.getByRole('button', { name: strings.runtimes.saveToken }).click();
  await expect.poll(() => linkOf(doorman)).toBe('open');
  await expect(main.getByLabel(strings.runtimes.newTokenLabel('Work'))).toHaveCount(0);
  await peer.close();
});

/** Read past Doorman, with the desktop's own tool. */
async function inKeychain({ env }: Doorman, account: string): Promise<string> {
  const { homeHash } = doormanPaths(env);
  const { stdout } = await run('secret-tool', ['search', '--all', '--unlock', 'account', account]);
  expect(stdout).toContain(homeHash);
  return /^secret = (.*)$/m.exec(stdout)?.[1] ?? '';
}

/** Every file below `folder` that holds `text`, in any of the encodings that Chromium keeps its stores in. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('base64')),
  ];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name));
    if (needles.some((needle) => content.includes(needle))) found.push(entry.name);
  }
  return found;
}
