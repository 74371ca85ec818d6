/** The helper in the tray, as a panel reads it over D-Bus. */
import { once } from 'node:events';
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript } from '../support/app/answer.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { test as base, expect } from '../support/app/doorman-test.ts';
import { startTrayWatcher, type TrayPixels, type TrayWatcher } from '../support/app/tray-watcher.ts';

const test = base.extend<{ tray: TrayWatcher }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  tray: async ({}, use) => {
    const tray = await startTrayWatcher();
    await use(tray);
    await tray.close();
  },
});

/** The menu is drawn anew with each state, so it is read and picked from once the app has settled. */
const shown = async (tray: TrayWatcher, { count = 1, tooltip = 'Doorman: connected' } = {}) => {
  await expect.poll(() => tray.count(), 'tray items').toBe(count);
  await expect.poll(() => tray.tooltip()).toBe(tooltip);
};
const labels = async (tray: TrayWatcher) => (await tray.menu()).map(({ label }) => label);

test('the tray shows state, number waiting and menu, and picture and words follow the state', async ({
  tray,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await shown(tray);
  const idle = await tray.icon();
  expect(inked(idle)).toBeGreaterThan(100);
  expect(await labels(tray)).toEqual([
    'Open Doorman',
    'Waiting (0)…',
    '',
    'Switch to Auto…',
    'Pause',
    'Stop everything',
    '',
    'Quit Doorman',
  ]);

  const replies = [doorman.call('shell_run', { command: 'touch a' })];
  await expect.poll(() => tray.tooltip()).toBe('Doorman: 1 call waits for you');
  const one = await tray.icon();
  replies.push(doorman.call('shell_run', { command: 'touch b' }));
  await expect.poll(() => tray.tooltip()).toBe('Doorman: 2 calls wait for you');
  const two = await tray.icon();
  expect(new Set([idle, one, two].map(({ argb }) => argb.toString('base64'))).size).toBe(3);
  expect((await tray.menu())[1]).toMatchObject({ label: 'Waiting (2)…', enabled: true });

  const approval = await doorman.window('approval');
  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await expect.poll(() => tray.tooltip()).toBe('Doorman: connected');
  expect((await tray.icon()).argb.equals(idle.argb)).toBe(true);
  await Promise.all(replies);
  expect(tray.count()).toBe(1);
});

test('a plain click opens the window and changes nothing', async ({ tray, launchDoorman }) => {
  const doorman = await launchDoorman();
  await shown(tray);
  await (await doorman.window('main')).close();
  await expect.poll(() => doorman.app.windows().length).toBe(0);

  await tray.click();

  await doorman.window('main');
  expect(await doorman.state()).toMatchObject({ paused: false, stopped: false, mode: 'confirm' });
});

test('the menu opens what waits', async ({ tray, launchDoorman }) => {
  const doorman = await launchDoorman();
  await shown(tray);
  const reply = doorman.call('shell_run', { command: 'touch a' });
  await (await doorman.window('approval')).close();
  await expect.poll(() => labels(tray)).toContain('Waiting (1)…');

  await tray.pick('Waiting (1)…');

  await answerByScript(await doorman.window('approval'), { kind: 'deny' });
  expect(await reply).toMatchObject({ ok: false });
});

test('the menu pauses and resumes', async ({ tray, launchDoorman }) => {
  const doorman = await launchDoorman();
  await shown(tray);
  await tray.pick('Pause');
  await expect.poll(() => labels(tray)).toContain('Resume');
  expect(await tray.tooltip()).toBe('Doorman: paused, calls are refused');
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('paused'),
  });

  await tray.pick('Resume');
  await expect.poll(() => labels(tray)).toContain('Pause');
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
});

test('the menu switches to Auto only after the yes in the box of the system', async ({
  tray,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await shown(tray);
  const asked = await answerBoxes(doorman, 'cancel');
  await tray.pick('Switch to Auto…');
  await expect.poll(asked).toEqual(['Switch to Auto?']);
  expect((await doorman.state())?.mode).toBe('confirm');

  await answerBoxes(doorman, 'yes');
  await tray.pick('Switch to Auto…');
  await expect.poll(() => labels(tray)).toContain('Switch to Confirm (Auto is on)');
  expect((await doorman.state())?.mode).toBe('auto');
  await tray.pick('Switch to Confirm (Auto is on)');
  await expect.poll(async () => (await doorman.state())?.mode).toBe('confirm');
});

test('Stop from the menu refuses what waits, holds over a restart, and is lifted in the window only', async ({
  tray,
  launchDoorman,
}) => {
  const first = await launchDoorman();
  await shown(tray);
  const reply = first.call('shell_run', { command: 'touch a' });
  await expect.poll(() => labels(tray)).toContain('Waiting (1)…');
  await tray.pick('Stop everything');
  expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('stopped') });
  await first.quit();

  const second = await launchDoorman({ after: first });
  await shown(tray, { count: 2, tooltip: 'Doorman: stopped, nothing runs' });
  const refused = await second.call('shell_run', { command: 'pwd' });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('Do not retry') });
  await tray.pick('Start again…');
  const main = await second.window('main');
  expect(await second.state()).toMatchObject({ stopped: true });

  await answerBoxes(second, 'yes');
  await main.getByRole('button', { name: strings.controls.startAgain }).click();
  await expect.poll(() => tray.tooltip()).toBe('Doorman: connected');
  expect(await second.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
});

test('the menu quits', async ({ tray, launchDoorman }) => {
  const doorman = await launchDoorman();
  await shown(tray);
  const ended = once(doorman.process, 'exit');
  await tray.pick('Quit Doorman');
  expect(await ended).toEqual([0, null]);
});

base('without a tray host the app keeps its window and says so', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  await expect(main.getByText('Nothing on this desktop shows tray icons')).toBeVisible();
});

function inked({ argb }: TrayPixels): number {
  let count = 0;
  for (let at = 0; at < argb.length; at += 4) if (argb[at] === 0xff) count += 1;
  return count;
}
