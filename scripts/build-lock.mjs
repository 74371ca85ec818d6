// Owns that one build of a checkout runs at a time: several commands started at once would otherwise each
// build, and swap out/ under one another.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repoRoot } from './repo.mjs';

const lockFile = join(repoRoot, 'node_modules', '.doorman-build-lock');

/**
 * Runs `work` while no other process of this checkout is in its own.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBuildLock(work) {
  while (!take()) await delay(50);
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfOwnerIsGone();
    return false;
  }
}

function removeIfOwnerIsGone() {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'));
    // Empty for the moment between creating and writing: then the owner is alive.
    if (owner > 0 && !isAlive(owner)) rmSync(lockFile, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
