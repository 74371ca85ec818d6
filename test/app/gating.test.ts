/** What must be looked at is looked at, and nothing but a person in the approval window says yes. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import type { Answer } from '../../src-shared/approval.ts';
import type { ApprovalChannel, Channel } from '../../src-shared/ipc-channels.ts';
import { APPROVAL_CHANNELS, MAIN_CHANNELS } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { allow, allowByKey, answerByScript, untilAnswerable } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';

const yes: Answer = { kind: 'allow' };

test('a sensitive read waits in Auto mode, and offers no lasting yes', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ settings: { mode: 'auto' } });
  const key = join(doorman.person, '.ssh', 'id_ed25519');
  await mkdir(join(doorman.person, '.ssh'));
  await writeFile(key, 'not really a key\n');

  // Auto does run what no rule names, so the wait below is not for want of Auto.
  expect(await doorman.call('shell_run', { command: 'touch made.txt' })).toMatchObject({ ok: true });
  expect((await doorman.state())?.recent[0]).toMatchObject({ answeredBy: 'mode' });

  const reply = doorman.call('fs_read_file', { path: key });
  const approval = await doorman.window('approval');
  await expect(approval.getByText(strings.ask['must-look']).first()).toBeVisible();
  await untilAnswerable(approval);
  await expect(approval.getByRole('button', { name: strings.approval.moreWays })).toHaveCount(0);
  await allow(approval);
  expect(await reply).toMatchObject({ ok: true, output: 'not really a key\n' });
});

test('a script in the approval page cannot allow, whatever it calls', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);

  expect(await answerByScript(approval, yes)).toMatchObject({ kind: 'refused', why: /pressed/ });
  await approval.evaluate(async () => {
    for (const button of document.querySelectorAll('button')) button.click();
    const key = { key: 'Enter', ctrlKey: true, bubbles: true };
    window.dispatchEvent(new KeyboardEvent('keydown', key));
    document.body.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  const everything = await approval.evaluate(async (channels) => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    const { seq, waiting } = await doorman.call('state:get', undefined);
    const card = waiting[0];
    const answer = { callId: card?.callId, digest: card?.digest, snapshot: seq, answer: { kind: 'allow' } };
    const { callId, digest, snapshot } = answer;
    const several = { calls: [{ callId, digest }], snapshot, answer: answer.answer };
    const arguments_ = [undefined, callId, { cardId: card?.cardId, digest }, answer, several];
    const call = doorman.call as (channel: string, argument: unknown) => Promise<unknown>;
    const replies: unknown[] = [];
    for (const channel of channels)
      for (const argument of arguments_) replies.push(await call(channel, argument));
    return replies;
  }, APPROVAL_CHANNELS);

  expect(everything).toContainEqual(expect.objectContaining({ kind: 'refused' }));
  expect(everything).not.toContainEqual(expect.objectContaining({ kind: 'accepted' }));
  await expect(access(join(doorman.project, 'made.txt'))).rejects.toThrow();
  // The clicks above may have denied it, which is a script's good right, but it did not run.
  const state = await doorman.state();
  if (state?.waitingCount === 1) await answerByScript(approval, { kind: 'deny' });
  expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('denied by the person') });
  await expect(access(join(doorman.project, 'made.txt'))).rejects.toThrow();
});

test('one press stands for one yes', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const first = doorman.call('shell_run', { command: 'touch first.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  const second = doorman.call('shell_run', { command: 'touch second.txt' });
  await doorman.waiting(2);
  // The second card is reported as shown and stays so for half a second, as the person reads it.
  await approval.keyboard.press('j');
  await untilAnswerable(approval);

  await allowByKey(approval);
  await doorman.waiting(1);
  expect(await answerByScript(approval, yes)).toMatchObject({ kind: 'refused' });

  expect(await second).toMatchObject({ ok: true });
  await answerByScript(approval, { kind: 'deny' });
  expect(await first).toMatchObject({ ok: false });
});

test('the main window cannot answer', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch made.txt' });
  await doorman.waiting(1);
  const main = await doorman.window('main');
  await main.getByRole('heading', { level: 1 }).click();

  const attempts = await main.evaluate(
    async (channels) => {
      const { doorman } = globalThis as unknown as { doorman: Bridge<Channel> };
      const { seq, waiting } = await doorman.call('state:get', undefined);
      const card = waiting[0];
      const answer = { callId: card?.callId ?? '', digest: card?.digest ?? '', snapshot: seq };
      const tries = [
        doorman.call('approval:shown', { cardId: card?.cardId ?? '', digest: answer.digest }),
        doorman.call('approval:answer', { ...answer, answer: { kind: 'allow' } }),
        doorman.call('approval:answer', { ...answer, answer: { kind: 'deny' } }),
      ];
      const settled = await Promise.allSettled(tries);
      return { known: channels.includes('approval:answer'), settled: settled.map(({ status }) => status) };
    },
    MAIN_CHANNELS as readonly string[],
  );

  expect(attempts).toEqual({ known: false, settled: ['rejected', 'rejected', 'rejected'] });
  expect((await doorman.state())?.waitingCount).toBe(1);
  await expect(main.getByRole('button', { name: strings.approval.allow })).toHaveCount(0);
  await answerByScript(await doorman.window('approval'), { kind: 'deny' });
  expect(await reply).toMatchObject({ ok: false });
});

test('main refuses the main window an answer even past its preload', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  await doorman.window('main');
  const refused = await doorman.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const [main] = BrowserWindow.getAllWindows();
    if (main === undefined) throw new Error('no window');
    // Electron keeps the handlers of ipcMain here; calling one is what a broken preload would lead to.
    const { _invokeHandlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...all: unknown[]) => unknown>;
    };
    const event = { sender: main.webContents, senderFrame: main.webContents.mainFrame };
    const answer = { callId: 'c', digest: 'a'.repeat(64), snapshot: 1, answer: { kind: 'deny' } };
    const stranger = { ...event, senderFrame: null };
    return [
      await _invokeHandlers.get('approval:answer')?.(event, answer),
      await _invokeHandlers.get('host:stop')?.(stranger, undefined),
      await _invokeHandlers.get('mode:set')?.(event, 'everything'),
      await _invokeHandlers.get('mode:set')?.(event, 'auto'),
    ];
  });

  expect(refused).toEqual([
    { kind: 'refused', why: 'The main window may not use approval:answer.' },
    { ok: false, error: 'The message did not come from a window of Doorman.' },
    { ok: false, error: expect.stringContaining('confirm') },
    { ok: false, error: 'Nobody pressed a key or a button in this window just now.' },
  ]);
  expect(await doorman.state()).toMatchObject({ stopped: false, mode: 'confirm' });
});

test('a script in the main window cannot widen what runs', async ({ launchDoorman }) => {
  const doorman = await launchDoorman({ settings: { paused: true } });
  const main = await doorman.window('main');

  const replies = await main.evaluate(async () => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<Channel> };
    const runtime = { name: 'x', url: 'http://127.0.0.1:9', token: '' };
    return Promise.all([
      doorman.call('mode:set', 'auto'),
      doorman.call('host:resume', undefined),
      doorman.call('job:keep', 'j-1'),
      doorman.call('command-line:allow-answers', true),
      doorman.call('runtime:add', runtime),
      doorman.call('playground:call', { tool: 'shell_run', input: {} }),
      doorman.call('folder:add', undefined),
    ]);
  });

  for (const reply of replies)
    expect(reply).toMatchObject({ ok: false, error: expect.stringContaining('pressed') });
  const state = await doorman.state();
  expect(state).toMatchObject({ mode: 'confirm', paused: true, allowFromCommandLine: false });
  expect(state?.runtimes).toHaveLength(1);
});
