/** A wall that is ready for one run, whatever built it. */
import type { Failed } from './define-tool.ts';
import type { RunNetwork } from './wall-network.ts';

export interface RaisedWall {
  readonly ok: true;
  readonly argv: readonly string[];
  /** True where `argv` begins with bubblewrap. */
  readonly walled: boolean;
  /** Open descriptors that the program gets as 4, 5, … */
  readonly passed: readonly number[];
  /** The folder for temporary files behind it, where that is not /tmp. */
  readonly tmpDir?: string;
  /** Protected names that cannot be created: their last parts, for telling what an error was about. */
  readonly closedNames: readonly string[];
  /** True for a path that this wall leaves out. */
  hides(path: string): boolean;
  /** What this wall could not keep or hide, each a sentence. */
  readonly gaps: readonly string[];
  /** What the programs behind it can reach; nothing at all where this is missing. */
  readonly network?: RunNetwork;
  /**
   * To be called once, when nothing runs behind it any more. Says what had to be put back and which protected names are
   * new, each a sentence.
   */
  lower(): Promise<readonly string[]>;
}

export const CWD_HIDDEN: Failed = {
  ok: false,
  message: 'the wall hides the folder to run in. Use another cwd.',
};
