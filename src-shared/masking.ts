/** What the search for credentials in results says of what it found: kinds and counts, never the credential. */

/** So many credentials of one kind. */
export interface MaskedCount {
  /** A word for people: "GitHub token". */
  readonly what: string;
  readonly count: number;
}

/**
 * A place where a tool cut a text that goes on. What stands beside it never leaves; it is looked at together with the
 * text, so that a credential that the cut divides is found all the same.
 */
export interface Cut {
  /** JSON pointer to the text in the value of a `data` result; empty for a text result. */
  readonly leaf: string;
  /** Where in that text, in UTF-16 units. */
  readonly at: number;
  /** What follows there in truth, in place of the rest of the result's text. */
  readonly after?: string;
  /** What comes before it in truth. */
  readonly before?: string;
}

/** So much beside a cut is enough for the longest credential that is found, a private key. Characters. */
export const BESIDE_CUT = 12 * 1024;

/** "2 × GitHub token, 1 private key" */
export function maskedWords(counts: readonly MaskedCount[]): string {
  return counts.map(({ what, count }) => (count === 1 ? `1 ${what}` : `${count} × ${what}`)).join(', ');
}
