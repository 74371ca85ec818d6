// Owns a D-Bus session bus of our own where there is none, and the Secret Service on it that the tests use.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endHelper, runAndRead } from './run-child.mjs';
import { SetupError } from './say.mjs';

const startLimitMs = 15_000;

/** True when this process already has a session bus. */
export function hasSessionBus() {
  if (process.env.DBUS_SESSION_BUS_ADDRESS) return true;
  const runtimeFolder = process.env.XDG_RUNTIME_DIR;
  return Boolean(runtimeFolder) && existsSync(join(runtimeFolder, 'bus'));
}

/**
 * Starts a session bus, the one that dbus-run-session starts, but as a process that we can end by its pid
 * and that Ctrl-C does not take away from under the app.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ env: { DBUS_SESSION_BUS_ADDRESS: string }, stop(): Promise<void> }>}
 */
export async function startPrivateBus(env) {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  process.once('exit', () => daemon.kill());
  const address = await firstOutput(daemon, daemon.stdout, 'dbus-daemon');
  return { env: { DBUS_SESSION_BUS_ADDRESS: address.trim() }, stop: () => endHelper(daemon) };
}

/**
 * Starts gnome-keyring as the Secret Service of a bus, with an unlocked keyring in the HOME of `env`. The
 * command returns when the service is ready, and the service ends with its bus.
 * @param {NodeJS.ProcessEnv} env
 */
export async function startSecretService(env) {
  // The password of a keyring that lives as long as the test run. An empty one does not unlock it.
  const input = 'test';
  const args = ['--unlock', '--components=secrets', '--daemonize'];
  const { code, stderr } = await runAndRead('gnome-keyring-daemon', args, { env, input });
  if (code !== 0) throw new SetupError(`gnome-keyring-daemon did not start: ${stderr.trim()}`);
}

function firstOutput(child, stream, name) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new SetupError(`${name} did not start: ${why}`));
    const timer = setTimeout(() => fail('no answer in time'), startLimitMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it ended with code ${code}`));
    stream.once('data', (text) => {
      clearTimeout(timer);
      resolve(String(text));
    });
  });
}
