/** Starting with the session, from the entry that a real launcher of desktop entries reads; and keys that work everywhere. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { stateOf } from '../support/app/ask-host.ts';
import { test as base, type Doorman, expect } from '../support/app/doorman-test.ts';
import { electronCommand } from '../support/app/electron-command.ts';
import { xdotool } from '../support/app/real-hand.ts';

const test = base.extend<{ config: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  config: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'doorman config-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

async function openSettings(doorman: Doorman) {
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.settings }).click();
  return main;
}

/** Titles of what is to be seen of Doorman on the display. */
async function windowsOf(pid: number): Promise<readonly string[]> {
  try {
    const found = await xdotool('search', '--onlyvisible', '--pid', String(pid));
    return found.split('\n').filter((id) => id !== '');
  } catch {
    // It ends with an error where it finds none.
    return [];
  }
}

test('started by its login entry it comes up hidden, and a second start shows the window', async ({
  config,
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ env: { XDG_CONFIG_HOME: config } });
  const main = await openSettings(doorman);
  const entry = join(config, 'autostart', 'doorman.desktop');
  await main.getByLabel(strings.settings.startAtLogin).click();
  await expect.poll(() => textOf(entry)).not.toContain('--hidden');
  await main.getByLabel(strings.settings.startHidden).click();
  await expect.poll(() => textOf(entry)).toContain('--hidden');
  await doorman.quit();

  // The session's own environment: the home comes from the entry.
  const { DOORMAN_HOME, ...session } = doorman.env;
  expect(DOORMAN_HOME).toBe(doorman.home);
  // What it starts must not hold its pipes open.
  const launcher = spawn('gio', ['launch', entry], { env: session, stdio: 'ignore' });
  expect(await once(launcher, 'exit')).toEqual([0, null]);
  await expect
    .poll(async () => (await stateOf(doorman.env))?.runtimes[0]?.status.kind, { timeout: 30_000 })
    .toBe('open');
  const pid = JSON.parse(await readFile(join(doorman.home, 'lock.json'), 'utf8')).pid as number;
  try {
    expect(await windowsOf(pid)).toEqual([]);
    const { executable, args } = await electronCommand();
    const second = spawn(executable, [...args], { env: doorman.env, stdio: 'ignore' });
    expect(await once(second, 'close')).toEqual([0, null]);
    await expect.poll(async () => (await windowsOf(pid)).length).toBeGreaterThan(0);
  } finally {
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => stateOf(doorman.env)).toBeUndefined();
  }
});

test('the entry goes when the switch is turned off', async ({ config, launchDoorman }) => {
  const doorman = await launchDoorman({ env: { XDG_CONFIG_HOME: config } });
  const main = await openSettings(doorman);
  const entry = join(config, 'autostart', 'doorman.desktop');
  await main.getByLabel(strings.settings.startAtLogin).click();
  await expect.poll(() => textOf(entry)).toContain('Exec=');
  await main.getByLabel(strings.settings.startAtLogin).click();
  await expect.poll(() => textOf(entry)).toBe('');
});

test('keys that were set open the queue and stop everything from anywhere, and are given up when cleared', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await openSettings(doorman);
  await main.getByLabel(strings.settings.keys.open, { exact: true }).press('Control+Alt+o');
  await main.getByLabel(strings.settings.keys.stop, { exact: true }).press('Control+Alt+s');
  await expect
    .poll(async () => (await doorman.state())?.desktop.shortcuts)
    .toEqual({ open: 'Ctrl+Alt+O', stop: 'Ctrl+Alt+S' });

  const other = await launchDoorman();
  const theirs = await openSettings(other);
  await theirs.getByLabel(strings.settings.keys.open, { exact: true }).press('Control+Alt+o');
  await expect(theirs.getByText('another shortcut has these keys already')).toBeVisible();
  expect((await other.state())?.desktop.shortcuts).toEqual({});
  await other.quit();

  await main.close();
  await xdotool('key', 'ctrl+alt+o');
  await (await doorman.window('approval')).close();
  await xdotool('key', 'ctrl+alt+s');
  await expect.poll(async () => (await doorman.state())?.stopped).toBe(true);
  const again = await openSettings(doorman);
  await expect(again.getByText(strings.controls.stoppedText)).toBeVisible();

  await again.getByRole('button', { name: strings.settings.clearKeys(strings.settings.keys.open) }).click();
  await expect.poll(async () => (await doorman.state())?.desktop.shortcuts).toEqual({ stop: 'Ctrl+Alt+S' });
  expect(await doorman.app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Ctrl+Alt+O'))).toBe(
    false,
  );
});

/** Empty while there is no such file. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
