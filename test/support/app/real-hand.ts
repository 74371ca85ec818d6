/** A person's hand on the display: the real pointer and keyboard (xdotool), and which app a page belongs to. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ElectronApplication, Locator, Page } from '@playwright/test';

const run = promisify(execFile);
const apps = new WeakMap<Page, ElectronApplication>();

/** Notes whose page this is. */
export function belongsTo(page: Page, app: ElectronApplication): void {
  apps.set(page, app);
}

export async function xdotool(...words: readonly string[]): Promise<string> {
  return (await run('xdotool', words)).stdout.trim();
}

/**
 * Gives the window the keyboard and puts it on top, as a click on its frame does where there is a window manager. The page is
 * told so, since Playwright makes every page believe that it has the keyboard all the time.
 */
export async function focusWindow(page: Page): Promise<void> {
  const isNew = await appOf(page).evaluate(async ({ BrowserWindow }, url) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
    if (window === undefined) throw new Error('the window is gone');
    if (window.isFocused()) return false;
    const focused = new Promise((resolve) => window.once('focus', resolve));
    window.moveTop();
    window.focus();
    await focused;
    return true;
  }, page.url());
  if (!isNew) return;
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('focus'));
    // React draws by messages to itself, which on a busy machine can come after many frames; ours comes after those.
    const { port1, port2 } = new MessageChannel();
    const drawn = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    port2.postMessage(undefined);
    await drawn;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Tells the page that its window lost the keyboard, for the same reason: else a hold that began before would run on in it. */
export async function tellOfBlur(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The middle of an element, in the coordinates of the display. */
export async function onScreen(target: Locator): Promise<ScreenPoint> {
  const page = target.page();
  const box = await target.boundingBox();
  const content = await appOf(page).evaluate(
    ({ BrowserWindow }, url) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === url)
        ?.getContentBounds(),
    page.url(),
  );
  if (!box || !content) throw new Error(`${target} is not on the screen`);
  return {
    x: Math.round(content.x + box.x + box.width / 2),
    y: Math.round(content.y + box.y + box.height / 2),
  };
}

export async function moveTo({ x, y }: ScreenPoint): Promise<void> {
  await xdotool('mousemove', String(x), String(y));
}

/** Moves there and clicks at once: whatever the pointer brings about when it comes has no time to act before the click. */
export async function clickOn(target: Locator): Promise<void> {
  const { x, y } = await onScreen(target);
  await xdotool('mousemove', String(x), String(y), 'click', '1');
}

/** Holds the left button over the element while `meanwhile` goes on. */
export async function pressOn(target: Locator, meanwhile?: () => Promise<void>): Promise<void> {
  await moveTo(await onScreen(target));
  await xdotool('mousedown', '1');
  try {
    await meanwhile?.();
  } finally {
    await xdotool('mouseup', '1');
  }
}

function appOf(page: Page): ElectronApplication {
  const app = apps.get(page);
  if (app === undefined) throw new Error('this page was not opened through the window() of a test');
  return app;
}
