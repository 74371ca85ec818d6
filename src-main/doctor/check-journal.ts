/** Whether the journal can be written: without it nothing runs. */
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from '../../src-shared/doctor.ts';
import { ok, problem, warning } from './finding.ts';

const JOURNAL = { id: 'journal', name: 'Journal' };

/** A day of much use is some tens of megabytes. */
const LITTLE_SPACE = 500 * 1024 * 1024;
const NO_SPACE = 20 * 1024 * 1024;

/** Writes and removes one small file in the folder, where that is there. */
export async function checkJournal(folder: string, random: string): Promise<Finding> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats && !stats.isDirectory()) {
    return problem(JOURNAL, `${folder} is not a folder, so no call can run.`, 'Move it away.');
  }
  if (stats) {
    const fault = await tryWriting(join(folder, `.doctor-${random}`));
    if (fault !== undefined) {
      return problem(JOURNAL, `${folder} cannot be written (${fault}), so no call can run.`);
    }
  }
  const free = await freeBytes(stats ? folder : await nearestThere(folder));
  const space = `${(free / 1024 / 1024).toFixed(0)} MiB are free`;
  if (free < NO_SPACE) return problem(JOURNAL, `${space}; when none are, no call can run.`, 'Make room.');
  if (free < LITTLE_SPACE) return warning(JOURNAL, `It can be written, but only ${space}.`, 'Make room.');
  return ok(JOURNAL, stats ? `${folder} can be written; ${space}.` : `The first start makes it; ${space}.`);
}

async function tryWriting(file: string): Promise<string | undefined> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    await rm(file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function nearestThere(path: string): Promise<string> {
  const there = await stat(path).catch(() => undefined);
  return there || dirname(path) === path ? path : nearestThere(dirname(path));
}

/** What this user may still use. */
async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
