/** A window of another program in which somebody types: it tells what arrived, and how often it lost the keyboard. */
import type { Page } from '@playwright/test';
import { launchBareElectron } from './bare-electron.ts';
import { moveTo, xdotool } from './real-hand.ts';

export interface OtherWindow {
  /** Clicks into its field, so that the keyboard goes there. */
  takeKeyboard(): Promise<void>;
  text(): Promise<string>;
  empty(): Promise<void>;
  /** How often it lost the keyboard since `takeKeyboard`. */
  losses(): Promise<number>;
  close(): Promise<void>;
}

const BOUNDS = { x: 0, y: 500, width: 420, height: 300 };

const MAIN = `
import { app, BrowserWindow } from 'electron';
app.whenReady().then(async () => {
  const window = new BrowserWindow({ ...${JSON.stringify(BOUNDS)}, frame: false, show: false });
  globalThis.losses = 0;
  window.on('blur', () => { globalThis.losses += 1; });
  await window.loadURL('data:text/html,<title>Somebody else</title><textarea autofocus rows=14 cols=46></textarea>');
  window.show();
});
`;

export async function openOtherWindow(): Promise<OtherWindow> {
  const { app, close } = await launchBareElectron(MAIN);
  const page: Page = await app.firstWindow();
  const field = page.locator('textarea');
  await field.waitFor();
  return {
    async takeKeyboard() {
      await app.evaluate(async ({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        if (window === undefined) throw new Error('the other window is gone');
        const focused = window.isFocused() || new Promise((resolve) => window.once('focus', resolve));
        window.moveTop();
        window.focus();
        await focused;
        Object.assign(globalThis, { losses: 0 });
      });
      // A click that is handled later would take the keyboard back from whoever has it by then.
      const clicked = page.evaluate(
        () => new Promise<void>((done) => window.addEventListener('click', () => done(), { once: true })),
      );
      await page.evaluate(() => {});
      await moveTo({ x: BOUNDS.x + 100, y: BOUNDS.y + 60 });
      await xdotool('click', '1');
      await clicked;
    },
    text: () => field.inputValue(),
    empty: () => field.fill(''),
    losses: () => app.evaluate(() => (globalThis as unknown as { losses: number }).losses),
    close,
  };
}
