/** Builds the numbered snapshot that windows draw, and tells listeners that it changed. */
import type {
  AppState,
  CallView,
  FolderView,
  JobView,
  Notice,
  RefusalView,
  RuntimeView,
  RunView,
  ToolView,
  WaitingView,
} from '../src-shared/app-state.ts';
import { MOST_AT_ONCE } from '../src-shared/approval.ts';
import type { Origin } from '../src-shared/call.ts';
import type { Settings } from '../src-shared/settings.ts';
import type { Standing } from './approvals/standing-cards.ts';

/** A summary in a snapshot is at most this long; the card itself is never cut. Characters. */
const MAX_SUMMARY = 1000;

/** At most this many cards stand in a snapshot. */
const MAX_WAITING = 32;

/** Refusals that stand in a snapshot, the newest. */
const MAX_REFUSALS = 50;

/** Runs that stand in a snapshot: those that were heard last. */
const MAX_RUNS = 20;

/** Numbers the states: every change raises the number before anybody hears of it. */
export function createChangeCounter() {
  let seq = 1;
  const listeners = new Set<() => void>();
  return {
    seq: () => seq,
    changed() {
      seq += 1;
      for (const listener of listeners) listener();
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export interface StateSources {
  seq(): number;
  now(): number;
  settings(): Settings;
  runtimes(): readonly RuntimeView[];
  waiting(): readonly Standing[];
  from(origin: Origin): string;
  recent(): readonly CallView[];
  jobs(): readonly JobView[];
  folders(): readonly FolderView[];
  runs(): readonly RunView[];
  refusals(): readonly RefusalView[];
  notices(): readonly Notice[];
  tools(): readonly ToolView[];
  wall(): Pick<AppState['wall'], 'available' | 'text'>;
  readonly keychain: AppState['keychain'];
  journal(): AppState['journal'];
}

export function buildState(sources: StateSources): AppState {
  const settings = sources.settings();
  const waiting = sources.waiting();
  const wall = sources.wall();
  const refusals = sources.refusals();
  return {
    seq: sources.seq(),
    now: sources.now(),
    mode: settings.mode,
    paused: settings.paused,
    stopped: settings.stopped,
    runtimes: sources.runtimes(),
    tools: sources.tools(),
    folders: sources.folders(),
    waitingCount: waiting.reduce((sum, { calls }) => sum + calls.size, 0),
    cardCount: waiting.length,
    waiting: waiting.slice(0, MAX_WAITING).flatMap((standing) => waitingView(standing, sources.from)),
    recent: sources.recent().map((call) => ({ ...call, summary: cut(call.summary) })),
    jobs: sources.jobs().map((job) => ({ ...job, summary: cut(job.summary) })),
    runs: sources.runs().slice(-MAX_RUNS),
    refusalCount: refusals.length,
    refusals: refusals.slice(0, MAX_REFUSALS),
    notices: sources.notices(),
    wall: { available: wall.available, text: wall.text, setting: settings.sandbox },
    keychain: { available: sources.keychain.available, text: sources.keychain.text },
    journal: sources.journal(),
    allowFromCommandLine: settings.allowFromCommandLine,
  };
}

function waitingView(standing: Standing, from: StateSources['from']): readonly WaitingView[] {
  const { cardId, since, calls } = standing;
  const [oldest] = calls.values();
  if (!oldest) return [];
  const { callId, digest, tool, ask, summary, origin } = oldest;
  const callIds = [...calls.keys()].slice(0, MOST_AT_ONCE);
  const expiresAt = Math.min(...[...calls.values()].map((call) => call.expiresAt));
  const card = { cardId, callId, count: calls.size, callIds, digest, tool, summary: cut(summary), ask };
  return [{ ...card, from: from(origin), askedAt: since, expiresAt }];
}

function cut(summary: string): string {
  return summary.length <= MAX_SUMMARY ? summary : `${summary.slice(0, MAX_SUMMARY)}…`;
}
