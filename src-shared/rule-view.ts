/** Rules as a window lists, writes and tries them: those in force, a draft of one, and what a judgement or a replay tells. */
import { z } from 'zod';
import type { Wall } from './action.ts';
import type { AskKind, Reason } from './verdict.ts';

/** What a rule does to what it covers. `nothing`: an entry that neither allows nor refuses, as it stands. */
export type RuleEffect = 'allow' | 'refuse' | 'nothing';

/** What a rule covers, as far as its key and its limits say. */
export type RuleReach =
  | { readonly kind: 'all-commands' }
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly more: boolean }
  | { readonly kind: 'path'; readonly tool: string; readonly path: string }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'never' };

/** A rule in force. Times are Unix milliseconds. */
export interface RuleView {
  /** Names this rule as it reads now: the same key with another content is another rule. */
  readonly id: string;
  readonly from: 'person' | 'project' | 'shipped';
  /** Of the person's file or of the project's; a shipped rule has none. */
  readonly line?: number;
  /** For a project's rule: the trusted folder. */
  readonly folder?: string;
  readonly key: string;
  readonly effect: RuleEffect;
  readonly reach: RuleReach;
  /** Globs that limit it, by what they limit. */
  readonly when: Readonly<Record<string, string>>;
  readonly reason?: string;
  /** True for one that an answer of the person wrote. */
  readonly granted?: true;
  readonly expiresAt?: number;
  /** Why it is wider than anybody can mean, or matches nothing. */
  readonly remark?: string;
  /** As far back as `RulesView.recorded` goes: when it last decided a call, and of how many. */
  readonly spoke?: { readonly at: number; readonly times: number };
}

export interface RulesView {
  /** The person's first, then those of projects, then the shipped ones. */
  readonly rules: readonly RuleView[];
  /** The person's permission file. */
  readonly file: string;
  /** Why that file does not count as it is. */
  readonly problem?: string;
  /** How far back the journal was read for what rules last did; no calls where there are none. */
  readonly recorded: { readonly calls: number; readonly since?: number };
}

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\n\r\0]*$/, 'one line only');

/** A rule as a person writes it in the window. Empty text stands for what it does not have. */
export const ruleDraftSchema = z.object({
  key: oneLine(1_000).min(1),
  effect: z.enum(['allow', 'refuse']),
  /** A glob over the folder that a command runs in. */
  cwd: oneLine(4_096),
  reason: oneLine(500),
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

const ruleId = z.string().max(40);

/** Without an id a new rule; with one, that rule is changed. */
export const rulePutSchema = z.object({ id: ruleId.optional(), draft: ruleDraftSchema });
export type RulePut = z.infer<typeof rulePutSchema>;

/** What became of a removal. An `undo` puts back the very rule, for ten seconds. */
export type RuleRemoval =
  | { readonly ok: true; readonly undo: string }
  | { readonly ok: false; readonly error: string; readonly cancelled?: true };

/** How long a removal can be undone. Milliseconds. */
export const UNDO_MS = 10_000;

/** The tools that can be tried: a command, or a path. */
export const TRIED_TOOLS = [
  'shell_run',
  'fs_read_file',
  'fs_list_directory',
  'fs_stat',
  'fs_find_files',
  'fs_search_text',
] as const;

export const trySchema = z.object({
  tool: z.enum(TRIED_TOOLS),
  /** The command, or the path. */
  text: z.string().min(1).max(32_000),
  /** Where a command would run; empty for where it runs by itself. */
  cwd: z.string().max(4_096),
});
export type TryRequest = z.infer<typeof trySchema>;

/** What would happen to a call now. Nothing ran, and nobody was asked. */
export interface Tried {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly ask?: AskKind;
  readonly reasons: readonly Reason[];
  readonly wall?: Wall;
  readonly summary: string;
  readonly text: string;
  /** True where Auto mode would let it run. */
  readonly waivable: boolean;
}

export type TryReply =
  | { readonly ok: true; readonly tried: Tried }
  | { readonly ok: false; readonly error: string };

/** A rule that is there; one that is only thought of; or (with both) the first changed into the second. */
export const replayRequestSchema = z
  .object({ id: ruleId.optional(), draft: ruleDraftSchema.optional() })
  .refine(({ id, draft }) => id !== undefined || draft !== undefined, 'name a rule or write one');
export type ReplayRequest = z.infer<typeof replayRequestSchema>;

/** How many recorded calls a replay judges, and the list of rules is read against. */
export const REPLAYED_CALLS = 1_000;

/** Calls that would come out differently, in brief: equal ones stand together. */
export interface ReplayedCall {
  readonly summary: string;
  readonly tool: string;
  readonly times: number;
  /** When the last of them came. Unix milliseconds. */
  readonly at: number;
  readonly without: Tried['verdict'];
  readonly with: Tried['verdict'];
}

/** How far a replay is, and what it found. */
export interface ReplayReport {
  readonly id: string;
  readonly calls: number;
  readonly judged: number;
  readonly done: boolean;
  /** Recorded calls that cannot be judged again: cut or masked input, a folder that is gone, another kind of tool. */
  readonly unjudged: number;
  /** Calls whose verdict the rule changes, in all. */
  readonly changed: number;
  /** The newest of them; there may be more. */
  readonly changes: readonly ReplayedCall[];
}

export type ReplayReply =
  | { readonly ok: true; readonly report: ReplayReport }
  | { readonly ok: false; readonly error: string };

/** What a rule in force would allow, by examples that were held against the judgement as it is now. */
export interface RuleExamples {
  readonly allows: readonly string[];
  readonly others: readonly { readonly summary: string; readonly why: string }[];
}
