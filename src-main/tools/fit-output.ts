/** Keeps what a tool says within its budget: the head and the tail of a text, counted as the wire will carry them. */
import { isUtf8 } from 'node:buffer';
import { byteSize } from './byte-size.ts';
import { createOutputRing } from './output-ring.ts';
import { cutsBetween, type TextCut } from './text-cuts.ts';

/** A text that fits. `leftOut` counts the bytes of the original that are not in it; 0 means that it is whole. */
export interface Fitted {
  readonly text: string;
  readonly leftOut: number;
  /** Around what was left out. */
  readonly cuts?: readonly TextCut[];
}

/** What was kept of a stream: all of it (`tail` empty and `head` complete) or both ends. */
export interface Collected {
  readonly total: number;
  readonly head: Buffer;
  readonly tail: Buffer;
}

export interface Collector {
  add(chunk: Buffer): void;
  finish(): Collected;
}

/**
 * Bytes that the character at `index` costs inside a JSON string; 4 means a pair of UTF-16 units, all others are one
 * unit. Half a pair alone is written as an escape.
 */
function costAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x80) {
    if (code >= 0x20) return code === 0x22 || code === 0x5c ? 2 : 1;
    return code === 8 || code === 9 || code === 10 || code === 12 || code === 13 ? 2 : 6;
  }
  if (code < 0x800) return 2;
  if (code < 0xd800 || code > 0xdfff) return 3;
  const next = text.charCodeAt(index + 1);
  return code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff ? 4 : 6;
}

/** Bytes that `text` takes up on the wire, as a JSON string in UTF-8, without its quotes. */
export function jsonBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const cost = costAt(text, index);
    bytes += cost;
    if (cost === 4) index += 1;
  }
  return bytes;
}

/** The longest beginning of `text` that costs at most `maxBytes` on the wire. Never cuts a character in two. */
export function headWithin(text: string, maxBytes: number): string {
  let spent = 0;
  for (let index = 0; index < text.length; index += 1) {
    const cost = costAt(text, index);
    spent += cost;
    if (spent > maxBytes) return text.slice(0, index);
    if (cost === 4) index += 1;
  }
  return text;
}

/** The longest ending of `text` that costs at most `maxBytes` on the wire. Never cuts a character in two. */
export function tailWithin(text: string, maxBytes: number): string {
  let spent = 0;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const paired = index > 0 && costAt(text, index - 1) === 4;
    spent += paired ? 4 : costAt(text, index);
    if (spent > maxBytes) return text.slice(index + 1);
    if (paired) index -= 1;
  }
  return text;
}

/** The line that stands where something was left out. */
function leftOutMarker(leftOut: number): string {
  return `\n[… ${byteSize(leftOut)} left out here …]\n`;
}

/** Bytes reserved for a marker. */
const MARKER_BYTES = 64;

/** Joins both ends of a text of `total` bytes so that the whole costs at most `maxBytes` on the wire. */
function joinEnds(head: string, tail: string, total: number, maxBytes: number): Fitted {
  const half = Math.max(0, Math.floor((maxBytes - MARKER_BYTES) / 2));
  const first = headWithin(head, half);
  const last = tailWithin(tail, half);
  const leftOut = Math.max(0, total - Buffer.byteLength(first) - Buffer.byteLength(last));
  const text = `${first}${leftOutMarker(leftOut)}${last}`;
  if (half === 0) return { text: headWithin(text, maxBytes), leftOut };
  const shown = { text, first: first.length, last: last.length };
  return { text, leftOut, cuts: cutsBetween(shown, head, tail) };
}

/** `text` as it is where it costs at most `maxBytes` on the wire, else its head and tail around a marker. */
export function fitText(text: string, maxBytes: number): Fitted {
  if (jsonBytes(text) <= maxBytes) return { text, leftOut: 0 };
  return joinEnds(text, text, Buffer.byteLength(text), maxBytes);
}

/**
 * Text from what was kept of a stream, each part passed through `clean`, fitted to `maxBytes` on the wire.
 * `undefined` where the kept bytes are not UTF-8.
 */
export function fitCollected(
  collected: Collected,
  maxBytes: number,
  clean: (text: string) => string,
): Fitted | undefined {
  const { head, tail, total } = collected;
  if (head.length + tail.length === total) {
    const whole = tail.length === 0 ? head : Buffer.concat([head, tail]);
    return isUtf8(whole) ? fitText(clean(whole.toString('utf8')), maxBytes) : undefined;
  }
  const first = wholeCharactersAtEnd(head);
  const last = wholeCharactersAtStart(tail);
  if (!isUtf8(first) || !isUtf8(last)) return undefined;
  return joinEnds(clean(first.toString('utf8')), clean(last.toString('utf8')), total, maxBytes);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Drops a UTF-8 character that was cut at the end of `bytes`. */
export function wholeCharactersAtEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const byte = bytes[lead];
  if (byte === undefined || byte < 0xc0) return bytes;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  return lead + length > bytes.length ? bytes.subarray(0, lead) : bytes;
}

/** Drops the rest of a UTF-8 character that was cut before the start of `bytes`. */
export function wholeCharactersAtStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** Keeps the first and the last half of `maxBytes` of a stream, however long it gets; holds no more than that. */
export function createCollector(maxBytes: number): Collector {
  const headMax = Math.ceil(maxBytes / 2);
  const ring = createOutputRing(Math.floor(maxBytes / 2));
  let head = Buffer.alloc(0);
  let headLength = 0;
  let total = 0;
  return {
    add(chunk) {
      total += chunk.length;
      const taken = Math.min(chunk.length, headMax - headLength);
      if (headLength + taken > head.length) {
        const grown = Buffer.alloc(Math.min(headMax, Math.max(4096, 2 * (headLength + taken))));
        head.copy(grown, 0, 0, headLength);
        head = grown;
      }
      chunk.copy(head, headLength, 0, taken);
      headLength += taken;
      if (taken < chunk.length) ring.add(chunk.subarray(taken));
    },
    finish: () => ({ total, head: head.subarray(0, headLength), tail: ring.from(0) }),
  };
}
