/** Builds the numbered snapshot that windows draw, and tells listeners that it changed. */
import {
  type AppState,
  type CallView,
  FIRST_LOOK,
  type FolderView,
  type JobView,
  type Look,
  type Notice,
  type RefusalView,
  type RuntimeView,
  type RunView,
  type WaitingView,
} from '../src-shared/app-state.ts';
import { MOST_AT_ONCE } from '../src-shared/approval.ts';
import type { Origin } from '../src-shared/call.ts';
import type { DirectView } from '../src-shared/contact.ts';
import type { GrantView } from '../src-shared/grant-view.ts';
import type { Settings } from '../src-shared/settings.ts';
import type { ToolView } from '../src-shared/tool-view.ts';
import type { Standing } from './approvals/standing-cards.ts';

/** A summary in a snapshot is at most this long; the card itself is never cut. Characters. */
const MAX_SUMMARY = 1000;

/** Of the chosen card so many neighbours on each side, so that it can be stepped from one to the next. */
const NEIGHBOURS = 2;

/** Refusals that stand in a snapshot, the newest. */
const MAX_REFUSALS = 50;

/** Grants and rules of answers that stand in a snapshot, the newest. */
const MAX_GRANTS = 50;

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
    /** A number of its own for a picture of the same state. Nobody hears of it. */
    next() {
      seq += 1;
      return seq;
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The queue as a snapshot looks at it: by its places, never as a whole. */
export interface Queue {
  readonly size: number;
  at(place: number): Standing | undefined;
  placeOf(cardId: string): number | undefined;
}

export interface StateSources {
  seq(): number;
  now(): number;
  settings(): Settings;
  runtimes(): readonly RuntimeView[];
  readonly queue: Queue;
  /** Calls that wait. */
  waitingCount(): number;
  from(origin: Origin): string;
  recent(): readonly CallView[];
  direct(): DirectView;
  jobs(): readonly JobView[];
  folders(): readonly FolderView[];
  runs(): readonly RunView[];
  refusals(): readonly RefusalView[];
  grants(): readonly GrantView[];
  notices(): readonly Notice[];
  tools(): readonly ToolView[];
  wall(): Pick<AppState['wall'], 'available' | 'text'>;
  readonly keychain: AppState['keychain'];
  journal(): AppState['journal'];
  programPath(): AppState['programPath'];
}

/** What it costs depends on what is looked at, not on how much waits. */
export function buildState(sources: StateSources, look: Look = FIRST_LOOK): AppState {
  const settings = sources.settings();
  const { queue } = sources;
  const wall = sources.wall();
  const refusals = sources.refusals();
  const grants = sources.grants();
  return {
    seq: sources.seq(),
    now: sources.now(),
    mode: settings.mode,
    paused: settings.paused,
    stopped: settings.stopped,
    runtimes: sources.runtimes(),
    tools: sources.tools(),
    folders: sources.folders(),
    waitingCount: sources.waitingCount(),
    cardCount: queue.size,
    waiting: waitingIn(queue, look, sources.from),
    look,
    newest: newestOf(queue, sources.from),
    recent: sources.recent().map((call) => ({ ...call, summary: cut(call.summary) })),
    direct: sources.direct(),
    jobs: sources.jobs().map((job) => ({ ...job, summary: cut(job.summary) })),
    runs: sources.runs().slice(-MAX_RUNS),
    refusalCount: refusals.length,
    refusals: refusals.slice(0, MAX_REFUSALS),
    grantCount: grants.length,
    grants: grants.slice(0, MAX_GRANTS),
    notices: sources.notices(),
    wall: { available: wall.available, text: wall.text, setting: settings.sandbox },
    keychain: { available: sources.keychain.available, text: sources.keychain.text },
    journal: sources.journal(),
    programPath: sources.programPath(),
    allowFromCommandLine: settings.allowFromCommandLine,
    leftOutWindows: settings.leftOutWindows,
    desktop: settings.desktop,
  };
}

/** What of the queue a window is told that looks there. */
export function waitingIn(queue: Queue, look: Look, from: StateSources['from']): readonly WaitingView[] {
  return placesIn(queue, look).flatMap((place) => waitingView(queue, place, from));
}

/** The places that this look takes in, the oldest of all first. */
function placesIn(queue: Queue, { from, count, chosen }: Look): readonly number[] {
  const places = new Set([0]);
  for (let place = from; place < from + count; place += 1) places.add(place);
  const at = chosen === undefined ? undefined : queue.placeOf(chosen);
  if (at !== undefined) {
    for (let place = at - NEIGHBOURS; place <= at + NEIGHBOURS; place += 1) places.add(place);
  }
  return [...places].sort((a, b) => a - b);
}

function newestOf(queue: Queue, from: StateSources['from']): AppState['newest'] {
  const [newest] = waitingView(queue, queue.size - 1, from);
  if (newest === undefined) return undefined;
  const { order, tool, summary } = newest;
  return { order, tool, summary };
}

/** Empty for a place at which nothing waits. */
function waitingView(queue: Queue, at: number, from: StateSources['from']): readonly WaitingView[] {
  const standing = queue.at(at);
  const [oldest] = standing?.calls.values() ?? [];
  if (standing === undefined || oldest === undefined) return [];
  const { cardId, order, since, calls } = standing;
  const { callId, digest, tool, ask, edited, summary, origin } = oldest;
  const first = firstOf(calls.values(), MOST_AT_ONCE);
  const callIds = first.map((call) => call.callId);
  const expiresAt = Math.min(...first.map((call) => call.expiresAt));
  const card = { cardId, order, at, callId, count: calls.size, callIds, digest, tool, summary: cut(summary) };
  const shown = { ...card, ask, from: from(origin), askedAt: since, expiresAt };
  return [edited ? { ...shown, isEdited: true } : shown];
}

function firstOf<T>(items: Iterable<T>, count: number): readonly T[] {
  const first: T[] = [];
  for (const item of items) if (first.push(item) === count) break;
  return first;
}

function cut(summary: string): string {
  return summary.length <= MAX_SUMMARY ? summary : `${summary.slice(0, MAX_SUMMARY)}…`;
}
