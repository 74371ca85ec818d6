/** The contract between windows and main: per channel its argument, its reply, the windows that may use it. */
import { z } from 'zod';
import { type AppState, type Look, MOST_LOOKED_AT } from './app-state.ts';
import {
  type AnswerReceipt,
  type ArmReply,
  answerRequestSchema,
  armRequestSchema,
  editRequestSchema,
  type RuleOffer,
  type StandingCard,
  severalAnswersSchema,
} from './approval.ts';
import { newContactSchema, newInviteSchema, refusedCallerSchema } from './contact.ts';
import { desktopChangeSchema } from './desktop-settings.ts';
import {
  type Failed,
  type HistoryCheck,
  type HistoryExport,
  type HistoryPage,
  type HistoryStory,
  historyFilterSchema,
  historyLookSchema,
} from './history.ts';
import type { Channel } from './ipc-channels.ts';
import type { Json } from './json.ts';
import {
  type ReplayReply,
  type RuleExamples,
  type RuleRemoval,
  type RulesView,
  replayRequestSchema,
  rulePutSchema,
  type TryReply,
  trySchema,
} from './rule-view.ts';
import type { RuntimeTest } from './runtime-test.ts';
import {
  bearerWaySchema,
  invokeTimeoutSchema,
  leftOutWindowsSchema,
  machineNameSchema,
  modeSchema,
  profileSchema,
  sandboxSchema,
} from './settings.ts';

export type WindowKind = 'main' | 'approval';

/** The reply to an action that a person takes in a window. */
export type ActionReply =
  | { readonly ok: true }
  /** `cancelled`: the person was asked once more, and thought better of it. */
  | { readonly ok: false; readonly error: string; readonly cancelled?: true };

/** What the playground shows: what the agent would have received. */
export type PlaygroundReply =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly error: string };

/** The end of what one stream of a job printed, and how many bytes of it were before. */
export interface LiveStream {
  readonly text: string;
  readonly before: number;
}

export type LiveOutputReply =
  | { readonly ok: true; readonly stdout: LiveStream; readonly stderr: LiveStream }
  | { readonly ok: false; readonly error: string };

/** The code of an invite is told once, to whom made it. */
export type InviteReply =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly error: string; readonly cancelled?: true };

interface ChannelRule {
  readonly argument: z.ZodType;
  readonly windows: readonly WindowKind[];
  /** Real input (key or pointer) in that window must have come just before: a script alone cannot use it. */
  readonly needsInput: boolean;
}

const nothing = z.undefined();
const both: readonly WindowKind[] = ['main', 'approval'];
const main: readonly WindowKind[] = ['main'];
const approval: readonly WindowKind[] = ['approval'];

