/**
 * The last things before a result leaves: the credentials in it are masked, and where the person wants that, they look at
 * it. What cannot be looked through, and what nobody looked at, stays here.
 */
import type { Cut } from '../../src-shared/masking.ts';
import type { FoundInResult, MaskedResult, Outcome, ToolResult } from '../../src-shared/outcome.ts';
import { meaningDigest } from './action-digest.ts';
import type { CallRooms } from './call-rooms.ts';
import { editedBy } from './edit-picture.ts';
import { abortedOutcome } from './ended-early.ts';
import type { EndedWhy, LiveCall } from './live-calls.ts';
import { type Leaving, reviewResult } from './review-result.ts';
import type { RanTool } from './run-tool.ts';

/** From what a run came to, to what the caller gets of it. */
export async function letLeave(
  { outcome, cuts }: RanTool,
  leaving: Leaving,
  rooms: CallRooms,
): Promise<Outcome> {
  const masked = await maskRan({ outcome, cuts }, leaving, rooms);
  const { tool, origin } = leaving.call;
  const isResult = masked.kind === 'done' || masked.kind === 'tool-failed';
  return isResult && rooms.reviewed(tool, origin) ? reviewResult(masked, leaving, rooms) : masked;
}

async function maskRan({ outcome, cuts }: RanTool, leaving: Leaving, rooms: CallRooms): Promise<Outcome> {
  if (outcome.kind === 'tool-failed') return maskFailure(outcome.message, leaving, rooms);
  if (outcome.kind !== 'done') return outcome;
  const found = await lookThrough(outcome.result, cuts, leaving, rooms);
  if (!found) return notChecked(leaving.live);
  return { kind: 'done', result: found.result, ...counted(found), ...editedBy(leaving.action.picture) };
}

/** A reply of the person that holds a credential says so, too: it may have been pasted unseen. */
export async function maskReply(outcome: Outcome, leaving: Leaving, rooms: CallRooms): Promise<Outcome> {
  if (outcome.kind !== 'answered') return outcome;
  const found = await lookThrough({ kind: 'data', value: outcome.output }, [], leaving, rooms);
  if (found?.result.kind !== 'data') return notChecked(leaving.live);
  return { kind: 'answered', output: found.result.value, ...counted(found) };
}

async function lookThrough(
  result: ToolResult,
  cuts: readonly Cut[],
  { action, call, live }: Leaving,
  rooms: CallRooms,
): Promise<MaskedResult | undefined> {
  const { id, origin } = call;
  const digest = () => meaningDigest(action, rooms.sha256);
  const found = await rooms.mask({ result, cuts, origin, digest, signal: live.signal });
  if (found && found.masked.length > 0) {
    const { masked, prints } = found;
    rooms.maskedIn({ id, origin, digest: digest(), text: action.text, masked, prints });
  }
  return found;
}

/** The message of a tool that could not do what was asked, which may quote what it saw. */
export async function maskFailure(
  message: string,
  { call, live }: Pick<Leaving, 'call' | 'live'>,
  rooms: CallRooms,
): Promise<Outcome> {
  const { origin } = call;
  const result = { kind: 'text' as const, text: message };
  const found = await rooms.mask({ result, cuts: [], origin, signal: live.signal });
  if (found?.result.kind !== 'text') return notChecked(live);
  return { kind: 'tool-failed', message: found.result.text, ...counted(found) };
}

function counted({ masked, whole }: MaskedResult): FoundInResult {
  return { ...(masked.length > 0 ? { masked } : {}), ...(whole.length > 0 ? { whole } : {}) };
}

/** Where the call was ended meanwhile, that is what the caller hears; running out of time here is not running too long. */
function notChecked({ signal }: LiveCall): Outcome {
  const why = signal.reason as EndedWhy;
  return signal.aborted && why !== 'out-of-time'
    ? abortedOutcome(why)
    : { kind: 'withheld', why: 'unchecked' };
}
