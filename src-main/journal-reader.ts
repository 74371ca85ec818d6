/** Reads the journal of a home for the command line: the files as they are, the key and the head from the keychain. */
import type { JournalReader } from '../src-shared/journal-reader.ts';
import { readTrust } from './journal/chain-start.ts';
import { followEntries } from './journal/follow-journal.ts';
import { readEntries, readRawLines } from './journal/read-journal.ts';
import { verifyJournal } from './journal/verify.ts';
import { openSecrets } from './open-secrets.ts';
import type { DoormanPaths } from './paths.ts';

export function createJournalReader(paths: DoormanPaths): JournalReader {
  return {
    async verify() {
      const keychain = await openSecrets(paths);
      const { locked, ...trust } = await readTrust(keychain);
      const report = await verifyJournal(paths.journalFolder, trust);
      return locked ? { ...report, limits: ['The keychain cannot be read.', ...report.limits] } : report;
    },
    steps: (which) => readEntries(paths.journalFolder, which),
    lines: (days) => readRawLines(paths.journalFolder, days),
    follow: (how) => followEntries(paths.journalFolder, how),
  };
}