/** An address without what may be a secret: it would stand in settings, windows and outputs. */
const runtimeUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'leave user name and password out of the address')
  .refine(
    (url) => !/[?#]/.test(url),
    'leave out what stands behind ? or #; a token is entered by itself and kept in the keychain',
  );

export const addRuntimeSchema = z.object({
  name: z.string().trim().min(1).max(80),
  url: runtimeUrl,
  token: z.string().max(8000),
  ...profileSchema.pick({ machine: true, mode: true }).shape,
  ...profileSchema.pick({ invokeTimeoutMs: true, bearerBy: true, caFile: true }).partial().shape,
});
export type AddRuntime = z.infer<typeof addRuntimeSchema>;

const profileId = z.string().max(40);

/** What can be changed of a runtime; null takes away what it had of its own. Another address is another runtime. */
export const setRuntimeSchema = z.object({
  profileId,
  machine: machineNameSchema.nullable().optional(),
  invokeTimeoutMs: invokeTimeoutSchema.optional(),
  bearerBy: bearerWaySchema.optional(),
  mode: modeSchema.nullable().optional(),
  caFile: z.string().min(1).max(4096).nullable().optional(),
});
export type SetRuntime = z.infer<typeof setRuntimeSchema>;

export const runtimeTokenSchema = z.object({ profileId, token: z.string().max(8000) });
export type RuntimeToken = z.infer<typeof runtimeTokenSchema>;

/** Without a profile it is for all runtimes. */
const toolSwitchSchema = z.object({
  tool: z.string().max(64),
  on: z.boolean(),
  profileId: profileId.optional(),
});
export type ToolSwitch = z.infer<typeof toolSwitchSchema>;

const lookSchema: z.ZodType<Look> = z.object({
  from: z.int().nonnegative(),
  count: z.int().nonnegative().max(MOST_LOOKED_AT),
  chosen: z.string().max(40).optional(),
});

const wholeNextSchema = z.object({ callId: z.string().max(200), whole: z.boolean() });
export type WholeNext = z.infer<typeof wholeNextSchema>;

const cardRef = z.object({ cardId: z.string().max(40), digest: z.string().max(64) });

export const ipcContract = {
  'state:get': { argument: nothing, windows: both, needsInput: false },
  'waiting:look': { argument: lookSchema, windows: both, needsInput: false },
  'mode:set': { argument: modeSchema, windows: main, needsInput: true },
  'host:pause': { argument: nothing, windows: main, needsInput: false },
  'host:resume': { argument: nothing, windows: main, needsInput: true },
  'host:stop': { argument: nothing, windows: main, needsInput: false },
  'host:lift-stop': { argument: nothing, windows: main, needsInput: true },
  'call:stop': { argument: z.string().max(200), windows: both, needsInput: false },
  'job:stop': { argument: z.string().max(40), windows: both, needsInput: false },
  // It only shows.
  'running:output': { argument: z.string().max(200), windows: main, needsInput: false },
  'job:keep': { argument: z.string().max(40), windows: main, needsInput: true },
  'run:pause': { argument: z.string().max(40), windows: both, needsInput: false },
  'run:resume': { argument: z.string().max(40), windows: main, needsInput: true },
  'refusal:forgive': { argument: z.string().max(40), windows: main, needsInput: true },
  'result:whole-next': { argument: wholeNextSchema, windows: main, needsInput: true },
  // It only narrows, so it needs no press.
  'grant:end': { argument: z.string().max(200), windows: both, needsInput: false },
  'sandbox:set': { argument: sandboxSchema, windows: main, needsInput: true },
  'command-line:allow-answers': { argument: z.boolean(), windows: main, needsInput: true },
  'windows:leave-out': { argument: leftOutWindowsSchema, windows: main, needsInput: true },
  'runtime:add': { argument: addRuntimeSchema, windows: main, needsInput: true },
  'runtime:set': { argument: setRuntimeSchema, windows: main, needsInput: true },
  'runtime:remove': { argument: z.string().max(40), windows: main, needsInput: true },
  'runtime:retry': { argument: profileId, windows: main, needsInput: false },
  'runtime:test': { argument: profileId, windows: main, needsInput: false },
  'runtime:token': { argument: runtimeTokenSchema, windows: main, needsInput: true },
  'tool:set': { argument: toolSwitchSchema, windows: main, needsInput: true },
  'tool:review': { argument: toolSwitchSchema, windows: main, needsInput: true },
  'tool:ask': { argument: toolSwitchSchema, windows: main, needsInput: true },
  'run:review-of-call': { argument: z.string().max(200), windows: both, needsInput: false },
  'run:review-no-more': { argument: z.string().max(40), windows: main, needsInput: true },
  'folder:add': { argument: nothing, windows: main, needsInput: true },
  'folder:remove': { argument: z.string().max(4096), windows: main, needsInput: false },
  'folder:trust': {
    argument: z.object({ path: z.string().max(4096), trusted: z.boolean() }),
    windows: main,
    needsInput: true,
  },
  'rules:list': { argument: nothing, windows: main, needsInput: false },
  'rules:examples': { argument: z.string().max(40), windows: main, needsInput: false },
  'rules:try': { argument: trySchema, windows: main, needsInput: false },
  'rules:put': { argument: rulePutSchema, windows: main, needsInput: true },
  'rules:remove': { argument: z.string().max(40), windows: main, needsInput: true },
  'rules:undo': { argument: z.string().max(40), windows: main, needsInput: true },
  'rules:replay': { argument: replayRequestSchema, windows: main, needsInput: false },
  'rules:replay-more': { argument: z.string().max(40), windows: main, needsInput: false },
  'caller:accept': { argument: newContactSchema, windows: main, needsInput: true },
  'caller:refuse': { argument: refusedCallerSchema, windows: main, needsInput: false },
  'invite:make': { argument: newInviteSchema, windows: main, needsInput: true },
  'invite:withdraw': { argument: z.string().max(40), windows: main, needsInput: false },
  'direct:listen': { argument: z.boolean(), windows: main, needsInput: true },
  'playground:call': {
    argument: z.object({ tool: z.string().max(64), input: z.json() }),
    windows: main,
    needsInput: true,
  },
  'approvals:open': { argument: nothing, windows: main, needsInput: false },
  'desktop:set': { argument: desktopChangeSchema, windows: main, needsInput: true },
  'history:look': { argument: historyLookSchema, windows: main, needsInput: false },
  'history:story': { argument: z.string().max(300), windows: main, needsInput: false },
  'history:check': { argument: z.boolean(), windows: main, needsInput: false },
  'history:export': { argument: historyFilterSchema, windows: main, needsInput: true },
  'approval:card': { argument: z.string().max(200), windows: approval, needsInput: false },
  'approval:rules': { argument: z.string().max(200), windows: approval, needsInput: false },
  'approval:shown': { argument: cardRef, windows: approval, needsInput: false },
  'approval:arm': { argument: armRequestSchema, windows: approval, needsInput: false },
  'approval:answer': { argument: answerRequestSchema, windows: approval, needsInput: true },
  'approval:answer-several': { argument: severalAnswersSchema, windows: approval, needsInput: true },
  'approval:edit': { argument: editRequestSchema, windows: approval, needsInput: true },
  // Whether the page shows nothing any more that is to be read or offers something.
  'approval:rest': { argument: z.boolean(), windows: approval, needsInput: false },
} satisfies Record<Channel, ChannelRule>;

interface Replies {
  'state:get': AppState;
  'waiting:look': AppState;
  'playground:call': PlaygroundReply;
  'invite:make': InviteReply;
  'rules:list': RulesView;
  'rules:examples': RuleExamples | null;
  'rules:try': TryReply;
  'rules:remove': RuleRemoval;
  'rules:replay': ReplayReply;
  'rules:replay-more': ReplayReply;
  'history:look': HistoryPage | Failed;
  'history:story': HistoryStory | Failed;
  'history:check': HistoryCheck | Failed;
  'history:export': HistoryExport;
  'running:output': LiveOutputReply;
  'runtime:test': RuntimeTest;
  'approval:card': StandingCard | null;
  'approval:arm': ArmReply;
  'approval:rules': readonly RuleOffer[];
  'approval:answer': AnswerReceipt;
  'approval:edit': AnswerReceipt;
  /** One receipt a call, in the order in which they were named. */
  'approval:answer-several': readonly AnswerReceipt[];
}

export type Argument<C extends Channel> = z.infer<(typeof ipcContract)[C]['argument']>;
export type Reply<C extends Channel> = C extends keyof Replies ? Replies[C] : ActionReply;

/** What a preload exposes to its page as `window.doorman`. */
export interface Bridge<C extends Channel> {
  call<K extends C>(channel: K, argument: Argument<K>): Promise<Reply<K>>;
  onState(listener: (state: AppState) => void): () => void;
}
