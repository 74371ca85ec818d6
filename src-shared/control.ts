/** What the command line may say to a running host over the local socket, and what it hears back. */
import { z } from 'zod';
import type { AppState, JobView, RefusalView } from './app-state.ts';
import { grantScopeSchema, type StandingCard } from './approval.ts';
import { type DirectView, newContactSchema, newInviteSchema, refusedCallerSchema } from './contact.ts';
import { ADVICE } from './denial.ts';
import type { GrantView } from './grant-view.ts';
import { addRuntimeSchema, runtimeTokenSchema, setRuntimeSchema } from './ipc-contract.ts';
import { replySchema } from './question.ts';
import type { RuntimeReport } from './runtime-test.ts';
import { modeSchema } from './settings.ts';

const callId = z.string().min(1).max(200);
const profileId = z.string().min(1).max(40);
const runName = z.string().min(1).max(200);
const toolName = z.string().min(1).max(64);
const jobId = z.string().min(1).max(40);

export const controlRequestSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('status') }),
  z.object({ command: z.literal('approvals') }),
  z.object({ command: z.literal('watch'), after: z.int().nonnegative() }),
  z.object({
    command: z.literal('allow'),
    callId,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    grant: grantScopeSchema.exclude(['next']).optional(),
  }),
  z.object({
    command: z.literal('reply'),
    callId,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    ...replySchema.omit({ kind: true }).shape,
  }),
  z.object({
    command: z.literal('deny'),
    callId,
    reason: z.string().max(2000).optional(),
    advice: z.enum(ADVICE).optional(),
  }),
  z.object({ command: z.literal('jobs') }),
  z.object({ command: z.literal('stop-job'), jobId }),
  z.object({ command: z.literal('keep-job'), jobId }),
  z.object({ command: z.literal('grants') }),
  z.object({ command: z.literal('end-grant'), grant: z.string().min(1).max(200) }),
  z.object({ command: z.literal('refusals') }),
  z.object({ command: z.literal('forgive'), refusalId: z.string().min(1).max(40) }),
  z.object({ command: z.literal('pause') }),
  z.object({ command: z.literal('resume') }),
  z.object({ command: z.literal('pause-run'), run: runName }),
  z.object({ command: z.literal('resume-run'), run: runName }),
  z.object({ command: z.literal('stop') }),
  z.object({ command: z.literal('runtime-add'), runtime: addRuntimeSchema }),
  z.object({ command: z.literal('runtime-set'), ...setRuntimeSchema.shape }),
  z.object({ command: z.literal('runtime-remove'), profileId }),
  z.object({ command: z.literal('runtime-token'), ...runtimeTokenSchema.shape }),
  z.object({ command: z.literal('runtime-test'), profileId }),
  z.object({ command: z.literal('mode-set'), mode: modeSchema }),
  z.object({ command: z.literal('tool-set'), tool: toolName, on: z.boolean() }),
  z.object({ command: z.literal('tool-review'), tool: toolName, on: z.boolean() }),
  z.object({ command: z.literal('contacts') }),
  z.object({ command: z.literal('caller-accept'), contact: newContactSchema }),
  z.object({ command: z.literal('caller-refuse'), caller: refusedCallerSchema }),
  z.object({ command: z.literal('caller-invite'), invite: newInviteSchema }),
  z.object({ command: z.literal('listen'), on: z.boolean() }),
]);
export type ControlRequest = z.infer<typeof controlRequestSchema>;

/** The one route of the local socket that carries these. */
export const CONTROL_ROUTE = '/v1/control';

export interface StatusReply {
  readonly kind: 'desktop' | 'serve';
  readonly pid: number;
  readonly home: string;
  /** `electron` is missing where there is no desktop. */
  readonly versions: { readonly node: string; readonly electron?: string };
  readonly embeddedRuntime: { readonly url: string; readonly bearerFile: string } | null;
  readonly state: AppState;
}

/** What waits, once anything is other than it was at `after`; or, where nothing is for a while, as it is. */
export interface WatchReply {
  /** For the next `after`. */
  readonly seq: number;
  readonly cards: readonly StandingCard[];
  /** By call id: why it can be allowed in the window only. */
  readonly windowOnly: Readonly<Record<string, string>>;
}

export interface ControlReplies {
  status: StatusReply;
  approvals: readonly StandingCard[];
  watch: WatchReply;
  /** `rule`: the lines that it added to the permission file. */
  allow: { readonly rule: string } | null;
  reply: null;
  deny: null;
  jobs: readonly JobView[];
  'stop-job': null;
  'keep-job': null;
  /** Those in memory first, the newest first. */
  grants: readonly GrantView[];
  'end-grant': null;
  /** The newest ones, the newest first. */
  refusals: readonly RefusalView[];
  forgive: null;
  pause: null;
  resume: null;
  'pause-run': null;
  'resume-run': null;
  stop: null;
  'runtime-add': null;
  'runtime-set': null;
  'runtime-remove': null;
  'runtime-token': null;
  'runtime-test': RuntimeReport;
  'mode-set': null;
  'tool-set': null;
  'tool-review': null;
  contacts: DirectView;
  'caller-accept': null;
  'caller-refuse': null;
  'caller-invite': { readonly code: string };
  listen: null;
}

export type ControlReply<C extends ControlRequest['command'] = ControlRequest['command']> =
  | { readonly ok: true; readonly value: ControlReplies[C] }
  | { readonly ok: false; readonly error: string };
