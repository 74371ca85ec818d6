/** Everything a window may draw, as one numbered snapshot. Main holds the truth; a window never computes it. */
import type { Wall } from './action.ts';
import type { AnsweredBy } from './approval.ts';
import type { DirectView } from './contact.ts';
import type { DesktopSettings } from './desktop-settings.ts';
import type { GrantView } from './grant-view.ts';
import type { JobEnd } from './job.ts';
import type { OpenedCard } from './opened-card.ts';
import type { FoundInResult, OutcomeKind } from './outcome.ts';
import type { ProgramPath } from './program-path.ts';
import type { BearerWay, Mode, Sandbox } from './settings.ts';
import type { ToolView } from './tool-view.ts';
import type { CardKind } from './verdict.ts';

/** Why a link is not open, as one word that a program can act on; `why` says the same to a person. */
export type LinkReason =
  | 'lost'
  | 'silent'
  | 'closed'
  | 'slept'
  | 'renewing'
  | 'unreachable'
  | 'not-a-runtime'
  | 'redirected'
  | 'no-handshake'
  | 'hello-refused'
  | 'frame-too-large'
  | 'wire-broken'
  | 'answers-unread'
  | 'full'
  | 'unavailable'
  | 'rate-limited'
  | 'feature-off'
  | 'token-refused'
  | 'scope-missing'
  | 'token-unreadable'
  | 'token-unsendable'
  | 'plain-refused'
  | 'ca-file'
  | 'proxy'
  | 'tls-refused'
  | 'internal-error';

/** A tool of this machine that agents of one runtime do not get, and why. */
export interface SkippedTool {
  readonly name: string;
  readonly why: 'bad-name' | 'too-long' | 'duplicate' | 'not-accepted' | 'switched-off' | 'unavailable';
}

/**
 * Where one connection stands. `waiting` tries again by itself at `retryAt`. `blocked` needs somebody: the person, or
 * whoever runs the server; where it could also mend by itself it is looked at again, rarely, at `retryAt`. Times are
 * Unix milliseconds.
 */
export type LinkStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'handshaking' }
  | {
      readonly kind: 'open';
      readonly connectionId: string;
      /** Names as the runtime knows them. */
      readonly accepted: readonly string[];
      readonly skipped: readonly SkippedTool[];
      /** How long the runtime waits for an answer, as far as is known: the profile's limit, or less if it said so. */
      readonly invokeTimeoutMs: number;
    }
  | {
      readonly kind: 'waiting';
      readonly reason: LinkReason;
      readonly why: string;
      readonly retryAt: number;
    }
  | {
      readonly kind: 'blocked';
      readonly reason: LinkReason;
      readonly why: string;
      readonly retryAt?: number;
    };

/** Frames of a runtime that were odd, over the life of a link. All but `binary` and `early` were not acted upon. */
export interface FrameCounts {
  /** No JSON object, or one whose fields have the wrong types. */
  readonly malformed: number;
  /** Of a type that this wire does not have. */
  readonly unknown: number;
  /** A call whose id this connection had before. */
  readonly duplicate: number;
  /** A cancel for a call that is not here, or a second `hello_ok`. */
  readonly stale: number;
  /** Longer than any message that is taken; it ends the connection. */
  readonly oversized: number;
  /** Came as binary, which no published runtime sends. */
  readonly binary: number;
  /** A call before `hello_ok`, as the published runtime may send. */
  readonly early: number;
}

export interface RuntimeView {
  readonly profileId: string;
  readonly name: string;
  readonly url: string;
  readonly embedded: boolean;
  readonly status: LinkStatus;
  readonly counts: FrameCounts;
  /** The name of this machine at that runtime, in front of every tool name. */
  readonly machine?: string | undefined;
  readonly bearerBy: BearerWay;
  /** The mode for its calls, where it is not that of all. */
  readonly mode?: Mode | undefined;
  /** Own names of tools that are switched off for it alone. */
  readonly toolsOff: readonly string[];
  /** Own names of tools whose results the person sees before they go to it. */
  readonly review: readonly string[];
  /** Own names of tools of which each call of its agents waits for the person. */
  readonly asks: readonly string[];
  /** The limit that the person set. Milliseconds. */
  readonly invokeTimeoutMs: number;
  /** The file of extra authorities that may vouch for it. */
  readonly caFile?: string | undefined;
  /** The proxy that the last attempt went through. */
  readonly via?: string | undefined;
  /** True where everything travels unencrypted, because the person agreed to that. */
  readonly inTheClear: boolean;
  /** False when no token is stored (an open runtime needs none). */
  readonly hasToken: boolean;
  /** True when the token is kept for this run only, because there is no usable keychain. */
  readonly tokenForThisRunOnly: boolean;
}

/** An added folder, and whether the person trusts the code in it. */
export interface FolderView {
  readonly path: string;
  readonly trusted: boolean;
  /** The project's own rules, as they were trusted and as they are now, where these differ: they are suspended. */
  readonly changedRules?: { readonly trusted: string | null; readonly now: string | null };
}

/**
 * A card of the queue in brief: one waiting call, or equal ones of one run. The whole card is fetched by the id of a call;
 * `summary` is cut to 4 KiB, the card never is. Times are Unix milliseconds.
 */
