/** Where windows stand: over others only while something waits, and where the person left them. */
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { focusWindow, moveTo, xdotool } from '../support/app/real-hand.ts';
import { startWindowManager } from '../support/app/window-manager.ts';

const kinds = ['main', 'approval'] as const;

/** How the approval window stands, and whether it is seen on the workspace that is on show. */
async function standing({ app }: Doorman) {
  const { id, ...told } = await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('approval'),
    );
    if (window === undefined) throw new Error('there is no approval window');
    const id = window.getNativeWindowHandle().readUInt32LE();
    return { id, over: window.isAlwaysOnTop(), bounds: window.getBounds() };
  });
  // It fails where it finds none.
  const visible = await xdotool('search', '--onlyvisible', '--name', 'Doorman').catch(() => '');
  return { ...told, seen: visible.split('\n').includes(String(id)) };
}

async function place({ app }: Doorman, kind: (typeof kinds)[number], bounds: Electron.Rectangle) {
  await app.evaluate(
    ({ BrowserWindow }, [name, to]) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().includes(`${name}.html`))
        ?.setBounds(to),
    [kind, bounds] as const,
  );
}

test('the approval window is over all others on every workspace while something waits, and leaves by itself', async ({
  launchDoorman,
}) => {
  const endManager = await startWindowManager();
  const doorman = await launchDoorman();
  await doorman.window('main');
  const focused = () =>
    doorman.app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.getTitle());
  await expect.poll(focused).toBe('Doorman');
  // On a display where the pointer never moved, the first way out of a window is told to nobody.
  await moveTo({ x: 640, y: 400 });
  const replies = [doorman.call('shell_run', { command: 'touch first.txt' })];
  const first = await doorman.window('approval');
  const over = { over: true, seen: true };
  await expect.poll(() => standing(doorman)).toMatchObject({ ...over, bounds: { x: 828, width: 440 } });
  expect(await focused()).toBe('Doorman');
  await xdotool('set_desktop', '1');
  await expect.poll(() => standing(doorman)).toMatchObject(over);

  // It stands still while it goes under the others and comes over them again.
  const bounds = { x: 300, y: 200, width: 400, height: 500 };
  await place(doorman, 'approval', bounds);
  await expect.poll(() => standing(doorman)).toEqual({ ...over, bounds });
  await answerByScript(first, { kind: 'deny' });
  await expect.poll(async () => (await standing(doorman)).over).toBe(false);
  await xdotool('set_desktop', '0');
  await expect.poll(() => standing(doorman)).toEqual({ over: false, seen: false, bounds });
  replies.push(doorman.call('shell_run', { command: 'touch second.txt' }));
  await expect.poll(() => standing(doorman)).toEqual({ ...over, bounds });

  // Esc closes it and answers nothing; the next call brings it back to its place.
  await focusWindow(first);
  const closed = first.waitForEvent('close');
  await xdotool('key', 'Escape');
  await closed;
  await doorman.waiting(1);
  replies.push(doorman.call('shell_run', { command: 'touch third.txt' }));
  const second = await doorman.window('approval');
  await expect.poll(() => standing(doorman)).toEqual({ ...over, bounds });

  // Nothing waits, nothing is to be read any more, and nobody is in it: it goes. Both clocks are helped on.
  await moveTo({ x: 5, y: 790 });
  await second.clock.install();
  const gone = second.waitForEvent('close');
  for (const left of [1, 0]) {
    await answerByScript(second, { kind: 'deny' });
    await doorman.waiting(left);
  }
  await expect(async () => {
    await second.clock.fastForward(5_000);
    await expect(second.getByText(strings.approval.emptyText)).toBeVisible({ timeout: 200 });
  }).toPass();
  await doorman.app.evaluate(() => {
    const clock = performance;
    const going = clock.now.bind(clock);
    const began = going();
    // So fast that it sees both ends of its rest, whenever it begins to look.
    clock.now = () => began + (going() - began) * 10;
  });
  await gone;
  await Promise.all(replies);
  await endManager();
});

test('windows come back where the person left them', async ({ launchDoorman }) => {
  const places = {
    main: { x: 40, y: 60, width: 700, height: 500 },
    approval: { x: 800, y: 100, width: 380, height: 480 },
  };
  const bounds = ({ app }: Doorman) =>
    app.evaluate(({ BrowserWindow }) =>
      Object.fromEntries(
        BrowserWindow.getAllWindows().map((window) => [
          window.webContents.getURL().match(/(\w+)\.html/)?.[1],
          window.getBounds(),
        ]),
      ),
    );
  const open = async (doorman: Doorman) => {
    void doorman.call('shell_run', { command: 'touch made.txt' }).catch(() => {});
    for (const kind of kinds) await doorman.window(kind);
  };
  const first = await launchDoorman();
  await open(first);
  for (const kind of kinds) await place(first, kind, places[kind]);
  await expect.poll(() => bounds(first)).toEqual(places);
  await first.quit();

  const second = await launchDoorman({ after: first });
  await open(second);
  expect(await bounds(second)).toEqual(places);
});
