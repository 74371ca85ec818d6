// Owns where this checkout is and what this machine offers: the facts that the other scripts ask for.

import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this checkout. */
export const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));

export const isLinux = process.platform === 'linux';

/** True for the root user; false on systems that have no such thing. */
export const isRoot = process.getuid?.() === 0;

/**
 * Finds a program on PATH without starting a process.
 * @param {string} name
 * @returns {string | undefined} its absolute path
 */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue;
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** True when windows can be shown: always on macOS and Windows, on Linux when a display is named. */
export function hasDisplay() {
  return !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The folder for what is fetched once and shared by every checkout of this user. */
export function cacheFolder() {
  return process.env.DOORMAN_CACHE || join(homedir(), '.cache', 'doorman');
}

/**
 * True when the module at `url` is the program that node was started with.
 * @param {string} url the module's `import.meta.url`
 */
export function isMain(url) {
  return process.argv[1] === fileURLToPath(url);
}
