/** Turns an outcome into the one frame that answers a call, never larger than a runtime takes. */
import { MAX_FRAME_BYTES } from '../../src-shared/client-tools.ts';
import type { Json } from '../../src-shared/json.ts';
import { assertNever, type Outcome, outcomeSentence, type ToolResult } from '../../src-shared/outcome.ts';

/** Longer error texts are cut: an error is a sentence to act on. UTF-16 code units. */
const MAX_ERROR_LENGTH = 16_384;

/** The published runtime tells a lost connection by this very text, so no tool's error may be it. */
const LOST_CONNECTION_TEXT = 'client disconnected during the call';

/**
 * The result frame of a call, at most `maxBytes` long in UTF-8. A result that does not fit (or cannot be written as
 * JSON) becomes an error result that says so, because one byte too many costs the whole connection.
 */
export function resultFrame(
  callId: string,
  tool: string,
  outcome: Outcome,
  maxBytes: number = MAX_FRAME_BYTES,
): string {
  if (outcome.kind !== 'done') return errorFrame(callId, outcomeSentence(outcome, tool));
  const frame = outputFrame(callId, outcome.result);
  if (frame === undefined) return errorFrame(callId, outcomeSentence({ kind: 'internal-error' }, tool));
  const bytes = Buffer.byteLength(frame);
  if (bytes <= maxBytes) return frame;
  return errorFrame(
    callId,
    `the result of ${tool} has ${bytes} bytes, more than the ${maxBytes} that the runtime takes in one message. It ran, but the result could not be sent. Ask for less at a time.`,
  );
}

function outputFrame(callId: string, result: ToolResult): string | undefined {
  try {
    return JSON.stringify({ type: 'result', call_id: callId, ok: true, output: output(result) });
  } catch {
    return undefined;
  }
}

function output(result: ToolResult): Json {
  switch (result.kind) {
    case 'text':
      return result.text;
    case 'data':
      return result.value;
    case 'image': {
      const { mimeType, width, height, base64, note } = result;
      const image = { type: 'image', mime_type: mimeType, width, height, data: base64 };
      return note === undefined ? image : { ...image, note };
    }
    default:
      return assertNever(result);
  }
}

function errorFrame(callId: string, sentence: string): string {
  const cut =
    sentence.length > MAX_ERROR_LENGTH ? `${sentence.slice(0, MAX_ERROR_LENGTH)} … (cut)` : sentence;
  const error = cut === LOST_CONNECTION_TEXT ? `${cut}.` : cut || 'the tool failed and gave no reason';
  return JSON.stringify({ type: 'result', call_id: callId, ok: false, error });
}
