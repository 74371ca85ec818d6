/** What the History page asks of the journal, and what it gets: pages of calls, one whole story, a check, an export. */
import { z } from 'zod';
import type { Wall } from './action.ts';
import type { CallView } from './app-state.ts';
import type { Origin } from './call.ts';
import type { AnyStep } from './journal-reader.ts';
import type { JournalReport } from './journal-report.ts';
import type { MaskedCount } from './masking.ts';

const choice = z.string().max(300).optional();

/** Whatever is named must hold. */
export const historyFilterSchema = z.strictObject({
  /** Words that must all stand in what was searched of a call, in any order; small and capital letters are alike. */
  text: z.string().max(300).optional(),
  tool: choice,
  agent: choice,
  /** The name of the runtime or of the direct caller. */
  source: choice,
  /** An `OutcomeKind`, or `NO_END`. */
  outcome: choice,
  /** A day of this machine's calendar, YYYY-MM-DD. */
  day: choice,
  /** One call alone. */
  call: choice,
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** Stands for an outcome where there is none: the call is under way, or Doorman ended before it did. */
export const NO_END = 'none';

/** The most rows that are handed out at once. */
export const MOST_ROWS = 200;

/** So much of the text of each call is searched. Characters. */
export const SEARCHED_CHARACTERS = 4_000;

/** More calls than these, the newest, are not held at once. */
export const MOST_CALLS = 250_000;

export const historyLookSchema = z.strictObject({
  filter: historyFilterSchema,
  /** Of the first row, from 0, the newest first. */
  offset: z.int().nonnegative(),
  count: z.int().min(0).max(MOST_ROWS),
  /** A call of which the place among the matching ones is told, so that the rows in view can stay there. */
  anchor: choice,
});
export type HistoryLook = z.infer<typeof historyLookSchema>;

/** One call as its lines tell it. What a line lacks is missing here. */
export interface HistoryRow {
  readonly call: string;
  /** When its first line was written. Unix milliseconds. */
  readonly at: number;
  readonly tool?: string;
  readonly summary?: string;
  readonly origin?: Origin;
  /** `lost`: it has no end on record, and the Doorman that had it is gone. */
  readonly state: CallView['state'] | 'lost';
  /** Usually an `OutcomeKind`; a newer Doorman may have others. */
  readonly outcome?: string;
  readonly answeredBy?: NonNullable<CallView['answeredBy']>;
  readonly wall?: Wall;
  readonly durationMs?: number;
  readonly delivered?: boolean;
  readonly masked?: readonly MaskedCount[];
  readonly whole?: readonly MaskedCount[];
  readonly remark?: string;
}

/** What there is to choose from, as far as the journal is read. */
export interface HistoryChoices {
  readonly tools: readonly string[];
  /** The newest ones: a runtime can have very many. */
  readonly agents: readonly string[];
  readonly sources: readonly string[];
  readonly outcomes: readonly string[];
  /** The newest first. */
  readonly days: readonly string[];
}

export interface Progress {
  readonly done: number;
  readonly of: number;
}

export type Failed = { readonly ok: false; readonly error: string };

export interface HistoryPage {
  readonly ok: true;
  readonly rows: readonly HistoryRow[];
  readonly offset: number;
  readonly matched: number;
  readonly total: number;
  /** Another one when anything else is known than before. */
  readonly revision: number;
  readonly anchorAt?: number;
  readonly choices: HistoryChoices;
  /** While older files are still being read: bytes. */
  readonly reading?: Progress;
  /** While an export is written: lines. */
  readonly exporting?: Progress;
  /** Files that cannot be read. */
  readonly unreadable?: readonly string[];
  /** True where older calls were left out, because there are more than `MOST_CALLS`. */
  readonly older?: true;
}

export interface HistoryStory {
  readonly ok: true;
  readonly row: HistoryRow;
  readonly steps: readonly AnyStep[];
  /** The files in which the steps stand. */
  readonly files: readonly string[];
}

/** How the check of the whole journal stands. */
export interface HistoryCheck {
  readonly ok: true;
  readonly folder: string;
  /** While it is checked: files. */
  readonly running?: Progress;
  /** The last one. `at` in Unix milliseconds. */
  readonly last?: { readonly at: number; readonly report: JournalReport };
  /** Why the last one could not be made. */
  readonly failed?: string;
}

export type HistoryExport =
  | { readonly ok: true; readonly file: string; readonly calls: number }
  | (Failed & { readonly cancelled?: true });
