/** What one part of an action deserves, before all parts are put together into a verdict. */
import type { AskKind, Reason } from '../../src-shared/verdict.ts';

export type Opinion =
  | {
      readonly kind: 'allow';
      readonly reasons: readonly Reason[];
      /** True where a rule lets a program run that is meant to write, or that runs code. */
      readonly mayWrite?: boolean;
    }
  | { readonly kind: 'ask'; readonly ask: AskKind; readonly reasons: readonly Reason[] }
  | { readonly kind: 'deny'; readonly reasons: readonly Reason[] };
