/** The host as windows, tray and command line see it: one snapshot to draw, and what a person may do. */

import { lastOf } from '../src-shared/last-of.ts';
import type { ProgramPath } from '../src-shared/program-path.ts';
import { originLabel } from './calls/live-calls.ts';
import { directActions } from './direct-actions.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';
import type { Confirm, Host } from './host.ts';
import { hostActions } from './host-actions.ts';
import { journalView } from './host-journal.ts';
import { buildState, type StateSources } from './host-state.ts';
import type { Joined } from './join-rooms.ts';
import { endGrant, grantViews } from './lasting-answers.ts';
import type { Direct } from './open-direct.ts';
import { openRuleDesk } from './open-rule-desk.ts';
import { resultActions } from './result-actions.ts';
import { runningActions } from './running-actions.ts';
import { runtimeActions } from './runtime-actions.ts';
import { usablePath } from './tools/user-path.ts';

export function hostSurface(
  joined: Joined,
  embedded: EmbeddedRuntime,
  confirm: Confirm,
  direct: Direct,
): Omit<Host, 'shutdown' | 'history'> {
  const { opened, counter, queue, notices, runtimes } = joined;
  const sources = stateSources(joined, direct);
  sayWhatIsMissing(joined);
  return {
    state: () => buildState(sources),
    snapshot(look) {
      counter.next();
      return buildState(sources, look);
    },
    onChange: counter.onChange,
    card: (callId) => queue.card(callId),
    answer: (request, by) => queue.answer(request, by),
    answerSeveral: (request, by) => queue.answerSeveral(request, by),
    ruleOffers: (callId) => joined.offers.list(callId),
    endGrant: (ref, by) => endGrant(joined, ref, by),
    setScreenLocked(locked) {
      joined.screenLock.on = locked;
    },
    edit: (request, by) => queue.edit(request, by),
    notice: notices.set,
    rules: openRuleDesk(joined, confirm),
    ...actionsOf(joined, embedded, confirm),
    ...runningActions(joined),
    ...directActions({ direct, settings: opened.settings, confirm, changed: counter.changed }),
    ...resultActions(joined, confirm),
    ...runtimeActions({
      settings: opened.settings,
      runtimes,
      jobs: joined.jobs,
      confirm,
      toolNames: () => joined.tools.map(({ name }) => name),
      changed: counter.changed,
    }),
  };
}

function stateSources(joined: Joined, direct: Direct): StateSources {
  const { opened, counter, queue, live, notices, runtimes } = joined;
  const pathInForce = lastOf((folders: readonly string[]) => programPathIn(opened.programPath, folders));
  return {
    seq: counter.seq,
    now: Date.now,
    settings: opened.settings.current,
    runtimes: () => runtimes.views(),
    queue: queue.cards,
    waitingCount: () => queue.size,
    from: originLabel,
    recent: () => live.views().map((call) => joined.whole.marked(call)),
    direct: direct.view,
    jobs: () => joined.jobs.views(),
    folders: () => joined.projects.views(),
    runs: () => joined.runs.views(),
    refusals: () => joined.refusals.views(),
    grants: () => grantViews(joined),
    notices: notices.list,
    tools: () => joined.offered.forAll(),
    wall: opened.wall.current,
    keychain: opened.keychain,
    programPath: () => pathInForce(opened.places.folders()),
    journal: () => journalView(opened.journalStart, joined.journal),
  };
}

/** Where commands look programs up now: nowhere that an agent may write to. */
function programPathIn(path: ProgramPath, folders: readonly string[]): ProgramPath {
  const entries = usablePath(path.entries, folders);
  const inFolder = path.entries.filter((entry) => !entries.includes(entry));
  const dropped = inFolder.map((entry) => ({ entry, why: 'it lies in an added folder' }));
  return { ...path, entries, dropped: [...path.dropped, ...dropped] };
}

function sayWhatIsMissing(joined: Joined): void {
  const { opened, notices } = joined;
  const { settings, keychain } = opened;
  if (settings.problem) notices.set('settings', { level: 'error', text: settings.problem });
  if (!keychain.available) notices.set('keychain', { level: 'warning', text: keychain.text });
  sayWallState(joined);
}

function actionsOf(joined: Joined, embedded: EmbeddedRuntime, confirm: Confirm) {
  const { opened, live, jobs, grants, projects, counter } = joined;
  return hostActions({
    projects,
    settings: opened.settings,
    live,
    jobs,
    grants,
    whole: joined.whole,
    embedded,
    confirm,
    async lookForWall() {
      await opened.wall.lookAgain();
      sayWallState(joined);
      counter.changed();
    },
    changed: counter.changed,
  });
}

/** Says what is missing where there is no wall. */
function sayWallState({ opened, notices }: Joined): void {
  const { available, text } = opened.wall.current();
  notices.set('wall', available ? undefined : { level: 'warning', text });
}
