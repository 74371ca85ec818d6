/** Axe in the real windows, in light and dark: each page at first start, and a card. `npm run pictures` has every state. */
import type { Page } from '@playwright/test';
import { PAGES } from '../../src-renderer/main/page-nav.tsx';
import { openPage } from '../pictures/page-states.ts';
import { allowButton, answerByScript, untilAnswerable } from '../support/app/answer.ts';
import { COLOR_SCHEMES, drawIn, violationsIn } from '../support/app/axe.ts';
import { expect, test } from '../support/app/doorman-test.ts';

test('no page of the main window and no card breaks a rule of WCAG 2.2 AA', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'npm install --save-dev vitest' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await expect(allowButton(approval)).toBeEnabled();
  const found = await inBoth(approval, 'a card');
  await answerByScript(approval, { kind: 'deny' });
  await reply;
  const main = await doorman.window('main');
  for (const page of PAGES) found.push(...(await inBoth(await openPage(main, page), page)));
  expect(found.join('\n')).toBe('');
});

async function inBoth(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of COLOR_SCHEMES) {
    await drawIn(page, scheme);
    const violations = await violationsIn(page);
    found.push(...violations.map((violation) => `${what}, ${scheme}: ${violation}`));
  }
  return found;
}
