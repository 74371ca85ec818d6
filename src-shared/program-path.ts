/** Where commands look programs up. */

/** The PATH of the login shell, without entries that do not count. */
export interface ProgramPath {
  readonly entries: readonly string[];
  readonly dropped: readonly { readonly entry: string; readonly why: string }[];
  /** False where the login shell did not answer, so that the PATH of Doorman itself is used. */
  readonly fromShell: boolean;
}
