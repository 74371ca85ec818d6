/** What a test of a runtime found: where it stands now, and how long a sign of life took. */
import type { RuntimeView } from './app-state.ts';

export interface RuntimeReport {
  readonly runtime: RuntimeView;
  /** Milliseconds; missing where no connection is open. */
  readonly roundTripMs?: number | undefined;
}

export type RuntimeTest =
  | { readonly ok: true; readonly report: RuntimeReport }
  | { readonly ok: false; readonly error: string };
