/**
 * The person puts another input in place of the agent's: it goes through admit, resolve and judgement anew, and is shown
 * again. Nothing runs by it, not even where a rule would allow it, and until it is taken the call stays as it was.
 */
import type { Action } from '../../src-shared/action.ts';
import type { Call } from '../../src-shared/call.ts';
import type { Json } from '../../src-shared/json.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import type { Verdict } from '../../src-shared/verdict.ts';
import { actionDigest } from './action-digest.ts';
import { admitCall } from './admit-call.ts';
import type { CallableTool, CallRooms } from './call-rooms.ts';
import { orAborted } from './ended-early.ts';
import { judgeByRules } from './judge-action.ts';
import type { LiveCall } from './live-calls.ts';
import { resolveAction } from './resolve-action.ts';

/** What a call would do, until it runs; an edit puts another action in its place. */
export interface InHand {
  readonly tool: CallableTool;
  call: Call;
  action: Action;
  /** What the person put in place of the agent's input. */
  edited?: Json;
}

export interface LookedAgain {
  readonly ok: true;
  readonly call: Call;
  readonly action: Action;
  readonly digest: string;
  readonly verdict: Extract<Verdict, { kind: 'ask' }>;
  /** Trusted folders that the wall lets be written, where a rule that would allow it names them. */
  readonly workspaces?: readonly string[];
  /** From now on the call is this one; what the old action held is released. */
  take(): void;
  /** Releases what was opened for it. */
  drop(): void;
}

type Failed = { readonly ok: false; readonly why: string };

/** What the edited input would do; or why it cannot be put in place: it fits no schema, nothing is there, a rule refuses it. */
export async function lookAgain(
  inHand: InHand,
  input: Json,
  live: LiveCall,
  rooms: CallRooms,
): Promise<LookedAgain | Failed> {
  const admitted = admitCall({ ...inHand.call, input }, rooms);
  if (!admitted.ok) return failed(admitted.outcome);
  // The reason stays what the agent gave: the person's words are no claim of the agent.
  const { claimedReason: _edited, ...rest } = admitted.call;
  const { claimedReason } = inHand.call;
  const call: Call = { ...rest, ...(claimedReason === undefined ? {} : { claimedReason }) };
  const resolved = await resolveAction(inHand.tool, call, live, rooms);
  if ('over' in resolved) return failed(resolved.over);
  const action = resolved.go;
  const drop = () => release(inHand.tool, action, call, rooms);
  // Grants and remembered refusals are about what the agent asks for, and this is not what it asked for.
  const judged = await orAborted(judgeByRules(action, call, rooms), live.signal);
  if ('aborted' in judged) {
    drop();
    return failed(judged.aborted);
  }
  const verdict = judged.value;
  if (verdict.kind === 'deny') {
    drop();
    const why = verdict.reasons.map(({ text }) => text).join('; ');
    return { ok: false, why: `A rule refuses that: ${why}. The card stays as it was.` };
  }
  const take = () => {
    release(inHand.tool, inHand.action, call, rooms);
    Object.assign(inHand, { call, action, edited: input });
  };
  return {
    ok: true,
    call,
    action,
    digest: actionDigest(action, rooms.sha256),
    ...asking(verdict),
    take,
    drop,
  };
}

/** What the agent is told of an edit, with its result. Like that it is masked, as the person may have put in a credential. */
export async function editNote(
  input: Json,
  { origin }: Pick<Call, 'origin'>,
  live: LiveCall,
  rooms: CallRooms,
): Promise<string> {
  const said = 'The person at this machine edited the input of this call before they allowed it.';
  const result = { kind: 'text' as const, text: JSON.stringify(input) };
  const masked = await rooms.mask({ result, cuts: [], origin, signal: live.signal });
  if (masked?.result.kind !== 'text') return said;
  const { text } = masked.result;
  const shown = text.length > MAX_NOTED ? `${text.slice(0, MAX_NOTED)}… (${text.length} characters)` : text;
  return `${said} What ran is: ${shown}`;
}

/** What is said of an edited input: a command in full, and never so much that a result finds no room beside it. Characters. */
const MAX_NOTED = 1_000;

/** What a rule would allow is shown all the same: it was the agent's call, and is the person's action now. */
function asking(verdict: Exclude<Verdict, { kind: 'deny' }>): Pick<LookedAgain, 'verdict' | 'workspaces'> {
  if (verdict.kind === 'ask') return { verdict };
  const { wall, reasons, workspaces } = verdict;
  const shown = {
    text: 'A rule would allow it. You edited it, so it is shown to you first',
    source: 'builtin' as const,
  };
  const asked = { kind: 'ask' as const, ask: 'no-rule' as const, wall, reasons: [shown, ...reasons] };
  return { verdict: asked, ...(workspaces ? { workspaces } : {}) };
}

function failed(outcome: Outcome): Failed {
  switch (outcome.kind) {
    case 'bad-input':
      return { ok: false, why: `It does not fit the tool: ${outcome.problems.join('; ')}.` };
    case 'tool-failed':
      return { ok: false, why: outcome.message };
    default:
      return { ok: false, why: 'The call is over, or its tool is offered no more.' };
  }
}

function release(tool: CallableTool, action: Action, call: Call, rooms: CallRooms): void {
  tool.release(action)?.catch((error: unknown) => rooms.logFault(call.id, error));
}
