// Owns the private session that the suites run in: a HOME of their own, a session bus with an unlocked
// Secret Service, and a virtual display, so that no test meets the person's files, keychain or screen.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateBus, startSecretService } from './private-bus.mjs';
import { cacheFolder, isLinux } from './repo.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

const notForTests = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_CURRENT_DESKTOP',
  'GNOME_KEYRING_CONTROL',
  'SSH_AUTH_SOCK',
  'DOORMAN_HOME',
  'ELECTRON_RUN_AS_NODE',
  'NODE_ENV',
];

/**
 * Starts the session.
 * @param {{ executable: string, args: string[] }} electron handed to the suites as DOORMAN_ELECTRON and
 *   DOORMAN_ELECTRON_ARGS
 * @returns {Promise<{ env: NodeJS.ProcessEnv, folder: string, electron: object, stop(): Promise<void> }>} folder: for
 *   reports; electron: what was handed in, for another session of the same kind
 */
export async function startTestSession(electron) {
  // Not under TMPDIR's long names: socket paths below it must fit into 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'doorman-test-'));
  const env = sessionEnv(folder, electron);
  const helpers = [];
  const stop = async () => {
    for (const helper of helpers.reverse()) await helper.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (isLinux) {
      helpers.push(await startPrivateBus(env));
      Object.assign(env, helpers[0].env);
      await startSecretService(env);
      helpers.push(await startVirtualDisplay());
      Object.assign(env, helpers[1].env);
    }
    return { env, folder, electron, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function sessionEnv(folder, electron) {
  const env = { ...process.env };
  for (const name of notForTests) delete env[name];
  const places = {
    HOME: 'home',
    XDG_CONFIG_HOME: 'home/.config',
    XDG_DATA_HOME: 'home/.local/share',
    XDG_STATE_HOME: 'home/.local/state',
    XDG_CACHE_HOME: 'home/.cache',
    XDG_RUNTIME_DIR: 'run',
  };
  for (const [name, place] of Object.entries(places)) {
    env[name] = join(folder, place);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  return {
    ...env,
    // The windows speak as the system does.
    LANGUAGE: 'en_US',
    DOORMAN_CACHE: cacheFolder(),
    DOORMAN_ELECTRON: electron.executable,
    DOORMAN_ELECTRON_ARGS: JSON.stringify(electron.args),
  };
}
