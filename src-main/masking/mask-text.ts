/** The same for one text where it is, for lines of the journal: bounded in length by whoever calls it. */
import { mayHold } from './detector.ts';
import { findSecrets } from './find-secrets.ts';
import { maskMark } from './mask-result.ts';

/** False where `maskText` would leave all strings of a JSON text as they are, told in a moment. */
export function mayHoldCredentials(json: string): boolean {
  return mayHold(json);
}

/** `key` is the name of the text in its object: some credentials are known by that alone. */
export function maskText(text: string, key = ''): string {
  if (!mayHold(text) && !mayHold(key)) return text;
  const lead = `${key}=`;
  let masked = '';
  let from = 0;
  for (const { what, start, end } of findSecrets(lead + text)) {
    const to = Math.max(0, start - lead.length);
    masked += text.slice(from, to) + maskMark(what);
    from = Math.max(from, end - lead.length);
  }
  return masked + text.slice(from);
}
