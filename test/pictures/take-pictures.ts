/** Makes the two pictures of a named state, and lets axe look at both. */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { COLOR_SCHEMES, drawIn, violationsIn } from '../support/app/axe.ts';
import { repoRoot } from '../support/app/electron-command.ts';

export const PICTURES = join(repoRoot, 'test-results', 'pictures');
/** A line of JSON for each picture: `scripts/pictures.mjs` counts them. */
const REPORT = join(PICTURES, 'axe.jsonl');

/** Resolves to what axe found wrong, a line each. */
export async function takePictures(page: Page, name: string): Promise<readonly string[]> {
  await mkdir(PICTURES, { recursive: true });
  await showWhole(page);
  const all: string[] = [];
  for (const scheme of COLOR_SCHEMES) {
    await drawIn(page, scheme);
    await page.screenshot({ path: join(PICTURES, `${name}-${scheme}.png`), animations: 'disabled' });
    const violations = await violationsIn(page);
    await appendFile(REPORT, `${JSON.stringify({ name, scheme, violations })}\n`);
    all.push(...violations.map((violation) => `${name}, ${scheme}: ${violation}`));
  }
  return all;
}

/** As the main window opens; and as high as a picture can be looked at. CSS pixels. */
const WIDTH = 980;
const HEIGHT = 720;
const HIGHEST = 1800;

/** The main window is made as high as its page, so that all of it is in the picture. The approval window stays as it is. */
async function showWhole(page: Page): Promise<void> {
  if (!page.url().includes('main.html')) return;
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
  const hidden = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main, aside')].map((box) => box.scrollHeight - box.clientHeight),
    ),
  );
  if (hidden > 0) await page.setViewportSize({ width: WIDTH, height: Math.min(HEIGHT + hidden, HIGHEST) });
}
