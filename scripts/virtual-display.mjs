// Owns a virtual X display: started on a free number, reachable only with a cookie of its own, ended by pid.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endHelper } from './run-child.mjs';
import { SetupError } from './say.mjs';

const startLimitMs = 15_000;
const options = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];

/**
 * Starts Xvfb.
 * @param {{ endsWithLastClient?: boolean }} [options] endsWithLastClient: it ends by itself once every
 *   program has left it, so that it is not left over when this process is killed hard
 * @returns {Promise<{ env: { DISPLAY: string, XAUTHORITY: string }, stop(): Promise<void> }>} env: what the
 *   programs on this display need
 */
export async function startVirtualDisplay({ endsWithLastClient = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-display-'));
  const cookieFile = join(folder, 'Xauthority');
  // Without a cookie Xvfb lets every local user in, and with that click on every window.
  writeFileSync(cookieFile, cookieForAnyDisplay(), { mode: 0o600 });
  const server = spawn(
    'Xvfb',
    [...options, '-auth', cookieFile, ...(endsWithLastClient ? ['-terminate'] : [])],
    // A process group of its own: Ctrl-C must reach the app, not the display under it.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  const stop = async () => {
    await endHelper(server);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => server.kill());
  try {
    const number = await displayNumber(server);
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: cookieFile }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let errors = '';
    const fail = (why) => reject(new SetupError(`Xvfb did not start: ${why} ${errors.trim()}`));
    const timer = setTimeout(() => fail('no answer in time'), startLimitMs);
    server.once('error', (error) => fail(error.message));
    server.once('exit', (code) => fail(`it ended with code ${code}`));
    server.stderr.on('data', (text) => {
      errors = `${errors}${text}`.slice(-2000);
    });
    server.stdio[3].once('data', (text) => {
      clearTimeout(timer);
      resolve(Number.parseInt(String(text), 10));
    });
  });
}

// One entry of an Xauthority file: family "wild", no address and no number, so that it fits whichever
// display number Xvfb picks.
function cookieForAnyDisplay() {
  const field = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  return Buffer.concat([
    Buffer.from([0xff, 0xff]),
    field(Buffer.alloc(0)),
    field(Buffer.alloc(0)),
    field(Buffer.from('MIT-MAGIC-COOKIE-1')),
    field(randomBytes(16)),
  ]);
}
