/** A question that waits for the person, and the answers that can be given to it. */
import { z } from 'zod';
import type { HeadlinePart, Wall } from './action.ts';
import type { Origin } from './call.ts';
import { ADVICE } from './denial.ts';
import type { Json } from './json.ts';
import { type PictureEdit, pictureEditSchema, type WaitingPicture } from './picture.ts';
import { type Question, replySchema } from './question.ts';
import { MOST_EDITED, type Review } from './review.ts';
import type { CardKind, Reason, RuleSuggestion } from './verdict.ts';

/** Calls that one answer can name, and that a snapshot names of one card: as many as may wait. */
export const MOST_AT_ONCE = 32;

/** Everything a person is shown about one waiting call. Times are Unix milliseconds. */
export interface ApprovalCard {
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly headline: readonly HeadlinePart[];
  readonly text: string;
  /** True where it runs or changes something; the wall is about nothing else. */
  readonly acts: boolean;
  readonly input: Json;
  readonly ask: CardKind;
  /** What is to be answered, where `ask` is `question`. */
  readonly question?: Question;
  /** The result that would leave, where `ask` is `review`; `text` is then its text. */
  readonly review?: Review;
  /** The very picture that a yes lets go. */
  readonly picture?: WaitingPicture;
  readonly reasons: readonly Reason[];
  readonly wall: Wall;
  /** True where the person may choose to run it without a wall (it then says what that gives away). */
  readonly canDropWall: boolean;
  /** The folders that a guarded wall lets it write in, as a person reads them. */
  readonly writable: readonly string[];
  readonly claimedReason?: string;
  readonly origin: Origin;
  /** The name of this machine at that runtime, where it has one there. */
  readonly machine?: string;
  readonly asked: AskedSoFar;
  readonly parsed: ParsedAction;
  /** SHA-256 of the frozen action, in hex: an answer is bound to it. */
  readonly digest: string;
  /** SHA-256 of what is meant, in hex: the same when it is asked again. Grants and refusals are bound to it. */
  readonly meaning: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Grants on offer beyond "once". Empty for what must be looked at. */
  readonly scopes: readonly OfferedScope[];
  /** Set where the person edited the input or the picture: what the agent had asked for, in words and as `meaning`. */
  readonly edited?: { readonly from: string; readonly meaning: string };
}

/** A card as it stands in the queue: equal calls of one run share it, and what it says is said of the oldest. */
export interface StandingCard extends ApprovalCard {
  readonly cardId: string;
  /** The calls on it, the oldest first. */
  readonly callIds: readonly string[];
  /** What the agent says of the others, where it says something else. */
  readonly otherClaims: readonly string[];
}

/** How often the person was asked, this question included. Where the runtime names no run, all of the runtime counts. */
export interface AskedSoFar {
  /** For this very action. */
  readonly same: number;
  readonly all: number;
}

/** What Doorman made of the input, for whoever wants to check it. Lists are cut; `leftOut` says by how much in all. */
export interface ParsedAction {
  readonly commands: readonly ParsedCommand[];
  /** Files that redirections open. */
  readonly redirects: readonly { readonly use: 'read' | 'write'; readonly path: string }[];
  /** What is named, and the real places that it leads to. */
  readonly paths: readonly { readonly named: string; readonly leadsTo: readonly string[] }[];
  readonly leftOut: number;
}

export interface ParsedCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Indexes of the words whose value is only known once it runs. */
  readonly open: readonly number[];
}

/**
 * How long a yes lasts: the run that asked, 15 minutes, or a line in the permission file. `next` is for a call that
 * nobody answered in time: it is allowed once, if it is asked again within 15 minutes.
 */
export const grantScopeSchema = z.enum(['run', 'minutes', 'always', 'next']);
export type GrantScope = z.infer<typeof grantScopeSchema>;
/** Those that a waiting card can offer. */
export type OfferedScope = Exclude<GrantScope, 'next'>;

/** Rules of which a person may pick one to allow an action for always, with what each would come to. */
export interface RuleOffer {
  /** The lines that go into the permission file, whole; an answer names the offer by them. */
  readonly lines: string;
  readonly rules: readonly RuleSuggestion[];
  /** What else would run unasked, and what would not and why: each was held against the real judgement. */
  readonly allows: readonly string[];
  readonly asks: readonly { readonly summary: string; readonly why: string }[];
}

