/** Runs axe in a page of the app: the rules of WCAG 2.2 up to AA, those included that axe itself leaves off by default. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

export type ColorScheme = 'light' | 'dark';
export const COLOR_SCHEMES: readonly ColorScheme[] = ['light', 'dark'];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let source: Promise<string> | undefined;

/** What axe finds wrong in the page as it is now, a line for each rule; empty where it finds nothing. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  return page.evaluate(async (tags) => {
    const { axe: runner } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await runner.run(document, {
      runOnly: { type: 'tag', values: tags },
      // Axe leaves it off because its success criterion is newer than the laws that most people are held to.
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    });
    // The same fault in each row of a list is one to mend.
    return violations.map(({ id, help, nodes: [first, ...more] }) => {
      const where = `${first?.target.join(' ')}${more.length > 0 ? ` and ${more.length} more` : ''}`;
      return `${id}: ${help}: ${where}: ${first?.failureSummary?.replaceAll(/\s+/g, ' ')}`;
    });
  }, TAGS);
}

/** Draws the page so from now on. Without motion: colours that are still on their way are none to judge. */
export async function drawIn(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}
