/** Makes a value fit to be written down: no known secret, no long text in full. */
import { createHash } from 'node:crypto';
import type { Json } from '../../src-shared/json.ts';

/** Longer strings are journalled by their start, size and hash. */
const MAX_STRING_BYTES = 4096;
const MAX_DEPTH = 12;
const MAX_ITEMS = 200;

/** Replaces every occurrence of a secret, and shortens what is too long to be kept. */
export function redact(value: Json, secrets: readonly string[], depth = 0): Json {
  if (typeof value === 'string') return redactText(value, secrets);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return '(nested too deep to be kept)';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, secrets, depth + 1));
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    entries.map(([key, item]) => [redactText(key, secrets), redact(item, secrets, depth + 1)]),
  );
}

/**
 * Whether `redact` would leave a value as it is, told by its JSON alone and much sooner than by a walk. True only where
 * that is certain: short lines with nothing special, as nearly all are.
 */
export function isFitToBeKept(json: string, secrets: readonly string[]): boolean {
  // No character has more than three bytes a code unit.
  if (json.length * 3 > MAX_STRING_BYTES) return false;
  if (count(json, '{') + count(json, '[') > MAX_DEPTH || count(json, ',') >= MAX_ITEMS) return false;
  return secrets.every((secret) => secret === '' || !json.includes(JSON.stringify(secret).slice(1, -1)));
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}

function redactText(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret.length > 0) safe = safe.replaceAll(secret, '(secret)');
  const bytes = Buffer.byteLength(safe);
  if (bytes <= MAX_STRING_BYTES) return safe;
  const hash = createHash('sha256').update(safe).digest('hex');
  return `${safe.slice(0, 1024)}… (${bytes} bytes, sha256 ${hash})`;
}
