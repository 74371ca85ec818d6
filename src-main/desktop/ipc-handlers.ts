/** What each message of a window leads to: a call of the host, or a window, or a dialog. */
import { type BrowserWindow, dialog } from 'electron';
import type { AppState } from '../../src-shared/app-state.ts';
import type { AnswerReceipt, SeveralAnswers } from '../../src-shared/approval.ts';
import type { HistoryExport, HistoryFilter } from '../../src-shared/history.ts';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import type { Host } from '../host.ts';
import type { Handlers } from './ipc.ts';
import type { OurWindow, Windows } from './windows.ts';

export function ipcHandlers(host: Host, windows: Windows, setDesktop: Handlers['desktop:set']): Handlers {
  return {
    ...stateHandlers(host),
    'mode:set': (mode) => host.setMode(mode),
    'host:pause': () => host.pause(),
    'host:resume': () => host.resume(),
    'host:stop': () => host.stop(),
    'host:lift-stop': () => host.liftStop(),
    ...runHandlers(host),
    'sandbox:set': (setting) => host.setSandbox(setting),
    'command-line:allow-answers': (allowed) => host.setAllowFromCommandLine(allowed),
    'windows:leave-out': (patterns) => host.setLeftOutWindows(patterns),
    'runtime:add': (runtime) => host.addRuntime(runtime),
    'runtime:set': (request) => host.setRuntime(request),
    'runtime:remove': (profileId) => host.removeRuntime(profileId),
    'runtime:retry': (profileId) => host.retryRuntime(profileId),
    'runtime:test': (profileId) => host.testRuntime(profileId),
    'runtime:token': (request) => host.setRuntimeToken(request),
    'tool:set': (request) => host.setTool(request),
    'tool:review': (request) => host.setToolReview(request),
    'tool:ask': (request) => host.setToolAsk(request),
    'folder:add': (_none, window) => chooseFolder(window.browserWindow, host),
    'folder:remove': (path) => host.removeFolder(path),
    'folder:trust': ({ path, trusted }) => host.trustFolder(path, trusted),
    ...ruleHandlers(host.rules),
    'caller:accept': (contact) => host.acceptCaller(contact),
    'caller:refuse': (caller) => host.refuseCaller(caller),
    'invite:make': (invite) => host.inviteCaller(invite),
    'invite:withdraw': (id) => host.withdrawInvite(id),
    'direct:listen': (listen) => host.setListening(listen),
    'playground:call': ({ tool, input }) => host.playground(tool, input),
    'approvals:open': () => {
      windows.show('approval', 'focused');
      return { ok: true };
    },
    'desktop:set': setDesktop,
    ...historyHandlers(host),
    ...approvalHandlers(host),
  };
}

type HistoryChannel = 'history:look' | 'history:story' | 'history:check' | 'history:export';

function historyHandlers({ history }: Host): Pick<Handlers, HistoryChannel> {
  return {
    'history:look': (look) => history.look(look),
    'history:story': (call) => history.story(call),
    'history:check': (again) => history.check(again),
    'history:export': (filter, window) => exportHistory(window.browserWindow, history, filter),
  };
}

