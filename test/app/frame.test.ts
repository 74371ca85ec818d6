/** The frame of both windows: theme, keys, the sheet and the menu of pages, in a narrow window and a zoomed one. */
import type { Page } from '@playwright/test';
import { german } from '../../src-renderer/german/german.ts';
import { PAGES } from '../../src-renderer/main/page-nav.tsx';
import { strings } from '../../src-renderer/strings.ts';
import { denyButton } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

const isDark = (page: Page) => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

/** What the page, or the policy it stands under, complained of. */
function complaints(page: Page): readonly string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: strings.shortcuts.title });

test('a theme holds in both windows, each key of the sheet does what it says, and the sheet keeps the keyboard', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { desktop: { theme: 'dark' } } });
  const main = await doorman.window('main');
  const complained = complaints(main);
  expect(await isDark(main)).toBe(true);

  await main.keyboard.press('?');
  await expect(
    sheetOf(main).getByRole('definition').filter({ hasText: strings.pages.running }),
  ).toBeVisible();
  await main.keyboard.press('Tab');
  await expect(sheetOf(main).getByRole('button', { name: strings.shortcuts.close })).toBeFocused();
  // While it is open, the keys of the window behind it do nothing.
  await main.keyboard.press('Control+2');
  await main.keyboard.press('Escape');
  await expect(sheetOf(main)).toBeHidden();
  await expect(main.getByRole('heading', { level: 2, name: strings.pages.queue })).toBeVisible();
  for (const [nth, page] of PAGES.entries()) {
    await main.keyboard.press(`Control+${(nth + 1) % 10}`);
    await expect(main.getByRole('heading', { level: 2, name: strings.pages[page] })).toBeVisible();
    // Stop stays in reach.
    expect(await scrolls(main, 'Height'), `${page} scrolls alone, and not the window`).toBe(false);
  }

  await main.keyboard.press('a');
  const approval = await doorman.window('approval');
  const alsoComplained = complaints(approval);
  expect(await isDark(approval)).toBe(true);
  await approval.keyboard.press('?');
  await expect(sheetOf(approval)).toContainText(strings.shortcuts.meanings.deny);
  await approval.keyboard.press('Escape');
  await approval.getByRole('button', { name: strings.shortcuts.open }).focus();
  await expect(approval.getByRole('tooltip')).toHaveText(strings.shortcuts.open);

  await main.keyboard.press('Control+,');
  await main.getByLabel(strings.settings.theme).selectOption('light');
  await expect.poll(() => isDark(approval)).toBe(false);
  expect(await isDark(main)).toBe(false);
  const characterKeys = main.getByRole('checkbox', { name: strings.settings.characterKeys });
  await characterKeys.click();
  await expect(characterKeys).not.toBeChecked();
  await main.keyboard.press('?');
  await main.keyboard.press('Control+1');
  await expect(main.getByRole('heading', { level: 2, name: strings.pages.queue })).toBeVisible();
  await expect(sheetOf(main)).toBeHidden();
  // The field that had the keyboard is gone with its page.
  await expect(main.getByRole('heading', { level: 2, name: strings.pages.queue })).toBeFocused();
  expect([...complained, ...alsoComplained]).toEqual([]);
});

/** Whether the window itself scrolls. */
function scrolls(page: Page, way: 'Width' | 'Height'): Promise<boolean> {
  return page.evaluate((name) => {
    const root = document.documentElement;
    return root[`scroll${name}`] > root[`client${name}`];
  }, way);
}

function resize(doorman: Doorman, width: number, height: number, zoom: number): Promise<void> {
  return doorman.app.evaluate(
    ({ BrowserWindow }, size) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().includes('main.html'),
      );
      window?.setContentSize(size.width, size.height);
      window?.webContents.setZoomFactor(size.zoom);
    },
    { width, height, zoom },
  );
}

test('at 360 px and at twice the size no page scrolls sideways, and the pages are a menu', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  for (const [width, height, zoom] of [
    [360, 640, 1],
    [980, 720, 2],
  ] as const) {
    await resize(doorman, width, height, zoom);
    await expect.poll(() => main.evaluate(() => window.innerWidth)).toBe(width / zoom);
    for (const page of PAGES) {
      await main.getByRole('button', { name: strings.pagesLabel }).click();
      await main.getByRole('menuitemradio', { name: strings.pages[page] }).press('Enter');
      await expect(main.getByRole('heading', { level: 2, name: strings.pages[page] })).toBeVisible();
      expect(await scrolls(main, 'Width'), `${page} at ${width} px, zoom ${zoom}`).toBe(false);
    }
  }
});

test('both windows speak the language that is set at once, cards too, and after a restart from the first word on', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const main = await doorman.window('main');
  const reply = doorman.call('shell_run', { command: 'touch made' });
  const approval = await doorman.window('approval');
  await expect(denyButton(approval)).toBeVisible();

  await main.keyboard.press('Control+,');
  await main.getByLabel(strings.settings.language).selectOption('de');
  for (const page of [main, approval]) await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(main.getByRole('navigation', { name: german.pagesLabel })).toBeVisible();
  await expect(approval.getByRole('heading', { level: 1 })).toHaveText(german.approval.count(1));
  await approval.screenshot({ path: info.outputPath('german-card.png') });
  await main.screenshot({ path: info.outputPath('german-main.png') });
  for (const page of [main, approval])
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await approval.screenshot({ path: info.outputPath('rtl-card.png') });
  await main.screenshot({ path: info.outputPath('rtl-main.png') });
  await approval.getByRole('button', { name: german.approval.deny, exact: true }).click();
  expect(await reply).toMatchObject({ ok: false });

  await doorman.quit();
  const again = await launchDoorman({ after: doorman });
  await expect((await again.window('main')).getByText(german.queue.emptyTitle)).toBeVisible();
});

test('the first steps are shown once, go on where they were left, and lead to a first call', async ({
  launchDoorman,
}) => {
  const words = strings.firstSteps;
  const doorman = await launchDoorman({ settings: { folders: [], desktop: { firstSteps: 'connect' } } });
  const main = await doorman.window('main');
  const step = (page: Page, name: keyof typeof words.titles) =>
    page.getByRole('heading', { name: words.titles[name] });
  await expect(step(main, 'connect')).toBeVisible();
  await main.getByRole('button', { name: words.useOwn }).click();
  await expect(step(main, 'folder')).toBeFocused();
  await doorman.quit();

  const again = await launchDoorman({ after: doorman });
  const next = await again.window('main');
  await expect(step(next, 'folder')).toBeVisible();
  // The system's own dialog cannot be driven; it is answered for the person.
  await again.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, again.project);
  await next.getByRole('button', { name: words.addFolder }).click();
  await next.getByRole('button', { name: words.goOn }).click();
  await next.getByRole('button', { name: words.tryIt }).click();
  await expect(next.getByRole('heading', { name: strings.playground.result })).toBeVisible();
  expect((await again.state())?.recent[0]).toMatchObject({ tool: 'fs_list_directory', outcome: 'done' });
  await next.getByRole('button', { name: words.finish }).click();
  await expect(next.getByRole('region', { name: words.label })).toHaveCount(0);
  expect((await again.state())?.desktop.firstSteps).toBe('done');

  // They are there for whoever wants them again.
  await next.keyboard.press('Control+,');
  await next.getByRole('button', { name: words.again }).click();
  await expect(step(next, 'connect')).toBeVisible();
});
