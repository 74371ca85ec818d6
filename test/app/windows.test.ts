/** The windows as surfaces: what their pages can reach, where they can go, and what is left when they close. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';

const run = promisify(execFile);
const kinds = ['main', 'approval'] as const;

test('each page is given two functions and nothing of Node or Electron', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  for (const kind of kinds) {
    const page = await doorman.window(kind);
    const reach = await page.evaluate(() => {
      const all = globalThis as unknown as Record<string, unknown>;
      const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];
      return {
        bridge: Object.keys(all.doorman as object),
        kinds: Object.values(all.doorman as object).map((value) => typeof value),
        frozen: Object.isFrozen(all.doorman),
        others: names.filter((name) => name in all),
      };
    });
    expect(reach).toEqual({
      bridge: ['call', 'onState'],
      kinds: ['function', 'function'],
      frozen: true,
      others: [],
    });
    await expect(
      page.evaluate(() =>
        (globalThis as unknown as { doorman: { call(name: string): unknown } }).doorman.call(
          'ELECTRON_BROWSER_x',
        ),
      ),
    ).rejects.toThrow(/no channel/);
  }
  const [approvalOnly, mainOnly] = await Promise.all(
    kinds.map(async (kind) => {
      const page = await doorman.window(kind);
      const channel = kind === 'main' ? 'approval:answer' : 'mode:set';
      return page
        .evaluate(
          (name) =>
            (globalThis as unknown as { doorman: { call(name: string): unknown } }).doorman.call(name),
          channel,
        )
        .then(
          () => 'answered',
          () => 'refused',
        );
    }),
  );
  expect([approvalOnly, mainOnly]).toEqual(['refused', 'refused']);
  await answerByScript(await doorman.window('approval'), { kind: 'deny' });
  await reply;
});

test('a page can neither leave its window nor open another', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  for (const kind of kinds) {
    const page = await doorman.window(kind);
    const before = page.url();
    const opened = await page.evaluate(() => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = 'https://example.com/link';
      link.click();
      link.target = '_blank';
      link.click();
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = 'app://doorman/main.html';
      const other = window.open('app://doorman/approval.html');
      location.href = 'file:///etc/passwd';
      return other !== null;
    });
    expect(opened).toBe(false);
    // A round trip through main comes back on the same page, so no navigation was under way.
    await page.evaluate(() =>
      (globalThis as unknown as { doorman: { call(name: string): unknown } }).doorman.call('state:get'),
    );
    expect(page.url()).toBe(before);
    expect(
      page
        .frames()
        .map((frame) => frame.url())
        .filter((url) => url.startsWith('app:')),
    ).toEqual([before]);
  }
  expect(doorman.app.windows()).toHaveLength(2);
  await doorman.quit();
  await reply;
});

test('a page cannot run inline code, use the network or ask for a permission', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const page = await doorman.window('main');
  const result = await page.evaluate(async () => {
    const all = globalThis as unknown as Record<string, unknown>;
    const script = document.createElement('script');
    script.textContent = 'globalThis.inlineRan = true';
    document.body.append(script);
    const tried = async (act: () => Promise<unknown>) =>
      act().then(
        () => 'done',
        () => 'refused',
      );
    return {
      inline: all.inlineRan === true,
      // In a turn of its own, where the tests' own way in gives no leave.
      evaluated: await tried(() =>
        new Promise((done) => setTimeout(done)).then(() => new Function('return 1')()),
      ),
      fetched: await tried(() => fetch('http://127.0.0.1:9/')),
      camera: await tried(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await tried(() => navigator.mediaDevices.getDisplayMedia({ video: true })),
      notify: await Notification.requestPermission(),
    };
  });
  expect(result).toEqual({
    inline: false,
    evaluated: 'refused',
    fetched: 'refused',
    camera: 'refused',
    screen: 'refused',
    notify: 'denied',
  });
});

test('the approval window comes up without taking the keyboard', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await doorman.window('main');
  const focused = () =>
    doorman.app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle());
  const xFocus = async () => (await run('xdotool', ['getwindowfocus'])).stdout;
  await expect.poll(focused).toBe('Doorman');
  const before = await xFocus();

  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const approval = await doorman.window('approval');
  await expect(approval.getByText(strings.approval.waitsFor.focus)).toBeVisible();
  const visible = await doorman.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );

  expect(visible).toEqual([true, true]);
  expect(await focused()).toBe('Doorman');
  expect(await xFocus()).toBe(before);
  await answerByScript(approval, { kind: 'deny' });
  await reply;
});

test('a closed approval window stays closed until the next call waits', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const first = doorman.call('shell_run', { command: 'touch first.txt' });
  await (await doorman.window('approval')).close();
  await expect.poll(() => doorman.app.windows().length).toBe(1);
  expect((await doorman.state())?.waitingCount).toBe(1);

  const second = doorman.call('shell_run', { command: 'touch second.txt' });
  const approval = await doorman.window('approval');
  await expect(approval.getByRole('navigation').getByRole('listitem')).toHaveCount(2);

  for (const left of [1, 0]) {
    await answerByScript(approval, { kind: 'deny' });
    await doorman.waiting(left);
  }
  expect(await Promise.all([first, second])).toMatchObject([{ ok: false }, { ok: false }]);
});

test('closing the window keeps the helper, and destroys the window', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await (await doorman.window('main')).close();
  const left = () => doorman.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(left).toBe(0);

  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });
  expect(doorman.process.exitCode).toBeNull();
});
