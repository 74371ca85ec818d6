/** What becomes of a call: it runs by a rule, or by the person's yes, or it does not run at all. */
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import type { ApprovalChannel } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { allow, allowButton, allowByKey, denyWithReason, untilAnswerable } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { moveTo, onScreen, xdotool } from '../support/app/real-hand.ts';

test('a whitelisted command answers with nobody clicking', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await writeFile(join(doorman.project, 'notes.txt'), 'three little lines\n');

  const reply = await doorman.call('shell_run', { command: 'pwd && wc -w notes.txt' });

  expect(reply).toMatchObject({ ok: true, output: { exit_code: 0 } });
  expect(JSON.stringify(reply.output)).toContain('3 notes.txt');
  expect((await doorman.state())?.recent[0]).toMatchObject({
    tool: 'shell_run',
    answeredBy: 'rule',
    outcome: 'done',
  });
  await doorman.window('main');
  expect(doorman.app.windows()).toHaveLength(1);
});

test('an unlisted command waits, runs after a click, and its real output comes back', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const made = join(doorman.project, 'made.txt');
  const reply = doorman.call('shell_run', { command: 'printf %s "$((6 * 7))" > made.txt; cat made.txt' });

  const approval = await doorman.window('approval');
  await expect(approval.getByRole('article')).toContainText('made.txt');
  await expect(access(made)).rejects.toThrow();
  await allow(approval);

  expect(await reply).toMatchObject({ ok: true, output: { exit_code: 0, stdout: '42' } });
  expect(await readFile(made, 'utf8')).toBe('42');
  expect((await doorman.state())?.recent[0]).toMatchObject({ answeredBy: 'window', outcome: 'done' });
});

test('a denial reaches the caller with the reason', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });

  await denyWithReason(await doorman.window('approval'), 'use the staging copy');

  const { ok, error } = await reply;
  expect(ok).toBe(false);
  expect(error).toContain('denied by the person');
  expect(error).toContain('use the staging copy');
  await expect(access(join(doorman.project, 'made.txt'))).rejects.toThrow();
});

test('an expired call is answered, and a yes afterwards does not run it', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ env: { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '8000' } });
  const made = join(doorman.project, 'made.txt');
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await moveTo(await onScreen(allowButton(approval)));
  const request = await approval.evaluate(async () => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    const { seq, waiting } = await doorman.call('state:get', undefined);
    const card = waiting[0];
    return { callId: card?.callId ?? '', digest: card?.digest ?? '', snapshot: seq };
  });

  expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('expired') });
  await expect(approval.getByRole('status').filter({ hasText: strings.outcomes.expired })).toBeVisible();
  await expect(allowButton(approval)).toHaveCount(0);

  // The press is real, where Allow was, and the answer is the one that would have been accepted a moment before.
  await xdotool('click', '1');
  const receipt = await approval.evaluate((late) => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    return doorman.call('approval:answer', { ...late, answer: { kind: 'allow' } });
  }, request);
  expect(receipt).toMatchObject({ kind: 'refused', why: expect.stringContaining('was not run') });

  // A command of the same kind that is approved makes its file, so the first one had its time.
  const second = doorman.call('shell_run', { command: 'touch second.txt' });
  await doorman.waiting(1);
  await allow(approval);
  expect(await second).toMatchObject({ ok: true });
  await access(join(doorman.project, 'second.txt'));
  await expect(access(made)).rejects.toThrow();
});

test('the keyboard alone approves', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);

  await xdotool('key', 'Return');
  expect((await doorman.state())?.waitingCount).toBe(1);
  await allowByKey(approval);

  expect(await reply).toMatchObject({ ok: true, output: { exit_code: 0 } });
  await access(join(doorman.project, 'made.txt'));
});
