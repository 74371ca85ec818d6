/** What `doorman doctor` found out about this machine and this home, for people and for programs. */

/** `warning`: works, with something missing or given up. `problem`: something does not work, or is not safe. */
export type FindingLevel = 'ok' | 'warning' | 'problem';

export interface Finding {
  /** Stays the same over versions, as `wall.guarded`. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly level: FindingLevel;
  /** What there is, and what that means. */
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
}

export interface DoctorReport {
  /** The worst of all findings. */
  readonly level: FindingLevel;
  readonly findings: readonly Finding[];
}
