/** Builds the rooms that handle a call and joins them: every door leads into the same flow. */
import { hash, randomUUID } from 'node:crypto';
import type { ApprovalCard } from '../src-shared/approval.ts';
import type { Origin } from '../src-shared/call.ts';
import type { Clock, Instant } from '../src-shared/clock.ts';
import type { Mode } from '../src-shared/settings.ts';
import { AlwaysRules } from './always-rules.ts';
import { ApprovalQueue } from './approvals/approval-queue.ts';
import { AskedCounts } from './approvals/asked-counts.ts';
import { Grants } from './approvals/grants.ts';
import { type OverBudget, PromptBudgets } from './approvals/prompt-budgets.ts';
import { Refusals } from './approvals/refusals.ts';
import { Runs } from './approvals/runs.ts';
import { WholeResults } from './approvals/whole-results.ts';
import type { CallRooms } from './calls/call-rooms.ts';
import { doorOf, LiveCalls, originLabel } from './calls/live-calls.ts';
import { faultText } from './fault-text.ts';
import { openHostJournal, sayJournalState } from './host-journal.ts';
import { createChangeCounter } from './host-state.ts';
import { Jobs } from './jobs/jobs.ts';
import type { Journal } from './journal/journal.ts';
import { type RecordedCall, readLastCalls } from './journal/last-calls.ts';
import { createFacts, createJudge } from './judge.ts';
import { rememberAnswer, rememberLate } from './lasting-answers.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createNotices, type Notices } from './notices.ts';
import { type OfferedTools, offeredTools } from './offered-tools.ts';
import type { OpenedRooms } from './open-rooms.ts';
import { type OpenRuntimesOptions, openRuntimes } from './open-runtimes.ts';
import { askedSecret } from './policy/asked-secret.ts';
import { secretTwin } from './policy/secret-twins.ts';
import { refusedPlace, secretContent, secretPlace } from './policy/sensitive.ts';
import { canBeRule } from './policy/suggest-rules.ts';
import { Projects } from './projects.ts';
import { RuleOffers } from './rule-offers.ts';
import type { Runtimes } from './runtimes.ts';
import { sayWritten } from './say-written.ts';
import { systemClock } from './system-clock.ts';
import { asksEachTime, isReviewed } from './tool-modes.ts';
import type { Tool } from './tools/define-tool.ts';
import { createTools } from './tools/registry.ts';
import { RunOutputs } from './tools/run-outputs.ts';
import type { ScreenCapture } from './tools/screen.ts';
import type { JobContent } from './tools/shell-jobs.ts';
import { shortPath } from './tools/short-path.ts';

export interface JoinOptions extends OpenRuntimesOptions {
  readonly journalFolder: string;
  readonly screen?: ScreenCapture;
  /** By which jobs end; the system's own where it is missing. */
  readonly jobsClock?: Clock;
  /** Those of DESIGN.md where they are missing. */
  readonly limits?: Limits;
}

/** What one answer may have on the wire: the frame limit of the published runtime, less room for the frame. Bytes. */
const MAX_RESULT_BYTES = 1024 * 1024 - 16 * 1024;

export interface Joined {
  readonly limits: Limits;
  readonly opened: OpenedRooms;
  readonly counter: ReturnType<typeof createChangeCounter>;
  readonly notices: Notices;
  readonly live: LiveCalls;
  readonly jobs: Jobs<JobContent>;
  readonly outputs: RunOutputs;
  readonly grants: Grants;
  readonly offers: RuleOffers;
  readonly always: AlwaysRules;
  readonly refusals: Refusals;
  readonly whole: WholeResults;
  readonly budgets: PromptBudgets;
  readonly asked: AskedCounts;
  readonly runs: Runs;
  readonly queue: ApprovalQueue;
  readonly journal: Journal;
  /** What the journal has, the newest first. Rejects where it cannot be read. */
  lastCalls(most: number): Promise<readonly RecordedCall[]>;
  readonly tools: readonly Tool[];
  readonly offered: OfferedTools;
  readonly runtimes: Runtimes;
  readonly projects: Projects;
  /** Set once the host ends: no call is taken from then on. */
  readonly ending: { now: boolean };
  /** As far as the desktop hears of it. */
  readonly screenLock: { on: boolean };
}

