/** Pictures of both windows for the README, with the same content each time. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import { answerByScript, untilAnswerable } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';
import { repoRoot } from '../support/app/electron-command.ts';
import { startTrayWatcher } from '../support/app/tray-watcher.ts';

test('both windows show a call that waits', async ({ launchDoorman }, info) => {
  // With a tray, as on most desktops, so that no notice about a missing one is in the picture.
  const tray = await startTrayWatcher();
  const doorman = await launchDoorman();
  await writeFile(join(doorman.project, 'notes.txt'), 'one\ntwo\n');
  await doorman.call('shell_run', { command: 'wc -l notes.txt' });
  await doorman.call('fs_read_file', { path: 'notes.txt' });
  const reply = doorman.call('shell_run', {
    command: 'npm install --save-dev vitest',
    reason: 'The tests need a runner.',
  });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.history }).click();
  const calls = main.getByRole('navigation', { name: strings.history.listLabel });
  await expect(calls.getByRole('listitem')).toHaveCount(3);

  await picture(main, 'main-window.png', info);
  await picture(approval, 'approval-window.png', info);

  await answerByScript(approval, { kind: 'deny' });
  await reply;
  await tray.close();
});

/** Kept in the repository; taken anew when it is missing or DOORMAN_UPDATE_PICTURES is set, since times differ each run. */
async function picture(page: Page, name: string, info: TestInfo): Promise<void> {
  const kept = join(repoRoot, 'docs', 'images', name);
  const renew = process.env.DOORMAN_UPDATE_PICTURES !== undefined || !existsSync(kept);
  const path = renew ? kept : info.outputPath(name);
  await mkdir(dirname(path), { recursive: true });
  const png = await page.screenshot({ path, animations: 'disabled' });
  expect(png.length).toBeGreaterThan(5_000);
}
