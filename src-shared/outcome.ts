/** The closed list of ways a call ends, and the one sentence that the agent reads for each. */
import { type Denial, deniedSentence, refusedBeforeSentence } from './denial.ts';
import type { Json } from './json.ts';
import type { MaskedCount } from './masking.ts';
import type { PictureResult } from './picture.ts';
import type { Reason } from './verdict.ts';

export type ToolResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly value: { readonly [key: string]: Json } }
  | PictureResult;

/** A result that was looked through for credentials. */
export interface MaskedResult {
  readonly result: ToolResult;
  /** What was replaced. */
  readonly masked: readonly MaskedCount[];
  /** What was found and left as it is, because the person wants that. */
  readonly whole: readonly MaskedCount[];
  /** SHA-256 of each credential that was replaced, in hex, so that the person can let these very ones go. */
  readonly prints: readonly string[];
}

/** What was found in what a tool said, where anything was. */
export interface FoundInResult {
  readonly masked?: readonly MaskedCount[];
  readonly whole?: readonly MaskedCount[];
  /** Set where the person changed it before it left. */
  readonly edited?: true;
}

/** `inputEdited` says that the person had edited the input of what ran, and what ran: the agent must not take it for its own. */
export type Outcome = Ending & { readonly inputEdited?: string };

type Ending =
  | ({ readonly kind: 'done'; readonly result: ToolResult } & FoundInResult)
  /** The person's answer to a question; nothing was run. The answer stands in no journal. */
  | ({ readonly kind: 'answered'; readonly output: { readonly [key: string]: Json } } & FoundInResult)
  | { readonly kind: 'declined'; readonly reason?: string }
  | { readonly kind: 'unanswered' }
  | ({ readonly kind: 'tool-failed'; readonly message: string } & FoundInResult)
  /** It ran, and what came of it stays here. */
  | { readonly kind: 'withheld'; readonly why: keyof typeof WITHHELD; readonly reason?: string }
  | { readonly kind: 'bad-input'; readonly problems: readonly string[] }
  | { readonly kind: 'unknown-tool'; readonly available: readonly string[] }
  | { readonly kind: 'denied-by-rule'; readonly reasons: readonly Reason[] }
  /** Off the whitelist, where nobody is asked. `rule`: the line of the permission file that would allow it. */
  | { readonly kind: 'not-listed'; readonly reasons: readonly Reason[]; readonly rule?: string }
  | ({ readonly kind: 'denied-by-person' } & Denial)
  /** `times`: how often it was refused before, in this run. `waitMs`: it was put off, for so long from now. */
  | ({ readonly kind: 'refused-before'; readonly times: number; readonly waitMs?: number } & Denial)
  | { readonly kind: 'expired' }
  | { readonly kind: 'out-of-time' }
  | { readonly kind: 'withdrawn'; readonly why: 'disconnected' | 'cancelled' }
  | { readonly kind: 'paused' }
  /** `run`: the run that is paused, where it has a name. */
  | { readonly kind: 'run-paused'; readonly run?: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'ended-by-person' }
  | { readonly kind: 'too-many-waiting'; readonly limit: number }
  | {
      readonly kind: 'too-many-questions';
      readonly scope: 'run' | 'runtime';
      readonly limit: number;
      readonly waitMs: number;
    }
  | { readonly kind: 'shutting-down' }
  | { readonly kind: 'not-recorded' }
  | { readonly kind: 'internal-error' };

export type OutcomeKind = Outcome['kind'];

/** An outcome on its way to the caller; the door says afterwards whether it got there, so that the journal can. */
export interface HandledCall {
  readonly outcome: Outcome;
  /** Whether the tool was started. */
  readonly ran: boolean;
  delivered(reached: boolean): void;
}

/** Marks a switch as complete: a new kind that nobody handles is a type error, and a loud one at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}

/** An outcome that gives the agent what it wanted. */
export type Success = Extract<Outcome, { kind: 'done' | 'answered' }>;

/** The error text for the agent: what happened, and whether to try again. */
export function outcomeSentence(outcome: Exclude<Outcome, Success>, tool: string): string {
  switch (outcome.kind) {
    case 'tool-failed':
      return outcome.message;
    case 'withheld':
      return WITHHELD[outcome.why](because(outcome.reason));
    case 'bad-input':
      return `bad input for ${tool}: ${outcome.problems.join('; ')}. Correct the input and call again.`;
    case 'unknown-tool':
      return `unknown tool ${tool}. This machine offers: ${outcome.available.join(', ')}.`;
    case 'denied-by-rule':
    case 'not-listed':
      return sentenceOfRules(outcome);
    case 'denied-by-person':
    case 'declined':
    case 'ended-by-person':
    case 'expired':
    case 'unanswered':
      return sentenceOfPerson(outcome);
    case 'out-of-time':
    case 'paused':
    case 'stopped':
    case 'shutting-down':
    case 'not-recorded':
      return FIXED[outcome.kind];
    case 'withdrawn':
      return WITHDRAWN[outcome.why];
    case 'too-many-waiting':
      return `too many calls wait for the person (limit ${outcome.limit}). Wait for answers before you ask for more.`;
    case 'refused-before':
    case 'run-paused':
    case 'too-many-questions':
      return sentenceForRun(outcome);
    case 'internal-error':
      return `internal error in Doorman while handling ${tool}; it is in the log of that machine.`;
    default:
      return assertNever(outcome);
  }
}