/** Connects nothing yet: that is for the caller, once all is joined. */
export function joinRooms(opened: OpenedRooms, options: JoinOptions): Joined {
  const counter = createChangeCounter();
  const { changed } = counter;
  // Rooms ask each other later, when all of them are there.
  const all = () => joined;
  const jobs = openJobs(all, options.jobsClock ?? systemClock);
  const outputs = new RunOutputs();
  const tools = openTools(all, opened, { jobs, outputs }, options.screen);
  const joined: Joined = {
    limits: options.limits ?? LIMITS,
    opened,
    counter,
    notices: createNotices(changed),
    live: new LiveCalls(changed),
    jobs,
    outputs,
    ...openApprovals(all, opened, options.limits ?? LIMITS),
    whole: new WholeResults(systemClock, changed),
    journal: openHostJournal(opened, options.journalFolder, () => joined.runtimes.secrets()),
    lastCalls: (most) => readLastCalls(options.journalFolder, most),
    tools,
    offered: offeredTools({
      tools,
      maxResultBytes: MAX_RESULT_BYTES,
      settings: opened.settings.current,
      profile: (id) => joined.runtimes.profile(id),
    }),
    runtimes: openRuntimes(opened, all, () => rooms, options),
    projects: new Projects(opened.settings.current, opened.permissionReader, changed),
    ending: { now: false },
    screenLock: { on: false },
  };
  sayJournalState(opened.journalStart, joined.journal, joined.notices);
  const rooms = callRooms(joined, options.log);
  return joined;
}

/** What questions wait in, and what their answers leave behind. */
function openApprovals(joined: () => Joined, opened: OpenedRooms, limits: Limits) {
  const changed = () => joined().counter.changed();
  return {
    grants: new Grants(askerRooms('g', changed)),
    offers: openOffers(joined, opened),
    always: new AlwaysRules({
      permissions: opened.permissions,
      label: ({ origin }) => originLabel(origin),
      now: Date.now,
      onChange: changed,
    }),
    refusals: new Refusals(askerRooms('no', changed)),
    budgets: new PromptBudgets(systemClock, limits),
    asked: new AskedCounts(),
    runs: new Runs(askerRooms('run', changed)),
    queue: new ApprovalQueue({
      clock: systemClock,
      limit: limits.waiting,
      screenLocked: () => joined().screenLock.on,
      snapshot: () => joined().counter.seq(),
      onChange: changed,
      onLate: (late) => rememberLate(joined(), late),
      isOffered: (callId, lines) => joined().offers.told(callId, lines) !== undefined,
    }),
  };
}

function openOffers(joined: () => Joined, opened: OpenedRooms): RuleOffers {
  return new RuleOffers({
    facts: (action) => createFacts(opened, joined().projects)(action),
    tool: ({ tool, origin }) => joined().offered.callable(tool, origin),
    now: Date.now,
  });
}

function openJobs(joined: () => Joined, clock: Clock): Jobs<JobContent> {
  return new Jobs({
    clock,
    newId: () => `j-${randomUUID().slice(0, 8)}`,
    record: (callId, step) => sayWritten(joined(), joined().journal.append(callId, step)),
    isConnected: (profileId) => joined().runtimes.isOpen(profileId),
    isPaused: () => joined().opened.settings.current().paused,
    label: originLabel,
    onChange: () => joined().counter.changed(),
  });
}

function askerRooms(prefix: string, onChange: () => void) {
  const newId = () => `${prefix}-${randomUUID().slice(0, 8)}`;
  return { clock: systemClock, newId, label: originLabel, onChange };
}

function openTools(
  joined: () => Joined,
  opened: OpenedRooms,
  kept: Pick<Joined, 'jobs' | 'outputs'>,
  screen: ScreenCapture | undefined,
): readonly Tool[] {
  const { places, shell, parser, wall, network } = opened;
  const { home, folders, secretPlaces, ownPaths } = places;
  return createTools({
    home,
    folders,
    parseShell: (text, cwd, turn) =>
      parser.parse(text, { cwd, home, user: shell.user, shell: shell.shell }, turn),
    sniffSecret: secretContent,
    secretTwin: (identity) => secretTwin(identity, secretPlaces()),
    shell,
    wall: wall.current,
    openNetwork: network.open,
    secretPlaces,
    ownPaths,
    secretPlace,
    secretAsked: askedSecret,
    refusedPlace: (path) => refusedPlace(path, ownPaths),
    ...kept,
    maxResultBytes: MAX_RESULT_BYTES,
    now: Date.now,
    leftOutWindows: () => opened.settings.current().leftOutWindows,
    onRemarks(callId, remarks) {
      sayWritten(joined(), joined().journal.append(callId, { step: 'remarked', remarks }));
      joined().live.remark(callId, remarks.join(' '));
    },
    ...(screen ? { screen } : {}),
  });
}

