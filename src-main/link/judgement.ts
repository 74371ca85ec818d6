/** What follows from the end of a connection, as one value: another try, and how soon, or a wait for somebody. */
import type { LinkReason } from '../../src-shared/app-state.ts';

/**
 * `now` is for ends that say nothing against the server, `slow` for those that only its operator mends. A block with
 * `lookAgain` may mend without anybody at this machine, so it is tried now and then.
 */
export type Judgement =
  | {
      readonly next: 'retry';
      readonly pace: 'now' | 'fast' | 'slow';
      readonly reason: LinkReason;
      readonly why: string;
    }
  | {
      readonly next: 'block';
      readonly lookAgain: boolean;
      readonly reason: LinkReason;
      readonly why: string;
    };

/** Tries again by itself. */
export function retry(pace: 'now' | 'fast' | 'slow', reason: LinkReason, why: string): Judgement {
  return { next: 'retry', pace, reason, why };
}

/** Only the person at this machine can mend it, so nothing is tried without them. */
export function block(reason: LinkReason, why: string): Judgement {
  return { next: 'block', lookAgain: false, reason, why };
}

/** Somebody must mend it, perhaps not here. */
export function lookAgain(reason: LinkReason, why: string): Judgement {
  return { next: 'block', lookAgain: true, reason, why };
}
