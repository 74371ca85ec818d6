/** The host as its surfaces see it (windows, tray, command line): one snapshot, and what a person may do. */
import type { AppState, Look } from '../src-shared/app-state.ts';
import type {
  AnsweredBy,
  AnswerReceipt,
  AnswerRequest,
  EditRequest,
  RuleOffer,
  SeveralAnswers,
  StandingCard,
} from '../src-shared/approval.ts';
import type { NewContact, NewInvite, RefusedCaller } from '../src-shared/contact.ts';
import type { DesktopChange } from '../src-shared/desktop-settings.ts';
import type {
  Failed,
  HistoryCheck,
  HistoryExport,
  HistoryFilter,
  HistoryLook,
  HistoryPage,
  HistoryStory,
} from '../src-shared/history.ts';
import type {
  ActionReply,
  AddRuntime,
  InviteReply,
  LiveOutputReply,
  PlaygroundReply,
  RuntimeToken,
  SetRuntime,
  ToolSwitch,
  WholeNext,
} from '../src-shared/ipc-contract.ts';
import type { Json } from '../src-shared/json.ts';
import type {
  ReplayReply,
  ReplayRequest,
  RuleExamples,
  RulePut,
  RuleRemoval,
  RulesView,
  TryReply,
  TryRequest,
} from '../src-shared/rule-view.ts';
import type { RuntimeTest } from '../src-shared/runtime-test.ts';
import type { Mode, Sandbox } from '../src-shared/settings.ts';

export interface Host {
  state(): AppState;
  /** The same for one window, with what that looks at, under a number that no other picture has. */
  snapshot(look: Look): AppState;
  /** Calls `listener` after each change of the snapshot; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /** The card that this call stands on, alone or with equal ones. */
  card(callId: string): StandingCard | undefined;
  answer(request: AnswerRequest, by: AnsweredBy): AnswerReceipt;
  /** One receipt a call, in the order in which they are named; each is settled or not by itself. */
  answerSeveral(request: SeveralAnswers, by: AnsweredBy): readonly AnswerReceipt[];
  /** Puts another input in place of a waiting call's; the call waits on with a card that says what that would do. */
  edit(request: EditRequest, by: AnsweredBy): Promise<AnswerReceipt>;
  /** Refuses the calls of a run (or runtime) until it is resumed; what runs goes on. By its id here or its own name. */
  pauseRun(run: string): Promise<ActionReply>;
  resumeRun(run: string): Promise<ActionReply>;
  /** Lets be asked again what was refused. */
  forgive(refusalId: string, by: AnsweredBy): ActionReply;
  /** The rules that would allow a waiting call from now on, the narrowest first. */
  ruleOffers(callId: string): Promise<readonly RuleOffer[]>;
  /** Ends a grant or a rule by its id, or all that the answer to a call gave; the same is then asked about again. */
  endGrant(ref: string, by: AnsweredBy): Promise<ActionReply>;
  readonly rules: HostRules;
  setMode(mode: Mode): Promise<ActionReply>;
  pause(): Promise<ActionReply>;
  resume(): Promise<ActionReply>;
  /** Refuses what waits, ends what runs, and stays in force over restarts. Resolves when everything has ended. */
  stop(): Promise<ActionReply>;
  liftStop(): Promise<ActionReply>;
  /** Lets the credentials that were masked in this call's result go in the next result of the same action, or no more. */
  setWholeNext(request: WholeNext): Promise<ActionReply>;
  /** Ends one call that runs. */
  stopCall(callId: string): Promise<ActionReply>;
  /** The end of what a job, or a call that runs, printed so far, without credentials. */
  outputOf(id: string): Promise<LiveOutputReply>;
  /** Ends a job with all that it started. */
  stopJob(jobId: string): Promise<ActionReply>;
  /** Lets a job run on, within its budget, when the run that started it is over. */
  keepJob(jobId: string, by: AnsweredBy): ActionReply;
  /** Resolves when the wall was looked for anew: what is in force is then in the snapshot. */
  setSandbox(setting: Sandbox): Promise<ActionReply>;
  setAllowFromCommandLine(allowed: boolean): Promise<ActionReply>;
  /** Keeps these windows, and no others, out of what agents see of the screen. */
  setLeftOutWindows(patterns: readonly string[]): Promise<ActionReply>;
  /** Keeps how Doorman calls its person on the desktop. What the system must do for it is the desktop's part. */
  setDesktop(change: DesktopChange): Promise<ActionReply>;
  addRuntime(runtime: AddRuntime): Promise<ActionReply>;
  /** Changes what is named; it counts for calls from the next connection on, which comes after the answers still due. */
  setRuntime(request: SetRuntime): Promise<ActionReply>;
  removeRuntime(profileId: string): Promise<ActionReply>;
  retryRuntime(profileId: string): ActionReply;
  /** Asks an open connection for a sign of life, or tries to connect; resolves when it is known what works. */
  testRuntime(profileId: string): Promise<RuntimeTest>;
  /** Replaces the token and connects with it, after the answers that are still due. */
  setRuntimeToken(request: RuntimeToken): Promise<ActionReply>;
  /** Switches a tool on or off, for one runtime or for all. Off counts at once. */
  setTool(request: ToolSwitch): Promise<ActionReply>;
  /** Whether the person looks at the results of a tool before they leave, for one runtime or for all. */
  setToolReview(request: ToolSwitch): Promise<ActionReply>;
  /** Whether each call of a tool waits for the person, for one runtime or for all, whatever folders and rules allow. */
  setToolAsk(request: ToolSwitch): Promise<ActionReply>;
  /** From now on the person looks at the results of the run of this waiting or running call. */
  reviewRunOf(callId: string): ActionReply;
  /** The results of this run (by its id here) leave unseen again. */
  reviewNoMore(run: string): Promise<ActionReply>;
  /** What only the desktop hears: the machine woke up. */
  worldChanged(how: 'woke' | 'network'): void;
  /** While it is on, nothing can be allowed. Rules and modes go on to decide. */
  setScreenLocked(locked: boolean): void;
  addFolder(path: string): Promise<ActionReply>;
  removeFolder(path: string): Promise<ActionReply>;
  /** Trusting takes the project's own rules as they are now; they count until the file changes. */
  trustFolder(path: string, trusted: boolean): Promise<ActionReply>;
  /** Lets a caller with a key run tools directly, within the whitelist, or changes what it may. */
  acceptCaller(contact: NewContact): Promise<ActionReply>;
  /** Ends a contact at once, or turns a stranger away; with `block`, for ever. */
  refuseCaller(caller: RefusedCaller): Promise<ActionReply>;
  inviteCaller(invite: NewInvite): Promise<InviteReply>;
  withdrawInvite(id: string): ActionReply;
  /** Opens or closes the signed door of direct execution. */
  setListening(listen: boolean): Promise<ActionReply>;
  /** Calls a tool as an agent would, through the embedded runtime and its real socket. */
  playground(tool: string, input: Json): Promise<PlaygroundReply>;
  /** The journal, for who looks at it. */
  readonly history: HistoryView;
  /** Adds or replaces a notice (or takes it away with `undefined`) that only a surface can know, as a missing tray. */
  notice(id: string, notice: { level: 'info' | 'warning' | 'error'; text: string } | undefined): void;
  /** Refuses what waits, ends what runs, closes links and files. */
  shutdown(): Promise<void>;
}

