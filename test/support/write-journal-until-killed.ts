/** A program that writes long lines into a journal until it is killed, and one dot for each line that was written. */
import { writeSync } from 'node:fs';
import { findStart, saveHead } from '../../src-main/journal/chain-start.ts';
import { createHeadKeeper } from '../../src-main/journal/head-keeper.ts';
import { openJournal } from '../../src-main/journal/journal.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import { fileKeychain } from './file-keychain.ts';
import { keptOut } from './journal.ts';

const [folder = '', secrets = ''] = process.argv.slice(2);
const keychain = fileKeychain(secrets);

const journal = openJournal({
  folder,
  start: await findStart(folder, keychain),
  head: createHeadKeeper((head) => saveHead(keychain, head), systemClock.after),
  limits: () => ({ keepDays: 90, keepMebibytes: 1024 }),
  now: Date.now,
  keptOut: () => keptOut([]),
  after: systemClock.after,
});

// Each part is short enough to be kept as it is; together they fill a line.
const input = Array.from({ length: 7 }, () => 'x'.repeat(4000));
const origin = { door: 'local' as const, caller: 'test' };

function write(line: number): void {
  if (!journal.append(`c-${line}`, { step: 'received', tool: 't', origin, input })) {
    throw new Error(journal.problem());
  }
  writeSync(1, '.');
  setImmediate(write, line + 1);
}

write(1);