/** Longer lines are offered to nobody: such a rule is no list that a person keeps. Characters. */
export const MOST_RULE_CHARACTERS = 8_000;

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    grant: grantScopeSchema.optional(),
    /** With `always`: the lines of the offer that was picked. */
    rule: z.string().max(MOST_RULE_CHARACTERS).optional(),
    withoutWall: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    reason: z.string().max(2000).optional(),
    advice: z.enum(ADVICE).optional(),
  }),
  replySchema,
  /** For a result: it goes as it was shown, or with this in its place. */
  z.object({ kind: z.literal('send'), edited: z.string().max(MOST_EDITED).optional() }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** A waiting call, and the action that was shown for it. */
const shownCall = { callId: z.string().max(200), digest: z.string().regex(/^[0-9a-f]{64}$/) };

/** An answer with what it was given on: the call, the digest of its action, and the snapshot that showed it. */
export const answerRequestSchema = z.object({
  ...shownCall,
  snapshot: z.int().nonnegative(),
  answer: answerSchema,
});
export type AnswerRequest = z.infer<typeof answerRequestSchema>;

/** One answer to exactly these calls, in this order: all of one card, or those of several cards. */
export const severalAnswersSchema = z.object({
  calls: z.array(z.object(shownCall)).min(1).max(MOST_AT_ONCE),
  snapshot: z.int().nonnegative(),
  answer: answerSchema,
});
export type SeveralAnswers = z.infer<typeof severalAnswersSchema>;

/** All of an answer but the snapshot. What is added to the request belongs to what a press on its button means. */
export const yesRequestSchema = severalAnswersSchema.omit({ snapshot: true });
export type YesRequest = z.infer<typeof yesRequestSchema>;

/** How long a press must be held for what must be looked at, in milliseconds (DESIGN.md, 'The safe yes'). */
export const HOLD_MS = 1000;

/** Whether this yes wants a press that is held: on what must be looked at, and to run without the wall. */
export function wantsHold(ask: CardKind, answer: Answer): boolean {
  return ask === 'must-look' || (answer.kind === 'allow' && answer.withoutWall === true);
}

const pixels = z.number().min(-100_000).max(100_000);

/** Where the button for one yes stands in the page (CSS pixels), and whether Ctrl+Enter is its key. */
export const armRequestSchema = yesRequestSchema.extend({
  place: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }),
  shortcut: z.boolean(),
});
export type ArmRequest = z.infer<typeof armRequestSchema>;

/** Whether a press on a reported button counts by now. Asking again does not start the time anew. */
export type ArmReply =
  | { readonly kind: 'armed' }
  /** `ms`: how much longer, if nothing changes. */
  | { readonly kind: 'waits'; readonly for: 'moment'; readonly ms: number }
  | { readonly kind: 'waits'; readonly for: 'text' | 'place' | 'focus' | 'unlock' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * What the person puts in place of what was shown of a waiting call: another input, or what is changed of its picture. It
 * answers nothing: what comes of it is to be looked at.
 */
export type Edit = { readonly input: Json } | { readonly picture: PictureEdit };

export const editRequestSchema = z.union([
  z.strictObject({ ...shownCall, input: z.json() }),
  z.strictObject({ ...shownCall, picture: pictureEditSchema }),
]);
export type EditRequest = z.infer<typeof editRequestSchema>;

/** Finds out what comes of an edit. Nothing changes before `take`; one that comes too late is dropped. */
export type EditWaiting = (
  edit: Edit,
  by: AnsweredBy,
) => Promise<
  | { readonly ok: false; readonly why: string }
  | {
      readonly ok: true;
      /** What then stands in place of the old card. */
      readonly card: ApprovalCard;
      /** False where it could not be written down; the old one then stands on. */
      take(): boolean;
      drop(): void;
    }
>;

/** Through which door an answer came. */
export type AnsweredBy = 'window' | 'command-line' | 'notification';

/** What became of an answer. Anything but `accepted` changed nothing. */
export type AnswerReceipt =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string };
