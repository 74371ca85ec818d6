/** What the judgement knows beside the action: folders, Doorman's own files, the rules in force. */
import type { Effort } from './effort.ts';
import type { RuleSource } from './rule.ts';

export interface PolicyFacts {
  /** The person's home, canonical. */
  readonly home: string;
  /** Folders that the person added, canonical. */
  readonly folders: readonly string[];
  /** Folders whose own code (tests, scripts) the person trusts enough to run it under the shipped defaults. */
  readonly trustedFolders?: readonly string[];
  /** Doorman's own folders and sockets, canonical: refused to every tool. */
  readonly ownPaths: readonly string[];
  /** Absolute folders in which a bare program name is looked up, in order. */
  readonly programPath: readonly string[];
  /** Grants, the person's file and the shipped defaults, in the order in which they are asked. */
  readonly rules: readonly RuleSource[];
  /** False when nothing can be walled off: then no shell text runs unasked. */
  readonly wallAvailable: boolean;
  /** True where the person wants no shell text to run without a wall, not even after a yes. */
  readonly wallRequired?: boolean;
  /** What this one judgement may still cost; set by `decide`. */
  readonly effort?: Effort;
}
