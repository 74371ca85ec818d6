/** What is known of one program to make command lines of it. */

export interface ProgramLine {
  /** The leading words. */
  readonly words: string;
  /** Letters that can be bundled behind one dash. */
  readonly flags?: string;
  /** Other options; blanks separate words. */
  readonly options?: readonly string[];
  /** Options, operands or endings that no rule may let through. */
  readonly hostile?: readonly string[];
  readonly operands: 'files' | 'names' | 'texts' | 'none';
  /** Words in front of the operands. */
  readonly first?: readonly string[];
  readonly most?: number;
}
