/** One line of the journal: a step of one call. Large outputs stand by size and hash; secrets never stand at all. */
import type { DecidedWall } from './action.ts';
import type { AnsweredBy } from './approval.ts';
import type { Origin } from './call.ts';
import type { JobEndedBy } from './job.ts';
import type { Json } from './json.ts';
import type { OutcomeKind } from './outcome.ts';
import type { AskKind, Reason } from './verdict.ts';

export type JournalStep =
  | { readonly step: 'received'; readonly tool: string; readonly origin: Origin; readonly input: Json }
  | ({
      readonly step: 'decided';
      readonly summary?: string;
      readonly digest?: string;
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly ask?: AskKind;
      readonly reasons: readonly Reason[];
    } & Partial<DecidedWall>)
  | { readonly step: 'asked'; readonly expiresAt: number }
  | {
      readonly step: 'answered';
      readonly answer: 'allow' | 'deny' | 'expired' | 'withdrawn' | 'stopped' | 'waived';
      readonly by: AnsweredBy | 'mode' | 'host';
      readonly grant?: string;
      readonly reason?: string;
    }
  | ({ readonly step: 'started' } & DecidedWall)
  | {
      readonly step: 'ended';
      readonly outcome: OutcomeKind;
      readonly ran: boolean;
      readonly durationMs: number;
      readonly delivered: boolean;
      readonly error?: string;
      readonly result?: { readonly kind: string; readonly characters: number; readonly sha256: string };
    }
  /** The person lets the job that this call started run on without its run. */
  | { readonly step: 'job-kept'; readonly job: string; readonly by: AnsweredBy }
  /** The job that this call started is over. Usually after the call's own end, but a short one may come before it. */
  | {
      readonly step: 'job-ended';
      readonly job: string;
      readonly by: JobEndedBy;
      readonly exitCode: number | null;
      readonly signal?: string;
      readonly durationMs: number;
      /** What it printed, in bytes. */
      readonly printed: { readonly stdout: number; readonly stderr: number };
    };

export type JournalEntry = JournalStep & {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly call: string;
};
