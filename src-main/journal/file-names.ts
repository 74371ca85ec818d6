/** The files of a journal: numbered ones of the chain, and those by day from before there was a chain. */
import { readdir } from 'node:fs/promises';

const NUMBERED = /^(\d{8})-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const BY_DAY = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

export interface JournalFiles {
  /** From before the chain, oldest first. */
  readonly before: readonly string[];
  /** In the order of the chain. */
  readonly chained: readonly string[];
}

/** `day` is a UTC date: of the moment when the file is opened. */
export function chainedName(number: number, day: string): string {
  return `${String(number).padStart(8, '0')}-${day}.jsonl`;
}

/** The number of a chained file, or 0. */
export function numberOf(name: string): number {
  return Number(NUMBERED.exec(name)?.[1] ?? 0);
}

/** The UTC date on which a file was opened; for one from before the chain, the day that it holds. */
export function dayOf(name: string): string {
  return NUMBERED.exec(name)?.[2] ?? BY_DAY.exec(name)?.[1] ?? '';
}

/** Other files in the folder are none of the journal's. A folder that is not there holds nothing. */
export async function listFiles(folder: string): Promise<JournalFiles> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    names = [];
  }
  return {
    before: names.filter((name) => BY_DAY.test(name)),
    chained: names.filter((name) => NUMBERED.test(name)),
  };
}
