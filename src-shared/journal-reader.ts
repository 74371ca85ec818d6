/** What the command line may read of a journal, with or without a host that runs. */
import { z } from 'zod';
import type { EndSignal } from './end-signal.ts';
import type { JournalReport } from './journal-report.ts';

/** The least that a step must have; an old line, or one that was cut, may lack the rest. */
export const anyStepSchema = z.looseObject({ at: z.string(), call: z.string(), step: z.string() });
export type AnyStep = z.infer<typeof anyStepSchema>;

export interface WhichSteps {
  /** Leaves out files that were left before this UTC date (YYYY-MM-DD). */
  readonly sinceDay?: string;
  /** Leaves out lines in which this text does not stand. */
  readonly containing?: string;
}

export interface WhichDays {
  readonly from?: string;
  readonly to?: string;
}

export interface JournalReader {
  /** Checks all of it. Rejects when the folder cannot be read. */
  verify(): Promise<JournalReport>;
  /** Every step, in order, as it stands there: whether it was written so is for a check to say. */
  steps(which: WhichSteps): AsyncIterable<unknown>;
  /** Every whole line of these days (UTC dates, both included), in order, byte for byte as it stands there. */
  lines(days: WhichDays): AsyncIterable<string>;
  /** The last steps, then each new one until the signal ends it. */
  follow(how: { readonly last: number; readonly signal: EndSignal }): AsyncIterable<unknown>;
}
