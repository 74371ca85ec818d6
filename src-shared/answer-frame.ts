/** The one frame that answers a call, never larger than a runtime takes. */
import { MAX_FRAME_BYTES } from './client-tools.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/** Longer error texts are cut: an error is a sentence to act on. UTF-16 code units. */
const MAX_ERROR_LENGTH = 16_384;

/** The published runtime tells a lost connection by this very text, so no tool's error may be it. */
const LOST_CONNECTION_TEXT = 'client disconnected during the call';

/**
 * The frame of a success. An output that does not fit into `maxBytes` of UTF-8, or cannot be written as JSON, becomes
 * an error that says so: one byte too many costs the whole connection, and no answer at all leaves the agent waiting.
 * An output of undefined is left out.
 */
export function outputFrame(
  callId: string,
  tool: string,
  output: unknown,
  maxBytes: number = MAX_FRAME_BYTES,
): string {
  const frame = written({ type: 'result', call_id: callId, ok: true, output });
  if (frame === undefined)
    return errorFrame(callId, `the result of ${tool} could not be written as JSON. It ran all the same.`);
  // No character has more than three bytes a code unit, so most frames need not be counted.
  if (frame.length * 3 <= maxBytes) return frame;
  const bytes = utf8Bytes(frame);
  if (bytes <= maxBytes) return frame;
  return errorFrame(
    callId,
    `the result of ${tool} has ${bytes} bytes, more than the ${maxBytes} that the runtime takes in one message. It ran, but the result could not be sent. Ask for less at a time.`,
  );
}

/** The frame of a failure. */
export function errorFrame(callId: string, sentence: string): string {
  const cut =
    sentence.length > MAX_ERROR_LENGTH ? `${sentence.slice(0, MAX_ERROR_LENGTH)} … (cut)` : sentence;
  const error = cut === LOST_CONNECTION_TEXT ? `${cut}.` : cut || 'the tool failed and gave no reason';
  return JSON.stringify({ type: 'result', call_id: callId, ok: false, error });
}

function written(frame: object): string | undefined {
  try {
    return JSON.stringify(frame);
  } catch {
    return undefined;
  }
}
