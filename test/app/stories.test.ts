/**
 * Stories of deciding that no other file walks from end to end: a yes for a run, the queue that outlives its window, and the
 * journal that answers for each call.
 */
import { execFile } from 'node:child_process';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { strings } from '../../src-renderer/strings.ts';
import type { ApprovalChannel } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { allow, denyButton, denyWithReason } from '../support/app/answer.ts';
import { callInRun } from '../support/app/ask-host.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { repoRoot } from '../support/app/electron-command.ts';
import { openPermissions } from '../support/app/open-permissions.ts';

const ask = (doorman: Doorman, command: string) => doorman.call('shell_run', { command });

const rows = (page: Page) => page.getByRole('navigation').getByRole('listitem');

function crashApproval({ app }: Doorman): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('approval.html'),
    );
    if (window === undefined) throw new Error('there is no approval window');
    window.webContents.forcefullyCrashRenderer();
  });
}

test('story 2: a yes for this run goes for the very action in that run, and is ended from the list', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const inRun = (run: string, command: string) => callInRun(doorman.env, run, command);
  const first = inRun('r-1', 'touch made.txt');
  const page = await doorman.window('approval');
  await page.getByRole('button', { name: strings.approval.moreWays }).click();
  await allow(page, page.getByRole('button', { name: strings.approval.scopes.run }));
  expect(await first).toMatchObject({ ok: true });
  expect(await inRun('r-1', 'touch made.txt')).toMatchObject({ ok: true });
  expect((await doorman.state())?.recent[0]).toMatchObject({ answeredBy: 'rule', outcome: 'done' });
  expect(await readJournal(join(doorman.home, 'journal'))).toContainEqual(
    expect.objectContaining({ step: 'answered', answer: 'allow', grant: 'run', by: 'window' }),
  );

  // Neither another action of this run nor the same action of another.
  const others = [inRun('r-1', 'touch other.txt'), inRun('r-2', 'touch made.txt')];
  await doorman.waiting(2);
  for (const left of [1, 0]) {
    await denyButton(page).click();
    await doorman.waiting(left);
  }
  for (const reply of others) expect(await reply).toMatchObject({ ok: false });

  const main = await doorman.window('main');
  await openPermissions(main, 'grants');
  const list = main.getByRole('list', { name: strings.grants.title });
  await expect(list).toContainText('r-1');
  await list.getByRole('button', { name: /^End/ }).click();
  await expect(list).toHaveCount(0);
  const again = inRun('r-1', 'touch made.txt');
  await doorman.waiting(1);
  await denyButton(page).click();
  expect(await again).toMatchObject({ ok: false });
});

test('story 7: the queue is the same after its window was reloaded, crashed and was closed', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ env: { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '120000' } });
  const main = await doorman.window('main');
  const first = ask(doorman, 'touch one');
  const page = await doorman.window('approval');
  const before = await page.evaluate(async () => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    const { seq, waiting } = await doorman.call('state:get', undefined);
    return { callId: waiting[0]?.callId ?? '', digest: waiting[0]?.digest ?? '', snapshot: seq };
  });
  const second = ask(doorman, 'touch two');
  await doorman.waiting(2);
  await expect(rows(page)).toHaveCount(2);

  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  // What the page before the reload was shown is nothing that this one could say yes to.
  const receipt = await page.evaluate((request) => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    return doorman.call('approval:answer', { ...request, answer: { kind: 'allow' } });
  }, before);
  expect(receipt).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('did not hold this card'),
  });

  await crashApproval(doorman);
  await expect.poll(() => page.isClosed()).toBe(true);
  const again = await doorman.window('approval');
  await expect(rows(again)).toHaveCount(2);
  // It came back by itself, and so took the keyboard from nobody.
  await expect(again.getByText(strings.approval.waitsFor.focus)).toBeVisible();

  await again.close();
  expect((await doorman.state())?.waitingCount).toBe(2);
  await main.getByRole('button', { name: strings.queue.open }).first().click();
  const reopened = await doorman.window('approval');
  await expect(rows(reopened)).toHaveCount(2);
  await expect(reopened.locator('#card-heading')).toContainText('touch one');
  await allow(reopened);
  expect(await first).toMatchObject({ ok: true });
  await access(join(doorman.project, 'one'));
  await expect(reopened.locator('#card-heading')).toContainText('touch two');
  await denyButton(reopened).click();
  expect(await second).toMatchObject({ ok: false });
  await expect(access(join(doorman.project, 'two'))).rejects.toThrow();
});

interface Told {
  readonly code: number;
  readonly text: string;
}

/** What `doorman` says to these words, beside the running desktop. */
function tell({ env }: Doorman, ...words: readonly string[]): Promise<Told> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(repoRoot, 'out', 'cli.js'), ...words], { env }, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, text: stdout });
      else reject(error);
    });
  });
}

test('story 8: the journal says of each call who decided, through which door, and is proven', async ({
  launchDoorman,
}) => {
  test.slow();
  const doorman = await launchDoorman({ settings: { allowFromCommandLine: true } });
  await ask(doorman, 'echo listed');
  const byWindow = ask(doorman, 'touch by-window');
  const page = await doorman.window('approval');
  await allow(page);
  await byWindow;
  const denied = ask(doorman, 'touch denied');
  await expect(page.locator('#card-heading')).toContainText('touch denied');
  await denyWithReason(page, 'not in this folder');
  await denied;
  await ask(doorman, 'touch denied');
  const byTerminal = ask(doorman, 'touch by-terminal');
  await doorman.waiting(1);
  const callId = (await doorman.state())?.waiting[0]?.callId ?? '';
  expect(await tell(doorman, 'approvals', 'allow', callId)).toMatchObject({ code: 0 });
  expect(await byTerminal).toMatchObject({ ok: true });

  const { text } = await tell(doorman, 'journal', 'show', '--since', '1h');
  const stories = text.split(/\n(?=\S)/).filter((story) => story.includes('shell_run'));
  expect(stories).toHaveLength(5);
  for (const [at, parts] of STORIES.entries()) {
    for (const part of parts) expect(stories[at]).toContain(part);
  }
  expect(await tell(doorman, 'journal', 'verify')).toMatchObject({ code: 0 });
  await doorman.quit();

  const folder = join(doorman.home, 'journal');
  const [name = ''] = await readdir(folder);
  const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes('"by":"command-line"'));
  lines[at] = (lines[at] ?? '').replace('"by":"command-line"', '"by":"window"');
  await writeFile(join(folder, name), lines.join('\n'));
  const after = await tell(doorman, 'journal', 'verify');
  expect(after).toMatchObject({
    code: 1,
    text: expect.stringContaining(`${name}, line ${at + 1}: edited`),
  });
});

/** What must be told of each call, in the order in which they were asked. */
const STORIES: readonly (readonly string[])[] = [
  ['echo listed', 'the rules say allow', 'ran behind the', 'left this machine (delivered)'],
  ['touch by-window', 'the rules say ask', 'allow, by the person, in the window', 'ran behind the'],
  ['touch denied', 'deny, by the person, in the window: not in this folder', 'left this machine'],
  ['touch denied', 'by Doorman, as the person did before in this run'],
  ['touch by-terminal', 'allow, by the person, on the command line', 'left this machine (delivered)'],
];
