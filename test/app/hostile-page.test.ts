/** A script that took the approval page over gets no yes, neither by itself nor on the back of presses that are none. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { allowButton, untilAnswerable } from '../support/app/answer.ts';
import { control } from '../support/app/ask-host.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { type HostileScript, type Manner, runHostileScript } from '../support/app/hostile-script.ts';
import { clickOn, pressOn, xdotool } from '../support/app/real-hand.ts';

const KEYS = ['j', 'k', 'Return', 'space', 'Tab', 'space', 'shift+Return', 'ctrl+a', 'x'];

/** All that somebody does in this window who allows nothing. */
async function useWindow(page: Page, script: HostileScript): Promise<void> {
  const rows = page.getByRole('navigation').getByRole('button');
  const reason = page.getByRole('button', { name: strings.approval.denyWithReason });
  const more = page.getByRole('button', { name: strings.approval.moreWays });
  for (const key of KEYS) {
    await xdotool('key', key);
    await script.tried();
  }
  // Some of the keys tick cards, and what is ticked has an answer bar of its own.
  const ticked = page.getByRole('checkbox', { checked: true });
  while ((await ticked.count()) > 0) {
    await clickOn(ticked.first());
    await script.tried();
  }
  for (const target of [page.getByRole('heading', { level: 1 }), rows.nth(1), rows.nth(0), more, reason]) {
    await clickOn(target);
    await script.tried();
  }
  await xdotool('type', 'no: j k r');
  await script.tried();
  await xdotool('key', 'Escape');
  await script.tried();
}

for (const manner of ['patient', 'following', 'restless'] satisfies Manner[]) {
  test(`a ${manner} script cannot allow, also while somebody uses the window`, async ({ launchDoorman }) => {
    test.setTimeout(180_000);
    const doorman = await launchDoorman();
    const replies = ['one', 'two'].map((name) => doorman.call('shell_run', { command: `touch ${name}` }));
    await doorman.waiting(2);
    const page = await doorman.window('approval');
    await untilAnswerable(page);
    const script = await runHostileScript(page, manner);
    await script.tried();

    await useWindow(page, script);

    expect((await doorman.state())?.waitingCount).toBe(2);
    expect(await script.accepted()).toBe(0);
    for (const name of ['one', 'two']) await expect(access(join(doorman.project, name))).rejects.toThrow();
    // It was armed and sent a good answer: all that it lacked was the press.
    if (manner === 'patient') expect(await script.heard()).toContain('armed');
    expect(await script.heard()).toContainEqual(expect.stringMatching(/no key or button|not on the button/));

    await script.stop();
    for (const { callId } of (await doorman.state())?.waiting ?? []) {
      await control(doorman.env, { command: 'deny', callId });
    }
    for (const reply of replies) expect(await reply).toMatchObject({ ok: false });
  });
}

test('the same script rides on a press on Allow, which is a yes', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made' });
  const page = await doorman.window('approval');
  await untilAnswerable(page);
  const script = await runHostileScript(page, 'patient');
  await script.tried();
  await expect(allowButton(page)).toBeEnabled();
  await pressOn(allowButton(page));
  expect(await reply).toMatchObject({ ok: true });
  await script.stop();
});
