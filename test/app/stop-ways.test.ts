/** Stop, whichever way it comes: it ends everything, stays in force over a restart, and says so. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strings } from '../../src-renderer/strings.ts';
import { test as base, type Doorman, expect } from '../support/app/doorman-test.ts';
import { repoRoot } from '../support/app/electron-command.ts';
import { xdotool } from '../support/app/real-hand.ts';
import { startTrayWatcher, type TrayWatcher } from '../support/app/tray-watcher.ts';

const run = promisify(execFile);

const test = base.extend<{ tray: TrayWatcher }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  tray: async ({}, use) => {
    const tray = await startTrayWatcher();
    await use(tray);
    await tray.close();
  },
});

/** Names of the processes, of this run alone. Seconds. */
const [JOB, RUN] = [1_000_000 + process.pid, 2_000_000 + process.pid];

const ways: Readonly<Record<string, (doorman: Doorman, tray: TrayWatcher) => Promise<unknown>>> = {
  'the tray': (_doorman, tray) => tray.pick('Stop everything'),
  'a shortcut': () => xdotool('key', 'ctrl+alt+s'),
  'the window': async (doorman) =>
    (await doorman.window('main')).getByRole('button', { name: strings.controls.stop, exact: true }).click(),
  'the command line': ({ env }) => run(process.execPath, [join(repoRoot, 'out', 'cli.js'), 'stop'], { env }),
};

for (const [way, stop] of Object.entries(ways)) {
  test(`Stop from ${way} ends what waits, runs and goes on as a job, and holds after a restart`, async ({
    tray,
    launchDoorman,
  }) => {
    const doorman = await launchDoorman({
      settings: {
        desktop: {
          notify: { needsYou: true, question: true, finished: false, sound: false },
          startAtLogin: false,
          startHidden: false,
          shortcuts: { stop: 'Ctrl+Alt+S' },
        },
      },
      permissions: `permissions:\n  "Bash(sleep ${JOB})": { allowed: true }\n  "Bash(sleep ${RUN})": { allowed: true }\n  shell_start: { allowed: true }\n`,
    });
    await doorman.window('main');
    expect(await doorman.call('shell_start', { command: `sleep ${JOB}` })).toMatchObject({ ok: true });
    const runs = doorman.call('shell_run', { command: `sleep ${RUN}` });
    const waits = doorman.call('shell_run', { command: 'touch made.txt' });
    await doorman.waiting(1);
    await expect.poll(() => sleeping()).toBeGreaterThan(1);
    await expect.poll(() => tray.tooltip()).toBe('Doorman: 1 call waits for you');

    await stop(doorman, tray);

    for (const reply of [await runs, await waits]) {
      expect(reply).toMatchObject({ ok: false, error: expect.stringMatching(/stopped/i) });
    }
    await expect.poll(() => sleeping()).toBe(0);
    const jobs = async () => (await doorman.state())?.jobs.map(({ state, end }) => [state, end?.by]);
    await expect.poll(jobs).toEqual([['ended', 'stopped']]);
    await doorman.quit();

    const again = await launchDoorman({ after: doorman });
    expect(await again.state()).toMatchObject({ stopped: true });
    await expect((await again.window('main')).getByText(strings.controls.stoppedText)).toBeVisible();
    await expect.poll(() => tray.tooltip()).toBe('Doorman: stopped, nothing runs');
    const refused = await again.call('shell_run', { command: 'pwd' });
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('Do not retry') });
  });
}

/** How many processes there are of what the test started. */
async function sleeping(): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => [`sleep ${JOB}`, `sleep ${RUN}`].includes(line.trim())).length;
}
