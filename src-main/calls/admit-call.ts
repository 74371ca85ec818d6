/** The way in: an incoming call becomes a call only if the tool exists and the input passes its schema. */
import type { Call, IncomingCall } from '../../src-shared/call.ts';
import { isWithinDepth, type Json } from '../../src-shared/json.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import type { CallableTool, CallRooms } from './call-rooms.ts';

/** No tool takes anything near as deep; deeper input would exhaust the stack of whoever walks it. */
const MAX_INPUT_DEPTH = 32;

/** The input as it can be written down; what is too deep stands by a word. */
export function recordableInput(input: unknown): Json {
  if (!isWithinDepth(input, MAX_INPUT_DEPTH)) return '(nested too deep to be kept)';
  // Every door reads its calls out of JSON.
  return (input ?? null) as Json;
}

export type Admitted =
  | { readonly ok: true; readonly call: Call; readonly tool: CallableTool }
  | { readonly ok: false; readonly outcome: Outcome };

export function admitCall(incoming: IncomingCall, tools: Pick<CallRooms, 'tool' | 'toolNames'>): Admitted {
  const tool = incoming.notOffered ? undefined : tools.tool(incoming.tool, incoming.origin);
  if (!tool)
    return { ok: false, outcome: { kind: 'unknown-tool', available: tools.toolNames(incoming.origin) } };
  if (!isWithinDepth(incoming.input, MAX_INPUT_DEPTH)) {
    const problems = [`the input is nested deeper than ${MAX_INPUT_DEPTH} levels`];
    return { ok: false, outcome: { kind: 'bad-input', problems } };
  }
  const checked = tool.check(incoming.input ?? {});
  if (!checked.ok) return { ok: false, outcome: { kind: 'bad-input', problems: checked.problems } };
  const claimedReason = reasonIn(checked.value);
  return {
    ok: true,
    tool,
    call: {
      id: incoming.id,
      tool: incoming.tool,
      input: checked.value,
      ...(claimedReason === undefined ? {} : { claimedReason }),
      origin: incoming.origin,
      receivedAt: incoming.receivedAt,
      answerBy: incoming.answerBy,
    },
  };
}

function reasonIn(input: Json): string | undefined {
  if (input === null || typeof input !== 'object' || !('reason' in input)) return undefined;
  return typeof input.reason === 'string' && input.reason !== '' ? input.reason : undefined;
}