export interface WaitingView {
  /** Names the card while anything waits on it: calls that join or leave do not change it, nor does an edit. */
  readonly cardId: string;
  /** The oldest call on it, which is the one that "allow once" is for. */
  readonly callId: string;
  /** How many calls wait on it. */
  readonly count: number;
  /** Which these are, the oldest first; of very many only the oldest. An answer to all of them names these. */
  readonly callIds: readonly string[];
  /** Rises from each to the next in the queue, and stays with it. */
  readonly order: number;
  /** Its place in the queue now, from 0. */
  readonly at: number;
  readonly digest: string;
  readonly tool: string;
  readonly summary: string;
  readonly from: string;
  readonly ask: CardKind;
  /** Set where the person edited the input. */
  readonly isEdited?: true;
  /** Since when the card stands. */
  readonly askedAt: number;
  /** When the first of these calls expires. */
  readonly expiresAt: number;
}

/** The most of the queue that one window can look at. */
export const MOST_LOOKED_AT = 100;

/** What a window looks at: a stretch of the queue by its places, and the card that it has open, wherever that stands. */
export interface Look {
  readonly from: number;
  readonly count: number;
  readonly chosen?: string | undefined;
}

/** Until a window says more: as many as may wait at once where nobody raised the limit. */
export const FIRST_LOOK: Look = { from: 0, count: 32 };

/** A call that ended or runs, for the list of the last calls. */
export interface CallView extends FoundInResult {
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly from: string;
  readonly receivedAt: number;
  /** `reviewing`: it ran, and its result waits for the person. */
  readonly state: 'deciding' | 'waiting' | 'running' | 'reviewing' | 'ended';
  readonly outcome?: OutcomeKind;
  readonly answeredBy?: AnsweredBy | 'rule' | 'mode' | 'refusal-memory';
  /** The wall around what it starts; absent where it starts nothing, or not yet. */
  readonly wall?: Wall;
  /** What the person should know of what it did. */
  readonly remark?: string;
  readonly durationMs?: number;
  /** Whether the person can let what was masked go in the next result of the same action, or did. */
  readonly wholeNext?: 'offered' | 'granted';
}

/** A job that runs, or ended a short time ago. Times are Unix milliseconds. */
export interface JobView {
  readonly jobId: string;
  /** The call that started it. */
  readonly callId: string;
  readonly summary: string;
  readonly from: string;
  readonly wall: Wall;
  readonly startedAt: number;
  /** When its budget is over. */
  readonly endsBy: number;
  /** True where the person lets it run on without its run. */
  readonly kept: boolean;
  /** `ending`: everything of it is being ended. */
  readonly state: 'running' | 'ending' | 'ended';
  readonly end?: JobEnd;
}

/** What the person refused, and what is refused again at once when the same run asks. Times are Unix milliseconds. */
export interface RefusalView {
  readonly id: string;
  readonly summary: string;
  readonly from: string;
  /** How often it was refused: by the person, and from then on without a question. */
  readonly times: number;
  readonly refusedAt: number;
  readonly lastAt: number;
  /** Where it was only put off: from then on it is asked again. */
  readonly until?: number;
}

/** A run, or a whole runtime, that is paused or asks too much. */
export interface RunView {
  readonly id: string;
  readonly from: string;
  readonly what: 'run' | 'runtime';
  readonly paused: boolean;
  /** Its results wait for the person before they leave. */
  readonly reviewed: boolean;
  /** So many questions are the most; it gets no more before `until`, Unix milliseconds. */
  readonly over?: { readonly limit: number; readonly until: number };
}

export interface Notice {
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface AppState {
  /** Rises by one with every change; an answer names the snapshot it was given on. */
  readonly seq: number;
  readonly now: number;
  readonly mode: Mode;
  readonly paused: boolean;
  readonly stopped: boolean;
  readonly runtimes: readonly RuntimeView[];
  readonly tools: readonly ToolView[];
  readonly folders: readonly FolderView[];
  /** Calls that wait. Equal ones share a card, so there may be fewer cards. */
  readonly waitingCount: number;
  readonly cardCount: number;
  /**
   * Of the queue, oldest first, the parts that `look` asks for: the oldest, a stretch, and the chosen one with its
   * neighbours. What is not here may wait all the same; what has its place between two neighbours here does not.
   */
  readonly waiting: readonly WaitingView[];
  readonly look: Look;
  /** The one that came last, while it waits; it need not be among `waiting`. */
  readonly newest?: Pick<WaitingView, 'order' | 'tool' | 'summary'> | undefined;
  readonly recent: readonly CallView[];
  /** What runs comes first, the newest first. */
  readonly direct: DirectView;
  readonly jobs: readonly JobView[];
  readonly runs: readonly RunView[];
  readonly refusalCount: number;
  /** The newest ones. */
  readonly refusals: readonly RefusalView[];
  readonly grantCount: number;
  /** The newest ones, those in memory first. */
  readonly grants: readonly GrantView[];
  readonly notices: readonly Notice[];
  readonly wall: { readonly available: boolean; readonly text: string; readonly setting: Sandbox };
  readonly keychain: { readonly available: boolean; readonly text: string };
  /** Whether the newest file of the journal is as it was written, and what a check can prove. */
  readonly journal: { readonly verified: boolean; readonly text: string };
  readonly programPath: ProgramPath;
  readonly allowFromCommandLine: boolean;
  /** Titles or programs of windows that agents neither hear of nor see. */
  readonly leftOutWindows: readonly string[];
  readonly desktop: DesktopSettings;
  /** The card that the person opened from a notification, for the window that is to show it. */
  readonly opened?: OpenedCard | undefined;
}