/** What the flow of a call gets of the joined rooms. */
export function callRooms(joined: Joined, log: JoinOptions['log']): CallRooms {
  const { opened, live, queue, grants } = joined;
  return {
    clock: systemClock,
    live,
    limits: joined.limits,
    wallRequired: () => opened.wall.current().required,
    tool: joined.offered.callable,
    toolNames: joined.offered.names,
    gate: (origin) => gate(joined, origin),
    mode: (origin) => modeFor(joined, origin),
    decide: createJudge(opened, joined.projects, Date.now),
    asksEachTime: (tool, origin) => asksEachTime(joined, tool, origin),
    granted: (digest, origin) => grants.use(digest, origin),
    refusals: joined.refusals,
    takeQuestion: (card, deadline) => takeQuestion(joined, card, deadline),
    countAsked: (digest, origin) => joined.asked.count(digest, origin),
    about: (origin) => aboutMachine(joined, origin),
    ask: (card, deadline, signal, edit) => queue.ask(card, deadline, signal, edit),
    reviewed: (tool, origin) => isReviewed(joined, tool, origin),
    mask({ digest, origin, ...given }) {
      const spared = digest ? joined.whole.take(digest, origin) : [];
      return opened.masker.mask({ ...given, spared, asker: doorOf(origin) });
    },
    maskedIn: (call) => joined.whole.masked(call),
    sha256: (text) => hash('sha256', text, 'hex'),
    canBeRule,
    offers: joined.offers,
    remember: (card, answer) => rememberAnswer(joined, card, answer),
    record: (callId, step) => sayWritten(joined, joined.journal.queue(callId, step)),
    recordNow: (callId, step) =>
      joined.journal.appendTogether(callId, step).then((written) => sayWritten(joined, written)),
    logFault: (callId, error) => log(`call ${callId}: ${faultText(error)}`),
  };
}

function modeFor({ opened, runtimes }: Joined, origin: Origin): Mode {
  const own = origin.door === 'client-tools' ? runtimes.profile(origin.profileId)?.mode : undefined;
  return own ?? opened.settings.current().mode;
}

function aboutMachine({ opened, runtimes }: Joined, origin: Origin): ReturnType<CallRooms['about']> {
  const { home, folders } = opened.places;
  const machine = origin.door === 'client-tools' ? runtimes.profile(origin.profileId)?.machine : undefined;
  const writable = folders().map((folder) => shortPath(folder, home));
  return { writable, ...(machine === undefined ? {} : { machine }) };
}

/** What finds no place in the queue asks nobody, and what joins a card asks nothing more: neither counts. */
function takeQuestion(
  { queue, budgets, runs }: Joined,
  card: ApprovalCard,
  deadline: Instant,
): OverBudget | undefined {
  if (queue.isFull || queue.joins(card, deadline)) return undefined;
  const over = budgets.take(card.origin);
  if (over) runs.askedTooMuch(card.origin, over);
  return over;
}

function gate({ ending, opened, runs }: Joined, origin: Origin): ReturnType<CallRooms['gate']> {
  if (ending.now) return 'shutting-down';
  const { stopped, paused } = opened.settings.current();
  if (stopped) return 'stopped';
  if (paused) return 'paused';
  return runs.isPaused(origin) ? 'run-paused' : 'open';
}

/** Warnings that one notice holds. */
const MOST_WARNINGS = 10;

/** Tells the person what is wrong with the permission file, if anything. */
export async function sayPermissionState({
  opened,
  notices,
}: Pick<Joined, 'opened' | 'notices'>): Promise<void> {
  const { problem, warnings } = await opened.permissions.current();
  notices.set('permissions', problem === undefined ? undefined : { level: 'error', text: problem.text });
  const more = warnings.length > MOST_WARNINGS ? [`And ${warnings.length - MOST_WARNINGS} more.`] : [];
  const text = [...warnings.slice(0, MOST_WARNINGS), ...more].join(' ');
  notices.set('permission-warnings', text === '' ? undefined : { level: 'warning', text });
}
