/** What a check of the journal found, for the command line and the window. */

/**
 * `edited`: the text is not what was written. `removed`: lines are missing before this one. `reordered`: a line stands
 * elsewhere. `duplicated`: a line stands twice. `added`: it does not belong there. `cut`: lines are missing at the end.
 * `missing`: the whole file is gone and was not retired.
 */
export type JournalDamage =
  | 'edited'
  | 'removed'
  | 'reordered'
  | 'duplicated'
  | 'added'
  | 'cut'
  | 'missing'
  | 'unreadable';

export interface JournalFinding {
  readonly file: string;
  /** Counted from 1; the first that is wrong. Left out where the whole file is. */
  readonly line?: number;
  readonly what: JournalDamage;
}

/** One file of the chain. */
export interface CheckedJournalFile {
  readonly file: string;
  readonly lines: number;
  /** True where every line has its MAC by our key, and nothing is wrong with the file. */
  readonly proven: boolean;
}

export interface JournalReport {
  /** `unproven`: nothing wrong was found, but not everything could be checked; `limits` says what. */
  readonly verdict: 'intact' | 'broken' | 'unproven';
  /** The first of each file, in the order of the files. */
  readonly findings: readonly JournalFinding[];
  readonly files: number;
  readonly lines: number;
  /** Each file of the chain that is there, oldest first. */
  readonly checked: readonly CheckedJournalFile[];
  /** Lines that chain correctly after the last one that the keychain knew of. */
  readonly afterHead: number;
  /** True when the last line is not whole: it is just being written, or a crash cut it. */
  readonly torn: boolean;
  /** Files from before there was a chain: nothing can be said of them. */
  readonly beforeChain: readonly string[];
  /** The oldest file that is kept; what lay before it was retired by the limits that were set. */
  readonly begins?: string;
  /** What could not be proven, in sentences. */
  readonly limits: readonly string[];
}

/** A finding in words, without the name of its file. */
export function findingText({ line, what }: JournalFinding): string {
  return line === undefined ? DAMAGE[what] : `line ${line}: ${DAMAGE[what]}`;
}

/** What was done to a journal, in English. */
export const DAMAGE: Readonly<Record<JournalDamage, string>> = {
  edited: 'edited, it is not the text that was written',
  removed: 'lines that stood before it were removed',
  reordered: 'the order was changed, it stood elsewhere',
  duplicated: 'it stands here a second time',
  added: 'it was added by somebody else',
  cut: 'the end was cut off, lines are missing from here',
  missing: 'the whole file is gone, and was not retired',
  unreadable: 'it cannot be read',
};
