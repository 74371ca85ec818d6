/**
 * Private keys of which only the beginning or the end stands in a text, as when the first lines of a file are read. The
 * missing end is put there, and the detector says whether that is a key.
 */
import { reportsIn, type Secret } from './detector.ts';

const BEGIN = '-----BEGIN PRIVATE KEY-----';
const END = '-----END PRIVATE KEY-----';

/** What the content of every key that the detector knows begins with: an ASN.1 sequence, in base64. */
const USUAL_START = 'MII';

/** More of a key than this is no longer taken for one by the detector. Characters. */
const MOST_SHOWN = 9_000;

export function unfinishedKeys(text: string): readonly Secret[] {
  return [...cutOff(text), ...begunBefore(text)];
}

/** A beginning whose end is missing, with all behind it that may belong to a key. */
function* cutOff(text: string): Generator<Secret> {
  for (let start = text.indexOf('-----BEGIN'); start >= 0; start = text.indexOf('-----BEGIN', start + 10)) {
    const body = text.indexOf('-----', start + 10) + 5;
    if (body < 5 || !text.slice(start, body).includes('PRIVATE KEY')) continue;
    const end = endOfKey(text, body);
    if (text.startsWith('-----END', end)) continue;
    const shown = text.slice(body, Math.min(end, body + MOST_SHOWN));
    if (reportsIn(`${BEGIN}\n${shown}\n${END}`).length > 0) yield { what: 'private key', start, end };
  }
}

/** An end whose beginning is missing. */
function* begunBefore(text: string): Generator<Secret> {
  for (let at = text.indexOf('-----END'); at >= 0; at = text.indexOf('-----END', at + 8)) {
    const end = text.indexOf('-----', at + 8) + 5;
    if (end < 5 || !text.slice(at, end).includes('PRIVATE KEY')) continue;
    const start = startOfKey(text, at);
    if (text.endsWith('-----', start) && start >= 5) continue;
    const shown = text.slice(Math.max(start, at - MOST_SHOWN), at).trimStart();
    if (reportsIn(`${BEGIN}\n${USUAL_START}${shown}\n${END}`).length > 0)
      yield { what: 'private key', start, end };
  }
}

/** Where the body of a key that begins at `from` can end at most: only padding follows padding. */
function endOfKey(text: string, from: number): number {
  let padded = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isOfKey(code) || (padded && code !== PADDING && !isSpace(code))) return at;
    padded ||= code === PADDING;
  }
  return text.length;
}

/** Where the body of a key that ends before `to` can begin at the earliest. */
function startOfKey(text: string, to: number): number {
  let padded = true;
  for (let at = to; at > 0; at -= 1) {
    const code = text.charCodeAt(at - 1);
    if (!isOfKey(code) || (!padded && code === PADDING)) return at;
    padded &&= code === PADDING || isSpace(code);
  }
  return 0;
}

const PADDING = 0x3d;

/** Base64, white space, and the backslash of `\n` in JSON: what the detector takes for the body of a key. */
function isOfKey(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === PADDING ||
    code === 0x5c ||
    isSpace(code)
  );
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
