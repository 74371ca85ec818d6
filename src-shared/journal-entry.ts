/**
 * One line of the journal: a step of one call, or a note of the journal about itself. Large outputs stand by size and
 * hash; secrets never stand at all.
 */
import { z } from 'zod';
import type { DecidedWall } from './action.ts';
import type { AnsweredBy, GrantScope } from './approval.ts';
import type { Origin } from './call.ts';
import type { Advice } from './denial.ts';
import type { JobEndedBy } from './job.ts';
import type { JournalDamage } from './journal-report.ts';
import type { Json } from './json.ts';
import type { MaskedCount } from './masking.ts';
import type { FoundInResult, OutcomeKind } from './outcome.ts';
import type { PictureEdit } from './picture.ts';
import type { AskKind, Reason } from './verdict.ts';

export type JournalStep =
  | { readonly step: 'received'; readonly tool: string; readonly origin: Origin; readonly input: Json }
  | ({
      readonly step: 'decided';
      readonly summary?: string;
      /** What was judged and would run, with real paths: the command, the file. */
      readonly text?: string;
      readonly digest?: string;
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly ask?: AskKind;
      /** The bytes that would leave, where that is a picture that is there already. */
      readonly picture?: { readonly sha256: string; readonly bytes: number; readonly mimeType: string };
      readonly reasons: readonly Reason[];
    } & Partial<DecidedWall>)
  | { readonly step: 'asked'; readonly expiresAt: number }
  /** The person put another input in its place, which is decided on anew in the next step. */
  | { readonly step: 'edited'; readonly input: Json; readonly by: AnsweredBy }
  /** The person changed the picture that would leave: all that is changed of it from now on. */
  | ({ readonly step: 'picture-edited'; readonly by: AnsweredBy } & PictureEdit)
  | {
      readonly step: 'answered';
      readonly answer: 'allow' | 'deny' | 'reply' | 'expired' | 'withdrawn' | 'stopped' | 'waived';
      readonly by: AnsweredBy | 'mode' | 'host' | 'refusal-memory';
      readonly grant?: string;
      /** The line that the answer added to the permission file. */
      readonly rule?: string;
      readonly reason?: string;
      readonly advice?: Advice;
      /** Of a reply: the places of the chosen options, from 0, and how long its own words are; never the words. */
      readonly reply?: { readonly choices: readonly number[]; readonly characters: number } | 'withheld';
    }
  /** What the person refused in this call may be asked again. */
  | { readonly step: 'forgiven'; readonly by: AnsweredBy }
  /** An answer after the end: it changed nothing for this call. With a grant it is a yes for the next asking. */
  | {
      readonly step: 'answered-late';
      readonly answer: 'allow' | 'deny';
      readonly by: AnsweredBy;
      readonly grant?: 'next';
      readonly reason?: string;
      readonly advice?: Advice;
    }
  /** The person ended a grant; what runs goes on. The call is the one whose answer gave it, as far as that is known. */
  | {
      readonly step: 'grant-ended';
      readonly grant: GrantScope;
      readonly by: AnsweredBy;
      readonly summary?: string;
      readonly rule?: string;
    }
  | ({ readonly step: 'started' } & DecidedWall)
  /** What came to light once nothing ran any more; for a job after its call has ended. */
  | { readonly step: 'remarked'; readonly remarks: readonly string[] }
  | ({
      readonly step: 'ended';
      readonly outcome: OutcomeKind;
      readonly ran: boolean;
      readonly durationMs: number;
      readonly delivered: boolean;
      readonly error?: string;
      /** As it left. */
      readonly result?: { readonly kind: string; readonly characters: number; readonly sha256: string };
    } & FoundInResult)
  /** The finished result is put before the person. */
  | { readonly step: 'review'; readonly expiresAt: number }
  /** What became of it. */
  | {
      readonly step: 'reviewed';
      readonly how: 'sent' | 'edited' | 'withheld';
      readonly by: AnsweredBy | 'host';
      readonly reason?: string;
    }
  /** The person lets these credentials go in the next result of the same action. */
  | { readonly step: 'whole-next'; readonly by: AnsweredBy; readonly masked: readonly MaskedCount[] }
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

const positionSchema = z.object({
  file: z.string(),
  seq: z.int().positive(),
  /** Of the line, in base64url. */
  mac: z.string(),
  /** The id of the key that chained it. */
  key: z.string(),
});
/** One line of the chain, as another line or the keychain names it. */
export type JournalPosition = z.infer<typeof positionSchema>;

/** The first line of each file. */
const openedSchema = z.object({
  note: z.literal('opened'),
  file: z.string(),
  key: z.string(),
  /** Where the file before it ended; null where the chain begins. */
  previous: positionSchema.nullable(),
  /** The oldest file that was kept at that moment. */
  begins: z.string(),
  /** Files from before the chain; in the first file of a chain only. */
  before: z.array(z.string()).optional(),
  /** The head that the keychain knew, where the file before is chained with another key. */
  head: positionSchema.optional(),
  /** Bytes of a torn line at the end of the file before, where it was left there. */
  leftBehind: z.int().positive().optional(),
});
export type JournalOpened = z.infer<typeof openedSchema>;

/** Whole old files that were removed because of the limits that were set. */
const retiredSchema = z.object({
  note: z.literal('retired'),
  files: z.array(z.object({ file: z.string(), bytes: z.number() })),
  begins: z.string(),
  by: z.string(),
});
export type JournalRetired = z.infer<typeof retiredSchema>;

export const linkingNoteSchema = z.discriminatedUnion('note', [openedSchema, retiredSchema]);

export type JournalNote =
  | JournalOpened
  | JournalRetired
  /** The last line was not whole when the host started, as after a crash; it was taken out and stands here. */
  | { readonly note: 'torn'; readonly bytes: number; readonly sha256: string; readonly text: string }
  /** The file on disk was not as it had been written. */
  | {
      readonly note: 'damage';
      readonly file: string;
      readonly line?: number;
      readonly what: JournalDamage;
    };

export const headSchema = positionSchema;
