/** Desktop notifications, as the desktop's daemon receives them. */
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript, denyButton } from '../support/app/answer.ts';
import { test as base, expect } from '../support/app/doorman-test.ts';
import { type NotificationDaemon, startNotificationDaemon } from '../support/app/notification-daemon.ts';

const test = base.extend<{ desktop: NotificationDaemon }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  desktop: async ({}, use) => {
    const desktop = await startNotificationDaemon();
    await use(desktop);
    await desktop.close();
  },
});

test('each waiting call is announced once, in none of its own words, and withdrawn when it is settled', async ({
  desktop,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const replies = [doorman.call('shell_run', { command: "touch '<b>one</b>'" })];
  await doorman.waiting(1);
  replies.push(doorman.call('shell_run', { command: 'touch two' }));
  await expect.poll(() => desktop.shown().length).toBe(2);
  for (const { title, body } of desktop.shown()) {
    expect(title).toBe('shell_run waits for you');
    expect(body).not.toContain('touch');
  }

  const approval = await doorman.window('approval');
  await answerByScript(approval, { kind: 'deny' });
  await expect.poll(() => desktop.shown().map(({ id }) => id)).toEqual([2]);
  await answerByScript(approval, { kind: 'deny' });
  await expect.poll(() => desktop.shown()).toEqual([]);
  expect(desktop.count()).toBe(2);
  await Promise.all(replies);
});

test('a question of an agent is announced as one, in none of its words', async ({
  desktop,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const reply = doorman.call('ask_user', { question: 'Shall I go <b>on</b>?' });
  await expect
    .poll(() => desktop.shown().map(({ title }) => title))
    .toEqual(['An agent asks you a question']);
  expect(desktop.shown()[0]?.body).not.toContain('go');
  await answerByScript(await doorman.window('approval'), { kind: 'deny' });
  await expect.poll(() => desktop.shown()).toEqual([]);
  await reply;
});

test('a click on a notification opens what waits, and answers nothing', async ({
  desktop,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  await (await doorman.window('approval')).close();
  await expect.poll(() => desktop.shown().length).toBe(1);

  desktop.click(1);

  const approval = await doorman.window('approval');
  expect((await doorman.state())?.waitingCount).toBe(1);
  await denyButton(approval).click();
  expect(await reply).toMatchObject({ ok: false });
});

test('a click opens the very card among several', async ({ desktop, launchDoorman }) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const replies = [doorman.call('shell_run', { command: 'touch one' })];
  await doorman.waiting(1);
  replies.push(doorman.call('shell_run', { command: 'touch two' }));
  await expect.poll(() => desktop.shown().length).toBe(2);
  const approval = await doorman.window('approval');
  await expect(approval.getByRole('main')).toContainText('touch one');

  desktop.click(2);

  await expect(approval.getByRole('main')).toContainText('touch two');
  expect((await doorman.state())?.waitingCount).toBe(2);
  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await Promise.all(replies);
});

test('the window says that what a notification was about waits no more', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch one' });
  const approval = await doorman.window('approval');
  await doorman.waiting(1);
  // As main sends it where the click met the end of the call: the daemon cannot be made to click in that moment.
  const state = await doorman.state();
  await doorman.app.evaluate(
    ({ BrowserWindow }, sent) => {
      const window = BrowserWindow.getAllWindows().find((one) =>
        one.webContents.getURL().includes('approval'),
      );
      window?.webContents.send('state:changed', sent);
    },
    { ...state, seq: (state?.seq ?? 0) + 1000, opened: { cardId: 'gone', nth: 1, waits: false } },
  );
  const note = approval.getByText(strings.approval.openedGone);
  await expect(note).toBeVisible();
  await expect(approval.getByRole('main')).toContainText('touch one');
  await approval.getByRole('button', { name: strings.approval.goneRead, exact: true }).click();
  await expect(note).toBeHidden();
  await answerByScript(approval, { kind: 'deny' });
  await reply;
});

test('nothing is announced while the main window is in front', async ({ desktop, launchDoorman }) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  const focused = () =>
    doorman.app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL());
  await expect.poll(focused).toContain('main');
  const first = doorman.call('shell_run', { command: 'touch one' });
  const approval = await doorman.window('approval');
  await main.close();
  const second = doorman.call('shell_run', { command: 'touch two' });
  await expect.poll(() => desktop.count()).toBe(1);
  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await Promise.all([first, second]);
});

test('a job that ended is announced where that is switched on, in one notification for all', async ({
  desktop,
  launchDoorman,
}) => {
  const notify = { needsYou: true, question: true, finished: true, sound: false };
  const doorman = await launchDoorman({
    settings: { desktop: { notify, startAtLogin: false, startHidden: false, shortcuts: {} } },
    permissions: 'permissions:\n  shell_start: { allowed: true }\n  "Bash(sleep 1)": { allowed: true }\n',
  });
  await (await doorman.window('main')).close();
  for (let nth = 0; nth < 2; nth++) {
    expect(await doorman.call('shell_start', { command: 'sleep 1' })).toMatchObject({ ok: true });
  }
  await expect.poll(() => desktop.shown().map(({ title }) => title)).toEqual(['Finished: 2 jobs ended']);
});

test('nothing is announced while the person is at the approval window', async ({
  desktop,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const first = doorman.call('shell_run', { command: 'touch one' });
  const approval = await doorman.window('approval');
  await expect.poll(() => desktop.count()).toBe(1);
  await doorman.app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('approval'));
    window?.focus();
  });
  const isFocused = () =>
    doorman.app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL());
  await expect.poll(isFocused).toContain('approval');

  const second = doorman.call('shell_run', { command: 'touch two' });
  await expect(approval.getByRole('navigation').getByRole('listitem')).toHaveCount(2);

  expect(desktop.count()).toBe(1);
  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await Promise.all([first, second]);
});

test('a flood of calls shows three notifications, and no more', async ({ desktop, launchDoorman }) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const replies = Array.from({ length: 8 }, (_, index) =>
    doorman.call('shell_run', { command: `touch file-${index}` }),
  );
  await doorman.waiting(8);
  await expect.poll(() => desktop.shown().length).toBe(3);
  const approval = await doorman.window('approval');
  for (const left of [7, 6, 5, 4, 3, 2, 1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await expect.poll(() => desktop.shown()).toEqual([]);
  expect(desktop.count()).toBe(3);
  await Promise.all(replies);
});