/** Where it goes, only the person says, in the system's own box. */
async function exportHistory(
  parent: BrowserWindow,
  history: Host['history'],
  filter: HistoryFilter,
): Promise<HistoryExport> {
  const { canceled, filePath } = await dialog.showSaveDialog(parent, {
    title: 'Export calls as JSON lines',
    buttonLabel: 'Export',
    defaultPath: `doorman-calls-${new Date().toISOString().slice(0, 10)}.jsonl`,
    filters: [{ name: 'JSON lines', extensions: ['jsonl'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || filePath === '') return { ok: false, error: 'No file was chosen.', cancelled: true };
  return history.export(filter, filePath);
}

type ApprovalHandlers = Pick<
  Handlers,
  | 'approval:card'
  | 'approval:rules'
  | 'approval:shown'
  | 'approval:arm'
  | 'approval:answer'
  | 'approval:answer-several'
  | 'approval:edit'
  | 'approval:rest'
>;

/** What concerns the cards. A yes goes to the host only past the check of the window that it came from. */
function approvalHandlers(host: Host): ApprovalHandlers {
  return {
    'approval:card': (callId) => host.card(callId) ?? null,
    'approval:rules': (callId) => host.ruleOffers(callId),
    'approval:shown': (card, window) =>
      window.safeYes.shown(card)
        ? { ok: true }
        : { ok: false, error: 'This card was not sent to this window.' },
    'approval:arm': (report, window) => window.safeYes.arm(report),
    'approval:answer': (request, window) => {
      const checked = window.safeYes.check(request);
      return checked.kind === 'accepted' ? host.answer(request, 'window') : checked;
    },
    'approval:answer-several': (request, window) => {
      const checked = window.safeYes.checkSeveral(request);
      return answerPassed(host, request, checked);
    },
    'approval:edit': (request) => host.edit(request, 'window'),
    'approval:rest': (atRest, window) => {
      window.atRest = atRest;
      return { ok: true };
    },
  };
}

function stateHandlers(host: Host): Pick<Handlers, 'state:get' | 'waiting:look'> {
  return {
    'state:get': (_none, window) => {
      window.listening = true;
      return snapshotFor(window, host);
    },
    'waiting:look': (look, window) => {
      window.look = look;
      return snapshotFor(window, host);
    },
  };
}

type RunChannel =
  | 'call:stop'
  | 'job:stop'
  | 'running:output'
  | 'job:keep'
  | 'run:pause'
  | 'run:resume'
  | 'refusal:forgive'
  | 'result:whole-next'
  | 'grant:end'
  | 'run:review-of-call'
  | 'run:review-no-more';

/** What concerns single calls, jobs and runs. */
function runHandlers(host: Host): Pick<Handlers, RunChannel> {
  return {
    'call:stop': (callId) => host.stopCall(callId),
    'job:stop': (jobId) => host.stopJob(jobId),
    'running:output': (id) => host.outputOf(id),
    'job:keep': (jobId) => host.keepJob(jobId, 'window'),
    'run:pause': (run) => host.pauseRun(run),
    'run:resume': (run) => host.resumeRun(run),
    'result:whole-next': (request) => host.setWholeNext(request),
    'refusal:forgive': (refusalId) => host.forgive(refusalId, 'window'),
    'grant:end': (ref) => host.endGrant(ref, 'window'),
    'run:review-of-call': (callId) => host.reviewRunOf(callId),
    'run:review-no-more': (run) => host.reviewNoMore(run),
  };
}

type RuleChannel = Extract<keyof Handlers, `rules:${string}`>;

function ruleHandlers(rules: Host['rules']): Pick<Handlers, RuleChannel> {
  return {
    'rules:list': () => rules.list(),
    'rules:examples': (id) => rules.examples(id),
    'rules:try': (request) => rules.try(request),
    'rules:put': (request) => rules.put(request),
    'rules:remove': (id) => rules.remove(id),
    'rules:undo': (undo) => rules.undo(undo),
    'rules:replay': (request) => rules.replay(request),
    'rules:replay-more': (id) => rules.replayMore(id),
  };
}

/** Hands on the calls whose answers passed the check, and tells of each call what became of it. */
function answerPassed(
  host: Host,
  request: SeveralAnswers,
  checked: readonly AnswerReceipt[],
): readonly AnswerReceipt[] {
  const calls = request.calls.filter((_call, at) => checked[at]?.kind === 'accepted');
  const answered = host.answerSeveral({ ...request, calls }, 'window').values();
  return checked.map((receipt) =>
    receipt.kind === 'accepted' ? (answered.next().value ?? receipt) : receipt,
  );
}

/** The snapshot as this window gets it, noted down where answers will refer to it. */
export function snapshotFor(window: OurWindow, host: Host): AppState {
  const state = { ...host.snapshot(window.look), ...(window.opened && { opened: window.opened }) };
  window.safeYes.pushed(state);
  return state;
}

async function chooseFolder(parent: BrowserWindow, host: Host): Promise<ActionReply> {
  const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
    title: 'Add a folder that agents may read',
    buttonLabel: 'Add folder',
    properties: ['openDirectory'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? { ok: true } : host.addFolder(path);
}
