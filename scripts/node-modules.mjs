// Owns node_modules: installs exactly what package-lock.json says, and knows when that has been done.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from './repo.mjs';
import { runInForeground } from './run-child.mjs';
import { SetupError, say } from './say.mjs';

const modules = join(repoRoot, 'node_modules');
const stampFile = join(modules, '.doorman-lock');
const lockFile = join(repoRoot, 'package-lock.json');

/**
 * Runs `npm ci` when node_modules is missing or is not what the lock file says.
 */
export async function ensureNodeModules() {
  const lockText = readFileSync(lockFile, 'utf8');
  const wanted = createHash('sha256').update(lockText).digest('hex');
  if (readIfThere(stampFile) === wanted) return;
  if (!matchesInstalled(lockText)) {
    say('installing node_modules as in package-lock.json (npm ci)');
    const code = await runNpm(['ci', '--no-audit', '--no-fund']);
    if (code !== 0) throw new SetupError(`npm ci failed with code ${code}`);
  }
  writeFileSync(stampFile, wanted);
}

/**
 * Fails with a clear message when node_modules was never installed.
 */
export function requireNodeModules() {
  if (existsSync(join(modules, '.package-lock.json'))) return;
  throw new SetupError('node_modules is missing: run "npm ci" or "npm start" first');
}

/**
 * Runs npm with this terminal. Its output goes to stderr, so that stdout stays clean.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export function runNpm(args) {
  const { command, prefix, shell } = npmCommand();
  return runInForeground(command, [...prefix, ...args], {
    cwd: repoRoot,
    stdio: ['ignore', 2, 'inherit'],
    shell,
  });
}

/**
 * How to start npm: the one that started us where there is one, since it need not be on PATH.
 * @returns {{ command: string, prefix: string[], shell: boolean }}
 */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) {
    return { command: process.execPath, prefix: [running], shell: false };
  }
  // On Windows npm is a .cmd file, which only a shell starts.
  return { command: 'npm', prefix: [], shell: process.platform === 'win32' };
}

// npm leaves a lock file of what it installed. When the person ran `npm ci` or `npm install` already,
// every package it lists is one of ours in the right version, and nothing that this platform needs is absent.
function matchesInstalled(lockText) {
  const installedText = readIfThere(join(modules, '.package-lock.json'));
  if (installedText === undefined) return false;
  try {
    const wanted = JSON.parse(lockText).packages;
    const installed = JSON.parse(installedText).packages;
    return (
      Object.entries(installed).every(([path, entry]) => wanted[path]?.integrity === entry.integrity) &&
      Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in installed)
    );
  } catch {
    return false;
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
