/** Turns an outcome into the one frame that answers a call, never larger than a runtime takes. */
import { errorFrame, outputFrame } from '../../src-shared/answer-frame.ts';
import type { Json } from '../../src-shared/json.ts';
import { assertNever, type Outcome, outcomeSentence, type ToolResult } from '../../src-shared/outcome.ts';

export interface ResultFrameOptions {
  /** Largest frame that the runtime takes, in UTF-8. */
  readonly maxBytes?: number;
  /** The name of this machine, where the runtime knows it by one: results then say where they come from. */
  readonly machine?: string | undefined;
}

/**
 * The result frame of a call, at most `maxBytes` long in UTF-8. A result that does not fit (or cannot be written as
 * JSON) becomes an error result that says so.
 */
export function resultFrame(
  callId: string,
  tool: string,
  outcome: Outcome,
  { maxBytes, machine }: ResultFrameOptions = {},
): string {
  if (outcome.kind === 'done') return outputFrame(callId, tool, output(noted(outcome), machine), maxBytes);
  if (outcome.kind === 'answered') {
    return outputFrame(callId, tool, output({ kind: 'data', value: outcome.output }, machine), maxBytes);
  }
  const sentence = [outcome.inputEdited, outcomeSentence(outcome, tool)].filter(Boolean).join('\n');
  return errorFrame(callId, machine === undefined ? sentence : `${machine}: ${sentence}`);
}

/** The result, with what the person had changed of the call in front of it. */
function noted({ result, inputEdited: edited }: Extract<Outcome, { kind: 'done' }>): ToolResult {
  if (edited === undefined) return result;
  switch (result.kind) {
    case 'text':
      return { ...result, text: `[${edited}]\n${result.text}` };
    case 'data':
      return { ...result, value: { edited_by_person: edited, ...result.value } };
    case 'image':
      return { ...result, note: result.note === undefined ? edited : `${edited}\n${result.note}` };
    default:
      return assertNever(result);
  }
}

function output(result: ToolResult, machine: string | undefined): Json {
  const named = machine === undefined ? {} : { machine };
  switch (result.kind) {
    case 'text':
      return machine === undefined ? result.text : `[${machine}]\n${result.text}`;
    case 'data':
      return { ...named, ...result.value, ...named };
    case 'image': {
      const { mimeType, width, height, base64, note } = result;
      const image = { type: 'image', ...named, mime_type: mimeType, width, height, data: base64 };
      return note === undefined ? image : { ...image, note };
    }
    default:
      return assertNever(result);
  }
}
