/** Everything a window may draw, as one numbered snapshot. Main holds the truth; a window never computes it. */
import type { AnsweredBy } from './approval.ts';
import type { OutcomeKind } from './outcome.ts';
import type { Mode, Sandbox } from './settings.ts';
import type { AskKind } from './verdict.ts';

/** Where one connection stands. `blocked` needs the person; `waiting` tries again by itself at `retryAt`. */
export type LinkStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'handshaking' }
  | { readonly kind: 'open'; readonly connectionId: string; readonly accepted: readonly string[] }
  | { readonly kind: 'waiting'; readonly why: string; readonly retryAt: number }
  | { readonly kind: 'blocked'; readonly why: string };

export interface RuntimeView {
  readonly profileId: string;
  readonly name: string;
  readonly url: string;
  readonly embedded: boolean;
  readonly status: LinkStatus;
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

/** A waiting call in brief; the whole card is fetched by id. `summary` is cut to 4 KiB, the card never is. */
export interface WaitingView {
  readonly callId: string;
  readonly digest: string;
  readonly tool: string;
  readonly summary: string;
  readonly from: string;
  readonly ask: AskKind;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** A call that ended or runs, for the list of the last calls. */
export interface CallView {
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly from: string;
  readonly receivedAt: number;
  readonly state: 'deciding' | 'waiting' | 'running' | 'ended';
  readonly outcome?: OutcomeKind;
  readonly answeredBy?: AnsweredBy | 'rule' | 'mode';
  readonly durationMs?: number;
}

export interface Notice {
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface ToolView {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
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
  readonly waitingCount: number;
  /** The oldest waiting calls, at most 32 (the flood limit). */
  readonly waiting: readonly WaitingView[];
  readonly recent: readonly CallView[];
  readonly notices: readonly Notice[];
  readonly wall: { readonly available: boolean; readonly text: string; readonly setting: Sandbox };
  readonly keychain: { readonly available: boolean; readonly text: string };
  readonly allowFromCommandLine: boolean;
}

/** One word for the whole host, as the tray and the command line say it. The first that applies wins. */
export type OverallState = 'stopped' | 'paused' | 'needs-you' | 'connected' | 'connecting' | 'offline';

export function overallState(state: AppState): OverallState {
  if (state.stopped) return 'stopped';
  if (state.paused) return 'paused';
  if (state.waitingCount > 0) return 'needs-you';
  const kinds = state.runtimes.map((runtime) => runtime.status.kind);
  if (kinds.includes('open')) return 'connected';
  if (kinds.some((kind) => kind === 'connecting' || kind === 'handshaking')) return 'connecting';
  return 'offline';
}
