/** The journal of a running host: joined with the keychain and the settings, and its state in words. */
import { dirname, join } from 'node:path';
import type { AppState } from '../src-shared/app-state.ts';
import { findingText } from '../src-shared/journal-report.ts';
import { type ChainStart, readTrustTexts, saveHead } from './journal/chain-start.ts';
import { createHeadKeeper } from './journal/head-keeper.ts';
import { type History, openHistory } from './journal/history.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { maskText, mayHoldCredentials } from './masking/mask-text.ts';
import type { Notices } from './notices.ts';
import type { OpenedRooms } from './open-rooms.ts';
import { systemClock } from './system-clock.ts';

const credentials = { mayHold: mayHoldCredentials, mask: maskText };

export function openHostJournal(
  { journalStart, keychain, settings }: OpenedRooms,
  folder: string,
  secrets: () => readonly string[],
): Journal {
  return openJournal({
    folder,
    start: journalStart,
    head: createHeadKeeper((head) => saveHead(keychain, head), systemClock.after),
    limits: () => settings.current().journal,
    now: Date.now,
    keptOut: () => ({ secrets: secrets(), credentials }),
    after: systemClock.after,
  });
}

/** Reads nothing until somebody looks. `workerFile`: a built worker; that of the history lies beside it. */
export function openHostHistory({ keychain }: OpenedRooms, folder: string, workerFile: string): History {
  return openHistory({
    folder,
    runBegan: Date.now(),
    workerFile: join(dirname(workerFile), 'history-worker.js'),
    trust: () => readTrustTexts(keychain),
    now: Date.now,
    after: systemClock.after,
  });
}

/** What the person should know of the journal of this run. */
export function journalView(start: ChainStart, journal: Journal): AppState['journal'] {
  const damage = journal.damage();
  if (damage) {
    const text = `${damage.file}, ${findingText(damage)}. "doorman journal verify" tells more.`;
    return { verified: false, text };
  }
  if (!start.keyKept) {
    const text =
      'Its key is for this run only, because there is no usable keychain: nobody can prove it later.';
    return { verified: false, text };
  }
  if (start.otherKey) {
    const text = 'What the last run wrote has a key that is not in the keychain, and cannot be proven.';
    return { verified: false, text };
  }
  if (!journal.headKept()) {
    const text = 'The keychain does not take the newest line now: a cut end would not be found.';
    return { verified: false, text };
  }
  const checked = start.resume ? `; its newest ${start.checkedLines} lines were checked at the start` : '';
  return { verified: true, text: `Chained with a key in the keychain${checked}.` };
}

/** Tells what cannot be written, and what is not as it was written; a missing keychain has a notice of its own. */
export function sayJournalState(start: ChainStart, journal: Journal, notices: Notices): void {
  const problem = journal.problem();
  notices.set('journal', problem === undefined ? undefined : { level: 'error', text: problem });
  if (!journal.damage()) return;
  const text = `The journal does not verify. ${journalView(start, journal).text}`;
  notices.set('journal-damage', { level: 'error', text });
}
