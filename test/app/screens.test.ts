/** What can be looked at is listed without Doorman's own windows, and a picture is of the window that was named. */
import type { Page } from '@playwright/test';
import { allow } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { startWindowManager } from '../support/app/window-manager.ts';

/** Looking needs no question here: the question has tests of its own. */
const permissions = 'permissions:\n  screen_list: { allowed: true }\n  screen_capture: { allowed: true }\n';

let endManager: () => Promise<void>;

// X11 lists windows only where somebody manages them.
test.beforeEach(async () => {
  endManager = await startWindowManager();
});
test.afterEach(() => endManager());

interface Listed {
  readonly displays: readonly { id: number; width: number; height: number }[];
  readonly windows: readonly { id: string; title: string }[];
}

async function list(doorman: Doorman): Promise<Listed> {
  const { ok, output, error } = await doorman.call('screen_list', {});
  if (!ok) throw new Error(error);
  return output as unknown as Listed;
}

/** Gives the main window of an app a title and one colour. */
async function dress(doorman: Doorman, title: string): Promise<Page> {
  const page = await doorman.window('main');
  await page.evaluate((text) => {
    document.title = text;
    document.body.replaceChildren();
    document.documentElement.style.background = document.body.style.background = 'rgb(230, 25, 155)';
  }, title);
  return page;
}

/** The colour in the middle of a picture. */
function middle(doorman: Doorman, data: string): Promise<readonly number[]> {
  return doorman.app.evaluate(({ nativeImage }, base64) => {
    const image = nativeImage.createFromBuffer(Buffer.from(base64, 'base64'));
    const { width, height } = image.getSize();
    const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
    const [blue, green, red] = image.toBitmap().subarray(at, at + 3);
    return [red ?? -1, green ?? -1, blue ?? -1];
  }, data);
}

test('lists the windows of others and takes the picture of one, by its id and title', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ permissions });
  await doorman.window('main');
  const other = await launchDoorman();
  await dress(other, 'Somebody else');

  await expect
    .poll(async () => (await list(doorman)).windows.map(({ title }) => title))
    .toEqual(['Somebody else']);
  const { displays, windows } = await list(doorman);
  expect(displays).toMatchObject([{ id: 0, width: 1280, height: 800 }]);
  const id = windows[0]?.id ?? '';

  await expect(async () => {
    const { output } = await doorman.call('screen_capture', { window: id });
    const [red, green, blue] = await middle(doorman, (output as { data: string }).data);
    expect(red).toBeCloseTo(230, -1);
    expect(green).toBeCloseTo(25, -1);
    expect(blue).toBeCloseTo(155, -1);
  }).toPass();

  // Of its own windows none can be asked for, by whatever id.
  const own = await doorman.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getMediaSourceId()),
  );
  expect(own).toHaveLength(1);
  for (const window of own) {
    expect(await doorman.call('screen_capture', { window })).toMatchObject({ ok: false, error: /no window/ });
  }
});

test('takes a region of a display in its real pixels', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ permissions });
  const region = { x: 100, y: 50, width: 320, height: 200 };
  expect(await doorman.call('screen_capture', { region })).toMatchObject({
    ok: true,
    output: { type: 'image', width: 320, height: 200 },
  });
});

test('a window that shows something else by the time of the yes leaves as it was when it was asked for', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ permissions: 'permissions:\n  screen_list: { allowed: true }\n' });
  await doorman.window('main');
  const other = await launchDoorman();
  const page = await dress(other, 'Notes');
  await expect.poll(async () => (await list(doorman)).windows.map(({ title }) => title)).toEqual(['Notes']);
  const [window] = (await list(doorman)).windows;

  const reply = doorman.call('screen_capture', { window: window?.id ?? '' });
  const approval = await doorman.window('approval');
  const shown = await approval.getByRole('article').getByRole('img').getAttribute('src');
  await page.evaluate(() => {
    document.title = 'Passwords';
    document.documentElement.style.background = document.body.style.background = 'rgb(10, 200, 10)';
  });
  await expect
    .poll(async () => (await list(doorman)).windows.map(({ title }) => title))
    .toContain('Passwords');
  await expect(approval.getByRole('heading', { name: /Notes/ })).toBeVisible();
  await allow(approval);
  const { ok, output } = await reply;
  expect(ok).toBe(true);
  expect(shown).toBe(`data:image/png;base64,${(output as { data: string }).data}`);
});
