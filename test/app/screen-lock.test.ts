/** While the screen is locked nothing can be allowed, by window or command line, and what was pressed meanwhile is no yes. */
import { strings } from '../../src-renderer/strings.ts';
import type { Answer } from '../../src-shared/approval.ts';
import { allow, allowButton, answerByScript, untilAnswerable } from '../support/app/answer.ts';
import { control } from '../support/app/ask-host.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { moveTo, onScreen, xdotool } from '../support/app/real-hand.ts';
import { startScreenSaver } from '../support/app/screen-saver.ts';

const yes: Answer = { kind: 'allow' };

test('a locked screen allows nothing, and rules and Auto go on', async ({ launchDoorman }, info) => {
  const saver = await startScreenSaver();
  const doorman = await launchDoorman({ settings: { allowFromCommandLine: true } });
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const page = await doorman.window('approval');
  await untilAnswerable(page);
  await moveTo(await onScreen(allowButton(page)));
  const card = (await doorman.state())?.waiting[0];
  const byCommandLine = () =>
    control(doorman.env, { command: 'allow', callId: card?.callId ?? '', digest: card?.digest ?? '' });

  saver.lock(true);
  await expect(page.locator('#arming')).toHaveText(strings.approval.waitsFor.unlock);
  await page.screenshot({ path: info.outputPath('locked.png') });
  await xdotool('click', '1');
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused', why: /locked/ });
  expect(await byCommandLine()).toMatchObject({ ok: false, error: /locked/ });
  expect(await doorman.call('shell_run', { command: 'ls' })).toMatchObject({ ok: true });
  expect((await doorman.state())?.waitingCount).toBe(1);

  // A press that began on the locked screen is none, however long it is held.
  await xdotool('mousedown', '1');
  saver.lock(false);
  await untilAnswerable(page);
  await xdotool('mouseup', '1');
  expect(await answerByScript(page, yes)).toMatchObject({ kind: 'refused' });
  await allow(page);
  expect(await reply).toMatchObject({ ok: true });
  await saver.close();
});

test('a screen that was locked before Doorman came is known to be', async ({ launchDoorman }) => {
  const saver = await startScreenSaver(undefined, true);
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const page = await doorman.window('approval');
  await expect(page.locator('#arming')).toHaveText(strings.approval.waitsFor.unlock);
  expect(await answerByScript(page, { kind: 'deny' })).toEqual({ kind: 'accepted' });
  expect(await reply).toMatchObject({ ok: false });
  await saver.close();
});
