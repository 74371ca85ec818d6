// Owns which Electron runs Doorman on this machine: the one that the person names, else the official binary,
// else, on linux-x64 where the official host cannot be reached, the pinned test runtime.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinux, isRoot, repoRoot } from './repo.mjs';
import { runAndRead } from './run-child.mjs';
import { SetupError, say } from './say.mjs';
import {
  ensureTestRuntime,
  hasTestRuntime,
  testRuntimeFits,
  testRuntimeFolder,
  testRuntimeVersion,
} from './test-runtime.mjs';

const electronPackage = join(repoRoot, 'node_modules', 'electron');
const downloadLimitMs = 15 * 60_000;

/**
 * Finds or fetches an Electron.
 * @returns {Promise<{ electronPath: string, loaderNeeded: boolean }>} loaderNeeded: the executable is the
 *   test runtime, which takes the app through its loader
 */
export async function ensureElectron() {
  const there = overridden() ?? official();
  if (there !== undefined) return there;
  const problem = await fetchOfficial();
  if (problem === undefined) return official();
  if (!testRuntimeFits) {
    throw new SetupError(
      `no Electron: the official binary could not be fetched (${problem}). ` +
        'Fetch it with "npx install-electron", or set ELECTRON_OVERRIDE_DIST_PATH to the folder of one.',
    );
  }
  say(
    `using Electron ${testRuntimeVersion}, an end-of-life runtime for tests and trying out only, ` +
      `since the official Electron ${officialVersion()} could not be fetched (${problem})`,
  );
  return { electronPath: await ensureTestRuntime(), loaderNeeded: true };
}

/**
 * The command that runs the built app of a checkout with the Electron that `ensureElectron` settled on.
 * @param {string} root absolute path of the checkout
 * @param {{ electronPath: string, loaderNeeded: boolean }} [electron] left out: what is there already
 * @returns {{ executable: string, args: string[] }}
 */
export function electronCommand(root, electron = electronThatIsThere()) {
  // Chromium's own sandbox refuses to start as root; for anybody else it stays on.
  const asRoot = isLinux && isRoot ? ['--no-sandbox'] : [];
  const app = electron.loaderNeeded ? `--doorman-app=${root}` : root;
  return { executable: electron.electronPath, args: [...asRoot, app] };
}

function electronThatIsThere() {
  const there = overridden() ?? official();
  if (there !== undefined) return there;
  if (hasTestRuntime()) return { electronPath: join(testRuntimeFolder(), 'electron'), loaderNeeded: true };
  throw new SetupError('no Electron has been fetched yet: run "node scripts/bootstrap.mjs" first');
}

function overridden() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return undefined;
  const electronPath = join(folder, executableName());
  if (!existsSync(electronPath)) {
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH: there is no ${executableName()} in ${folder}`);
  }
  // A person may name the cached test runtime here, and that one still needs its loader.
  return { electronPath, loaderNeeded: !existsSync(join(folder, 'resources', 'default_app.asar')) };
}

// The same test as electron's installer makes: the binary of exactly this version is in place.
function official() {
  const version = readIfThere(join(electronPackage, 'dist', 'version'))
    ?.replace(/^v/, '')
    .trim();
  const electronPath = join(electronPackage, 'dist', executableName());
  if (version === undefined || version !== officialVersion() || !existsSync(electronPath)) return undefined;
  return { electronPath, loaderNeeded: false };
}

let failedBefore;

// Says why it failed, or undefined when the binary is in place. A failure holds for this run only, so that
// the next one finds the official binary when the network is back.
async function fetchOfficial() {
  failedBefore ??= (await probeHost()) ?? (await runInstaller());
  return failedBefore;
}

async function probeHost() {
  // Node 20's fetch knows no proxy; the installer may, so it is left to try.
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return undefined;
  // A small file of the release, so that the host that serves the files is asked and not just the first one.
  const file = new URL(`v${officialVersion()}/SHASUMS256.txt`, releaseHost());
  // With the test runtime at hand, a network that swallows packets must not slow down every start.
  const limitMs = hasTestRuntime() ? 700 : 5000;
  try {
    await fetch(file, { method: 'HEAD', signal: AbortSignal.timeout(limitMs) });
    return undefined;
  } catch (error) {
    return `${file.host} cannot be reached: ${error.cause?.code ?? error.name}`;
  }
}

function releaseHost() {
  const mirror = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror;
  return mirror || 'https://github.com/electron/electron/releases/download/';
}

async function runInstaller() {
  say(`fetching Electron ${officialVersion()} (about 110 MB)`);
  const started = Date.now();
  // The installer is silent when it is not on a terminal.
  const heartbeat = setInterval(() => {
    say(`still fetching Electron: ${Math.round((Date.now() - started) / 1000)} s so far`);
  }, 10_000);
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = process.env;
  const options = { cwd: repoRoot, env, timeout: downloadLimitMs };
  const installer = join(electronPackage, 'install.js');
  const { code, stderr } = await runAndRead(process.execPath, [installer], options);
  clearInterval(heartbeat);
  if (code === 0 && official() !== undefined) return undefined;
  const reason = stderr.split('\n').find((line) => line.includes('Error'));
  return (reason ?? `its installer ended with code ${code}`).trim();
}

function officialVersion() {
  return JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version;
}

function executableName() {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
