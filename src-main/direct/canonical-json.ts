/** The texts that peers sign for one payload. All that are in use are tried, since a peer does not say which it made. */
import { asciiString, byCodePoint } from '../../src-shared/signed-json.ts';
import type { WireJson, WireObject } from './wire-json.ts';

/**
 * `ascii`: members sorted at every level by code point, no spaces, everything outside U+0020 to U+007E escaped (Python
 * peers, and what Doorman signs itself). `utf8`: the same with other characters as they are (newer TypeScript peers).
 * `as-sent`: only the outermost members sorted, the rest in the order in which it came (older TypeScript peers).
 */
export type CanonicalForm = 'ascii' | 'utf8' | 'as-sent';

export const canonicalForms: readonly CanonicalForm[] = ['ascii', 'utf8', 'as-sent'];

export function canonicalJson(payload: WireObject, form: CanonicalForm): string {
  return objectText(payload, form, true);
}

function valueText(json: WireJson, form: CanonicalForm): string {
  switch (json.kind) {
    case 'object':
      return objectText(json, form, form !== 'as-sent');
    case 'array':
      return `[${json.items.map((item) => valueText(item, form)).join(',')}]`;
    case 'string':
      return stringText(json.value, form);
    default:
      return json.text;
  }
}

function objectText({ members }: WireObject, form: CanonicalForm, sorted: boolean): string {
  const entries = [...members];
  if (sorted) entries.sort(([left], [right]) => byCodePoint(left, right));
  return `{${entries.map(([name, value]) => `${stringText(name, form)}:${valueText(value, form)}`).join(',')}}`;
}

function stringText(value: string, form: CanonicalForm): string {
  return form === 'ascii' ? asciiString(value) : JSON.stringify(value);
}
