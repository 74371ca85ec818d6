/** Turns an outcome into the one frame that answers a call, never larger than a runtime takes. */
import { errorFrame, outputFrame } from '../../src-shared/answer-frame.ts';
import type { Json } from '../../src-shared/json.ts';
import { assertNever, type Outcome, outcomeSentence, type ToolResult } from '../../src-shared/outcome.ts';

/**
 * The result frame of a call, at most `maxBytes` long in UTF-8. A result that does not fit (or cannot be written as
 * JSON) becomes an error result that says so.
 */
export function resultFrame(callId: string, tool: string, outcome: Outcome, maxBytes?: number): string {
  return outcome.kind === 'done'
    ? outputFrame(callId, tool, output(outcome.result), maxBytes)
    : errorFrame(callId, outcomeSentence(outcome, tool));
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
