/** The check of the journal's chain for `doorman doctor`: only where it takes little time and asks nobody for anything. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../src-shared/doctor.ts';
import { chainNotChecked, checkChain } from './doctor/check-chain.ts';
import { createJournalReader } from './journal-reader.ts';
import type { DoormanPaths } from './paths.ts';

/** A few seconds of reading. Bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** `keychainAnswers`: it was tried a moment ago, in a process of its own, and answered without a prompt. */
export async function examineChain(
  paths: DoormanPaths,
  keychainAnswers: boolean,
  platform: NodeJS.Platform,
): Promise<readonly Finding[]> {
  const bytes = await bytesIn(paths.journalFolder);
  if (bytes === undefined) return [];
  if (!keychainAnswers) return [chainNotChecked('its key is in the keychain')];
  // There each item has a list of programs that may read it, and any other makes the system ask.
  if (platform === 'darwin') return [chainNotChecked('the keychain may ask you before it gives the key')];
  if (bytes > MOST_BYTES) return [chainNotChecked('it is large')];
  return [checkChain(await createJournalReader(paths).verify())];
}

/** Undefined where there is no journal yet. */
async function bytesIn(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names?.some((name) => name.endsWith('.jsonl'))) return undefined;
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return sizes.reduce((sum, stats) => sum + (stats?.size ?? 0), 0);
}
