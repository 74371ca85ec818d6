/** A real notification daemon (dunst) on the private bus and display, and the hand that clicks what it shows. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { xdotool } from './real-hand.ts';

const run = promisify(execFile);

/** A place of its own, away from where the windows of the app open; a click does what the notification is for. */
const CONFIG = `[global]
origin = bottom-left
offset = 40x40
width = 300
height = 200
mouse_left_click = do_action, close_current
`;

export interface Dunst {
  /** How many are on show. */
  shown(): Promise<number>;
  /** Clicks the middle of what is on show, with the real pointer. */
  click(): Promise<void>;
  close(): Promise<void>;
}

export async function startDunst(folder: string): Promise<Dunst> {
  const config = join(folder, 'dunstrc');
  await writeFile(config, CONFIG);
  const daemon = spawn('dunst', ['-conf', config], { stdio: 'ignore' });
  await once(daemon, 'spawn');
  const shown = async () => Number((await run('dunstctl', ['count', 'displayed'])).stdout);
  await expect(async () => expect(await shown()).toBe(0)).toPass();
  return {
    shown,
    async click() {
      const [window = ''] = (await xdotool('search', '--onlyvisible', '--class', 'dunst')).split('\n');
      await xdotool('mousemove', '--window', window, '40', '20', 'click', '1');
    },
    async close() {
      daemon.kill();
      if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit');
    },
  };
}
