/** A grant in force, as windows and the command line show it. */
import type { GrantScope } from './approval.ts';

/**
 * A yes that lasts. In memory it covers one action; `always` stands for a line of the permission file that an answer of
 * the person wrote. Times are Unix milliseconds.
 */
export interface GrantView {
  readonly id: string;
  readonly kind: GrantScope;
  /** The action in brief, or the line of the file. */
  readonly covers: string;
  /** Who asked; missing for a line of an earlier start. */
  readonly from?: string;
  /** The call that was allowed. */
  readonly callId?: string;
  readonly grantedAt?: number;
  readonly until?: number;
}
