/** Desktop notifications, as the desktop's daemon receives them. */
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
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  await (await doorman.window('approval')).close();
  await expect.poll(() => desktop.shown().length).toBe(1);

  desktop.click(1);

  const approval = await doorman.window('approval');
  expect((await doorman.state())?.waitingCount).toBe(1);
  await denyButton(approval).click();
  expect(await reply).toMatchObject({ ok: false });
});

test('nothing is announced while the person is at the approval window', async ({
  desktop,
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
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
