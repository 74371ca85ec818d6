/** Tells the person at once when the journal cannot be written, or can again. */
import { sayJournalState } from './host-journal.ts';
import type { Journal } from './journal/journal.ts';
import type { Notices } from './notices.ts';
import type { OpenedRooms } from './open-rooms.ts';

export interface JournalRooms {
  readonly opened: Pick<OpenedRooms, 'journalStart'>;
  readonly journal: Journal;
  readonly notices: Notices;
}

/** Gives back what it was told. */
export function sayWritten({ opened, journal, notices }: JournalRooms, written: boolean): boolean {
  sayJournalState(opened.journalStart, journal, notices);
  return written;
}
