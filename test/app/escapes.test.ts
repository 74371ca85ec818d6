/** A command that the person allowed cannot press the button for the next one. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { allow, allowButton, untilAnswerable } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

const run = promisify(execFile);

/** Presses at a place on the screen that `go` names, once there is such a file. Says how many presses the display took. */
const PRESS = `#!/bin/bash
export DISPLAY='${process.env.DISPLAY}'
until [ -s go ]; do :; done
xdotool mousemove $(cat go) && xdotool click 1 && echo pressed
echo ended
`;

test('a script behind the guarded wall cannot press Allow, which the same script outside can', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const script = join(doorman.project, 'press.sh');
  await writeFile(script, PRESS, { mode: 0o755 });
  const pressing = doorman.call('shell_run', { command: './press.sh' });
  const approval = await doorman.window('approval');
  await allow(approval);
  await expect.poll(async () => (await doorman.state())?.recent[0]?.state).toBe('running');

  const other = doorman.call('shell_run', { command: 'touch other.txt' });
  await doorman.waiting(1);
  await untilAnswerable(approval);
  await writeFile(join(doorman.project, 'go'), await placeOnScreen(doorman, approval));
  expect(await pressing).toMatchObject({ ok: true, output: { stdout: 'ended\n' } });
  expect((await doorman.state())?.waitingCount).toBe(1);

  expect((await run(script, { cwd: doorman.project })).stdout).toBe('pressed\nended\n');
  expect(await other).toMatchObject({ ok: true });
});

/** The middle of Allow, in the coordinates of the display. */
async function placeOnScreen(doorman: Doorman, approval: Page): Promise<string> {
  const box = await allowButton(approval).boundingBox();
  const content = await doorman.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('approval.html'))
      ?.getContentBounds(),
  );
  if (!box || !content) throw new Error('Allow is not on the screen');
  return `${Math.round(content.x + box.x + box.width / 2)} ${Math.round(content.y + box.y + box.height / 2)}`;
}
