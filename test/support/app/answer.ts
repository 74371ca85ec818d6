/** How a person answers in the approval window. */
import { expect, type Locator, type Page } from '@playwright/test';
import { strings } from '../../../src-renderer/strings.ts';
import type { Answer } from '../../../src-shared/approval.ts';
import type { ApprovalChannel, Channel } from '../../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../../src-shared/ipc-contract.ts';
import { focusWindow, pressOn, xdotool } from './real-hand.ts';

/** The bridge of a page, for scripts that tests put into it. */
export type PageWindow = { readonly doorman: Bridge<Channel> };

export const allowButton = (page: Page) =>
  page.getByRole('button', { name: strings.approval.allow, exact: true });
export const denyButton = (page: Page) =>
  page.getByRole('button', { name: strings.approval.deny, exact: true });

/** Presses Allow once it is alive: with the real pointer, and for as long as this card wants it held. */
export async function allow(page: Page, button: Locator = allowButton(page)): Promise<void> {
  await untilAnswerable(page, button);
  const held = (await button.getAttribute('class'))?.includes('button-allow-hold') === true;
  // The button goes away when the answer was taken, or comes to life again when it was not.
  await pressOn(button, async () => {
    if (!held) return;
    await expect(page.locator('.is-held')).toHaveCount(1);
    await expect(page.locator('.is-held')).toHaveCount(0);
  });
}

/** Makes a choice of a question; a click on choices that have just come or moved is not heard, so it is made until it is. */
export async function choose(choice: Locator): Promise<void> {
  await expect(() => choice.check({ timeout: 2_000 })).toPass({ timeout: 15_000 });
}

/** Ctrl+Enter on the real keyboard, once Allow is alive. */
export async function allowByKey(page: Page): Promise<void> {
  await untilAnswerable(page);
  await xdotool('key', 'ctrl+Return');
}

export async function denyWithReason(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: strings.approval.denyWithReason }).click();
  await page.getByLabel(strings.approval.reasonLabel).fill(reason);
  await page.getByRole('button', { name: strings.approval.sendDeny }).click();
}

/**
 * Gives the window the keyboard and waits until Allow is alive: main has then seen the report that the card is shown, and
 * half a second went by.
 */
export async function untilAnswerable(page: Page, button: Locator = allowButton(page)): Promise<void> {
  await focusWindow(page);
  const picture = page.getByRole('article').getByRole('img');
  await expect(async () => {
    // A picture has to be looked at, and may lie further down.
    for (const one of await picture.all()) await one.scrollIntoViewIfNeeded();
    await expect(button).toBeEnabled({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}

/** What a script inside the page can do: answer the oldest waiting call through the bridge, past every button. */
export function answerByScript(page: Page, answer: Answer) {
  return page.evaluate(async (given) => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    const state = await doorman.call('state:get', undefined);
    const [card] = state.waiting;
    if (card === undefined) throw new Error('nothing waits');
    const { callId, digest } = card;
    return doorman.call('approval:answer', { callId, digest, snapshot: state.seq, answer: given });
  }, answer);
}
