/** The text of a value that is signed on the wire of direct execution, in the form that every published host verifies. */
import type { Json } from './json.ts';

/**
 * Members sorted at every level by code point, no spaces, everything outside U+0020 to U+007E escaped. Undefined for a
 * number that JavaScript and the published host print in different ways, whose signature would not verify there.
 */
export function signedJson(value: Json): string | undefined {
  const parts: string[] = [];
  return write(value, parts) ? parts.join('') : undefined;
}

function write(value: Json, parts: string[]): boolean {
  if (typeof value === 'number') {
    parts.push(String(value));
    return printsAlike(value);
  }
  if (Array.isArray(value)) return writeAll('[', value, (item) => write(item, parts), ']', parts);
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value as Record<string, Json>).sort(([a], [b]) => byCodePoint(a, b));
    const member = ([name, item]: [string, Json]) => {
      parts.push(asciiString(name), ':');
      return write(item, parts);
    };
    return writeAll('{', members, member, '}', parts);
  }
  parts.push(typeof value === 'string' ? asciiString(value) : String(value));
  return true;
}

function writeAll<T>(
  open: string,
  items: readonly T[],
  each: (item: T) => boolean,
  close: string,
  parts: string[],
): boolean {
  parts.push(open);
  const written = items.every((item, index) => {
    if (index > 0) parts.push(',');
    return each(item);
  });
  parts.push(close);
  return written;
}

/** Python writes 0.00001 as 1e-05, and whole numbers from 1e16 on with an exponent if they are no integers. */
function printsAlike(value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const size = Math.abs(value);
  return Number.isInteger(value) ? size <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0) : size >= 1e-4;
}

/** A string as JSON in ASCII. */
export function asciiString(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JavaScript compares UTF-16 units, in which U+1F600 comes before U+FF5E. */
export function byCodePoint(left: string, right: string): number {
  const rights = [...right];
  let index = 0;
  for (const character of left) {
    const other = rights[index];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
    index += 1;
  }
  return index - rights.length;
}