/** What is on no list begins as in the published system, so that its callers know it. */
function sentenceOfRules(outcome: Extract<Outcome, { kind: 'denied-by-rule' | 'not-listed' }>): string {
  if (outcome.kind === 'denied-by-rule') {
    return `refused by a rule on this machine: ${outcome.reasons.map((r) => r.text).join('; ')}. Do not try again.`;
  }
  const { reasons, rule } = outcome;
  const parts = reasons.map(({ text, part }) => (part === undefined ? text : `${part}: ${text}`)).join('; ');
  const how =
    rule === undefined
      ? 'No rule can allow it: it needs a person who looks, and nobody is asked for a direct call.'
      : `Allow it by adding this line to the permissions in host.yaml: ${rule}`;
  return `blocked: not in the permission whitelist (${parts}). ${how}`;
}

const FIXED = {
  'out-of-time':
    'out of time: it was started but did not finish within the time limit, and was ended. Try something smaller.',
  paused: 'paused: the person at this machine has paused remote calls. Try again later, not at once.',
  stopped:
    'stopped: the person at this machine pressed Stop. Do not retry; wait until the person starts again.',
  'shutting-down': 'Doorman is shutting down on this machine; the call was not run.',
  'not-recorded':
    'refused: the journal cannot be written on this machine, and nothing runs unrecorded. Tell the person.',
} as const;

const WITHHELD = {
  unchecked: () =>
    'withheld: it ran, but its result could not be checked for credentials in time, so it was not sent. Do not run it again blindly; ask for less at once.',
  person: (reason: string) =>
    `withheld: it ran, but the person at this machine looked at its result and does not send it${reason}. Do not run it again for that.`,
  'not-seen': () =>
    'withheld: it ran, but nobody looked at its result in time, so it was not sent. Do not run it again blindly; ask the person first.',
  'too-many-waiting': () =>
    'withheld: it ran, but too many calls wait for the person to look at its result, so it was not sent. Do not run it again blindly; wait until they have caught up.',
  'not-recorded': () =>
    'withheld: it ran, but the journal cannot be written on this machine, and nothing leaves unrecorded. Tell the person.',
} satisfies Record<string, (reason: string) => string>;

const WITHDRAWN = {
  cancelled: 'cancelled by the runtime, not run to its end.',
  disconnected: 'the connection was lost before it finished, so it was ended or not run.',
} as const;

type OfPerson = Extract<
  Outcome,
  { kind: 'denied-by-person' | 'declined' | 'ended-by-person' | 'expired' | 'unanswered' }
>;

/** What the person said to this one call, or did not say. */
function sentenceOfPerson(outcome: OfPerson): string {
  switch (outcome.kind) {
    case 'denied-by-person':
      return deniedSentence(outcome);
    case 'declined':
      return `the person at this machine declined to answer${because(outcome.reason)}. Do not ask them the same again.`;
    case 'ended-by-person':
      return 'ended by the person at this machine while it ran. Do not run it again unless you are asked to.';
    case 'expired':
      return 'expired: nobody answered in time, so it was not run. You may ask again later.';
    case 'unanswered':
      return 'no answer in time: nobody answered the question. You may ask again later, or go on without the answer.';
    default:
      return assertNever(outcome);
  }
}

type ForRun = Extract<Outcome, { kind: 'refused-before' | 'run-paused' | 'too-many-questions' }>;

/** What the person said of the whole run, or of this action for all of it. */
function sentenceForRun(outcome: ForRun): string {
  switch (outcome.kind) {
    case 'refused-before':
      return refusedBeforeSentence(outcome);
    case 'run-paused':
      return `paused: the person at this machine has paused ${outcome.run === undefined ? 'the calls of this runtime' : `the run ${outcome.run}`}. Call no tools until they resume it.`;
    case 'too-many-questions':
      return tooManyQuestions(outcome);
    default:
      return assertNever(outcome);
  }
}

function tooManyQuestions({
  scope,
  limit,
  waitMs,
}: Extract<Outcome, { kind: 'too-many-questions' }>): string {
  const who = scope === 'run' ? 'this run has' : 'the runs of this runtime have';
  const wait = `Wait at least ${Math.ceil(waitMs / 1000)} seconds before the next call that needs their answer`;
  return `too many questions: ${who} asked the person at this machine ${limit} times in ten minutes, which is the most. ${wait}; what needs none still runs.`;
}

function because(reason: string | undefined): string {
  return reason ? `: ${reason}` : '';
}
