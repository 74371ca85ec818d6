/** A run that asks too much is told to wait, and the person is offered to pause it; a paused run is refused until resumed. */
import { LIMITS } from '../../src-main/limits.ts';
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript } from '../support/app/answer.ts';
import { callInRun, control } from '../support/app/ask-host.ts';
import { expect, test } from '../support/app/doorman-test.ts';

/** So that none of the first questions expires before the last one waits, on however slow a machine. */
const env = { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '300000' };

test('a run that asks too much is refused questions, paused from the window, and resumed', async ({
  launchDoorman,
}, info) => {
  test.slow();
  const doorman = await launchDoorman({ env });
  const call = (command: string) => callInRun(doorman.env, 'r-17', command);
  const asked = Array.from({ length: LIMITS.runQuestions }, (_, index) => call(`touch file-${index}`));
  const waiting = async () => (await doorman.state())?.waitingCount;
  await expect.poll(waiting, { timeout: 45_000 }).toBe(LIMITS.runQuestions);
  expect(await call('touch more')).toEqual({
    ok: false,
    error: expect.stringMatching(/^too many questions: this run has asked .* 30 times.* \d+ seconds/),
  });

  const approval = await doorman.window('approval');
  const pause = approval.getByRole('button', { name: strings.runs.pause.run });
  await expect(pause).toBeVisible();
  await approval.screenshot({ path: info.outputPath('over-approval.png'), animations: 'disabled' });
  await answerByScript(approval, { kind: 'deny' });
  await pause.click();
  const paused = { ok: false, error: expect.stringContaining('paused the run r-17') };
  expect((await Promise.all(asked)).filter(({ error }) => error?.includes('the run r-17'))).toHaveLength(
    LIMITS.runQuestions - 1,
  );
  expect(await call('pwd')).toEqual(paused);
  expect(await doorman.call('shell_run', { command: 'pwd' })).toMatchObject({ ok: true });

  // Only the window takes it back while a desktop runs, as with Pause.
  expect(await control(doorman.env, { command: 'resume-run', run: 'r-17' })).toMatchObject({ ok: false });
  expect(await control(doorman.env, { command: 'pause-run', run: 'r-17' })).toMatchObject({ ok: true });
  const main = await doorman.window('main');
  const list = main.getByRole('list', { name: strings.runs.label });
  await expect(list).toContainText('r-17');
  await main.screenshot({ path: info.outputPath('paused-main.png'), animations: 'disabled' });
  await list.getByRole('button').focus();
  await main.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: strings.runs.pause.run })).toBeVisible();
  expect(await call('pwd')).toMatchObject({ ok: true });
});