/** The rules in force. Nothing here runs a call, or asks about one. */
export interface HostRules {
  list(): Promise<RulesView>;
  /** What it would allow; null for one that is not in force any more. */
  examples(id: string): Promise<RuleExamples | null>;
  try(request: TryRequest): Promise<TryReply>;
  /** Puts a rule into the person's file, or changes one of it. */
  put(request: RulePut): Promise<ActionReply>;
  remove(id: string): Promise<RuleRemoval>;
  undo(undo: string): Promise<ActionReply>;
  /** Begins to judge the last recorded calls once more. It goes on as long as somebody asks for more. */
  replay(request: ReplayRequest): Promise<ReplayReply>;
  replayMore(id: string): Promise<ReplayReply>;
}

export interface HistoryView {
  /** Calls of the journal, the newest first. */
  look(look: HistoryLook): Promise<HistoryPage | Failed>;
  /** Every step of one call. */
  story(call: string): Promise<HistoryStory | Failed>;
  /** Writes them to a file of this user alone, as JSON lines. */
  export(filter: HistoryFilter, file: string): Promise<HistoryExport>;
  /** How the check of the whole journal stands; begins one where `again` says so, or the last one is old. */
  check(again: boolean): HistoryCheck;
}

/** A change that gives agents more than they had, in words for the person. */
export interface WideningQuestion {
  readonly message: string;
  readonly detail: string;
  /** The button that makes the change. */
  readonly yes: string;
}

/** Asks where no page and no agent can answer. */
export type Confirm = (question: WideningQuestion) => Promise<boolean>;

/** What only a desktop can do for a tool, handed to the host by it. */
export type { ScreenCapture } from './tools/screen.ts';

export interface ComposedHost {
  readonly ok: true;
  readonly host: Host;
  /** Base address of the embedded runtime. */
  readonly embeddedUrl: string;
}

/** A host, or the sentence that says why there is none (another one holds the home, a folder cannot be made). */
export type ComposeResult = ComposedHost | { readonly ok: false; readonly problem: string };
