/** What was refused in a run is refused again without a question, is listed with its count, and can be forgiven. */
import { strings } from '../../src-renderer/strings.ts';
import { allow, denyWithReason } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';

test('a refusal is remembered, listed with its count, and forgiven by the keyboard', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  const ask = () => doorman.call('shell_run', { command: 'touch made.txt' });
  const first = ask();
  await denyWithReason(await doorman.window('approval'), 'use the staging copy');
  expect(await first).toMatchObject({ ok: false, error: expect.stringContaining('denied by the person') });

  expect(await ask()).toEqual({ ok: false, error: expect.stringContaining('refused already') });
  expect(await ask()).toEqual({
    ok: false,
    error: expect.stringContaining('2 times: use the staging copy'),
  });
  expect(await doorman.state()).toMatchObject({ waitingCount: 0, refusals: [{ times: 3 }] });

  const main = await doorman.window('main');
  const list = main.getByRole('list', { name: strings.refusals.title });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(strings.refusals.times(3));
  await main.screenshot({ path: info.outputPath('refusals.png'), animations: 'disabled' });
  await main.setViewportSize({ width: 380, height: 700 });
  await main.screenshot({ path: info.outputPath('refusals-narrow.png'), animations: 'disabled' });
  await list.getByRole('button', { name: strings.refusals.forgive }).focus();
  await main.keyboard.press('Enter');
  await expect(list).toHaveCount(0);

  const again = ask();
  await allow(await doorman.window('approval'));
  expect(await again).toMatchObject({ ok: true });
});
