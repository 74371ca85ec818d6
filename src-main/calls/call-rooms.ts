/** What handling a call needs from the other rooms: plain functions, so that the flow can be read and tested alone. */
import type { Action, DecidedWall } from '../../src-shared/action.ts';
import type { Answer, AnsweredBy, ApprovalCard, AskedSoFar, EditWaiting } from '../../src-shared/approval.ts';
import type { Call, Origin } from '../../src-shared/call.ts';
import type { Clock, Instant } from '../../src-shared/clock.ts';
import type { Denial } from '../../src-shared/denial.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import type { Json } from '../../src-shared/json.ts';
import type { Cut, MaskedCount } from '../../src-shared/masking.ts';
import type { MaskedResult, ToolResult } from '../../src-shared/outcome.ts';
import type { PictureEdit } from '../../src-shared/picture.ts';
import type { Mode } from '../../src-shared/settings.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import type { LiveCalls } from './live-calls.ts';

type Failed = { readonly ok: false; readonly message: string };

export interface RunContext extends DecidedWall {
  readonly call: Pick<Call, 'id' | 'origin'>;
  readonly signal: EndSignal;
  readonly budgetMs: number;
}

/** A tool as the flow sees it. */
export interface CallableTool {
  check(
    input: unknown,
  ):
    | { readonly ok: true; readonly value: Json }
    | { readonly ok: false; readonly problems: readonly string[] };
  resolve(
    input: Json,
    context: { readonly asker: string; readonly origin: Origin; readonly signal: EndSignal },
  ): Promise<{ readonly ok: true; readonly action: Action } | Failed>;
  run(
    action: Action,
    context: RunContext,
  ): Promise<{ readonly ok: true; readonly result: ToolResult; readonly cuts?: readonly Cut[] } | Failed>;
  /** The same action with the picture changed like that; missing where a tool has none. `release` of either closes both. */
  withPicture?(
    action: Action,
    edit: PictureEdit,
  ): Promise<{ readonly ok: true; readonly action: Action } | Failed>;
  /** Undefined where there is nothing to close. */
  release(action: Action): Promise<void> | undefined;
}

export type SettledQuestion =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly by: AnsweredBy }
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'withdrawn';
      readonly why: 'disconnected' | 'cancelled' | 'paused' | 'run-paused' | 'stopped' | 'shutting-down';
    }
  | { readonly kind: 'too-many' };

/** What identifies an asking, and the reason that the agent gave for it. */
interface Asking {
  /** Of what is meant (`meaningDigest`). */
  readonly digest: string;
  readonly origin: Origin;
  readonly claimedReason?: string;
}

export type Gate = 'open' | 'paused' | 'run-paused' | 'stopped' | 'shutting-down';

export interface CallRooms {
  readonly clock: Clock;
  readonly live: LiveCalls;
  /** How many calls may wait, and how many of one runtime may be under way. */
  readonly limits: { readonly waiting: number; readonly live: number };
  /** True where the person wants no program to run without a wall, not even after a yes. */
  wallRequired(): boolean;
  /** By its own name; undefined where this caller does not get it. */
  tool(name: string, origin: Origin): CallableTool | undefined;
  /** The names by which this caller knows the tools it gets. */
  toolNames(origin: Origin): readonly string[];
  /** Whether calls are taken at all now. */
  gate(origin: Origin): Gate;
  mode(origin: Origin): Mode;
  decide(action: Action, input: Json): Promise<Verdict>;
  /** Whether each call of this tool waits for the person, whatever folders and rules allow. */
  asksEachTime(tool: string, origin: Origin): boolean;
  /** A grant in memory that covers this very action, in words; one for the next time is used up by that. */
  granted(digest: string, origin: Origin): string | undefined;
  /** What the person refused before. */
  readonly refusals: {
    add(refused: Asking & Denial & { readonly callId: string; readonly summary: string }): void;
    /** Counts one more asking for what was refused; undefined where it was not, or may be asked again. */
    again(asking: Asking): (Denial & { readonly times: number; readonly waitMs?: number }) | undefined;
    takeBack(digest: string, origin: Origin): void;
  };
  /**
   * Counts a question of this asker; or says which budget of questions is used up. What will stand on one card with a
   * question that is there takes no more attention, and does not count.
   */
  takeQuestion(
    card: ApprovalCard,
    deadline: Instant,
  ): { readonly scope: 'run' | 'runtime'; readonly limit: number; readonly waitMs: number } | undefined;
  /** Counts a question that is about to be put, and says how often this asker has put it. */
  countAsked(digest: string, origin: Origin): AskedSoFar;
  /** What a card says of this machine. */
  about(origin: Origin): Pick<ApprovalCard, 'machine' | 'writable'>;
  /** `edit` is missing where there is nothing to be edited. */
  ask(card: ApprovalCard, deadline: Instant, signal: EndSignal, edit?: EditWaiting): Promise<SettledQuestion>;
  /** Whether the person looks at the results of this tool, or of this run, before they leave. */
  reviewed(tool: string, origin: Origin): boolean;
  /** Replaces the credentials in what a tool gave. Never rejects; undefined where that was not possible in time. */
  mask(given: {
    readonly result: ToolResult;
    readonly cuts: readonly Cut[];
    readonly origin: Origin;
    /** Of what the action means (`meaningDigest`); missing where there is none. */
    readonly digest?: () => string;
    readonly signal: EndSignal;
  }): Promise<MaskedResult | undefined>;
  /** What was masked in the result of this action, so that the person can let these very credentials go the next time. */
  maskedIn(call: {
    readonly id: string;
    readonly origin: Origin;
    readonly digest: string;
    /** The whole text of the action. */
    readonly text: string;
    readonly masked: readonly MaskedCount[];
    readonly prints: readonly string[];
  }): void;
  /** Whether a rule of the permission file could allow this. */
  canBeRule(action: Action, verdict: Verdict): boolean;
  /** The rules that a waiting card offers, from when it is asked to when it is answered. */
  readonly offers: {
    open(card: ApprovalCard, action: Action): void;
    close(callId: string): void;
    /** The narrowest rule for an action that nobody is asked about, as the lines of the permission file. */
    narrowest(action: Action, input: Json): Promise<string | undefined>;
  };
  /** Remembers a grant that came with a yes. A failure to save one is told to the person, the yes stands. */
  remember(card: ApprovalCard, answer: Extract<Answer, { kind: 'allow' }>): void;
  /** Puts a step in line to be written in a moment. False when the journal cannot be written. */
  record(callId: string, step: JournalStep): boolean;
  /** Resolves when the step, and all that came before it, is with the system; to false when it could not be written. */
  recordNow(callId: string, step: JournalStep): Promise<boolean>;
  /** In hex. */
  sha256(text: string): string;
  /** For faults in our own code: the log, never the agent. */
  logFault(callId: string, error: unknown): void;
}
