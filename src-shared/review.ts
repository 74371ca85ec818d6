/** A finished result before the person: whole, as it would leave, and what the person can make of it. */
import type { Json } from './json.ts';
import type { MaskedCount } from './masking.ts';
import type { ToolResult } from './outcome.ts';

/** Nobody edits longer texts by hand, and an edited one is compared with what was pressed on. Characters. */
export const MOST_EDITED = 256 * 1024;

/** What a tool gave, or the message with which it failed. */
export type Reviewed = ToolResult | { readonly kind: 'error'; readonly message: string };

/** What a person is shown of a result. */
export interface Review {
  readonly kind: Reviewed['kind'];
  /** What goes, letter by letter; of data its JSON, in lines. A picture's text is its note. */
  readonly text: string;
  readonly masked: readonly MaskedCount[];
}

/** How the agent hears that what it gets is not what the tool gave. */
export const EDITED_LINE = '[edited by the person at this machine before it was sent]';

export function reviewOf(result: Reviewed, masked: readonly MaskedCount[] = []): Review {
  switch (result.kind) {
    case 'text':
      return { kind: 'text', text: result.text, masked };
    case 'error':
      return { kind: 'error', text: result.message, masked };
    case 'data':
      return { kind: 'data', text: JSON.stringify(result.value, undefined, 2), masked };
    case 'image':
      return { kind: 'image', text: result.note ?? '', masked };
    default:
      return unknownKind(result);
  }
}

function unknownKind(result: never): never {
  throw new Error(`a result of an unknown kind: ${JSON.stringify(result)}`);
}

/** Why this cannot go in place of the result, or nothing. */
export function editProblem(kind: Review['kind'], edited: string): string | undefined {
  if (kind === 'image') return 'A picture has no text that could be edited.';
  if (kind !== 'data' || fieldsIn(edited)) return undefined;
  return 'It is no JSON object any more. The agent waits for one with the same fields.';
}

/** What goes in place of a result that the person edited, marked as such. The text must have passed `editProblem`. */
export function editedResult(result: Reviewed, edited: string): Reviewed {
  switch (result.kind) {
    case 'text':
      return { kind: 'text', text: `${EDITED_LINE}\n${edited}` };
    case 'error':
      return { kind: 'error', message: `${EDITED_LINE} ${edited}` };
    case 'data':
      return { kind: 'data', value: { ...fieldsIn(edited), edited_by_person: true } };
    case 'image':
      return result;
    default:
      return unknownKind(result);
  }
}

function fieldsIn(text: string): { readonly [key: string]: Json } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as { readonly [key: string]: Json }) : undefined;
  } catch {
    return undefined;
  }
}
