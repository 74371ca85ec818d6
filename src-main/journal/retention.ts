/** Which old files of the journal are no longer kept: whole files only, the oldest first, never the newest. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf, listFiles } from './file-names.ts';

export interface KeepLimits {
  readonly keepDays: number;
  readonly keepMebibytes: number;
}

export interface Retirement {
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  /** The oldest file that stays. */
  readonly begins: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MEBIBYTE = 1024 * 1024;

/** At most so many files go in one step, so that the line that says so stays short. */
const MOST_AT_ONCE = 100;

/**
 * Files whose last line is older than the limit, and as many of the oldest as make the rest small enough. A file ends
 * when the next one begins; that day is in its name. `now` in Unix milliseconds.
 */
export async function findRetired(
  folder: string,
  limits: KeepLimits,
  now: number,
): Promise<Retirement | undefined> {
  const { before, chained } = await listFiles(folder);
  const names = [...before, ...chained];
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const oldestDay = new Date(now - limits.keepDays * DAY_MS).toISOString().slice(0, 10);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  let gone = 0;
  while (gone < Math.min(names.length - 1, MOST_AT_ONCE)) {
    const ended = dayOf(names[gone + 1] ?? '');
    if (ended >= oldestDay && total <= limits.keepMebibytes * MEBIBYTE) break;
    total -= sizes[gone] ?? 0;
    gone += 1;
  }
  const begins = names[gone];
  if (gone === 0 || begins === undefined) return undefined;
  return {
    files: names.slice(0, gone).map((file, index) => ({ file, bytes: sizes[index] ?? 0 })),
    begins,
  };
}
