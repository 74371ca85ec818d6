/** Makes a value fit to be written down: no known secret, nothing that looks like a credential, no long text in full. */
import { createHash } from 'node:crypto';
import type { Json } from '../../src-shared/json.ts';

/** Longer strings are journalled by their start, size and hash. */
const MAX_STRING_BYTES = 4096;
const KEPT_CHARACTERS = 1024;
const MAX_DEPTH = 12;
const MAX_ITEMS = 200;

/** Of a long string this much is looked through, so that a credential is found that the end of what is kept divides. */
const BEYOND_KEPT = 3 * 1024;

/** So much of one line is looked through at most; it happens where calls are handled. Characters. */
const MOST_LOOKED_THROUGH = 32 * 1024;

/** Finds credentials in text and replaces them. */
export interface Credentials {
  /** False where `mask` would leave every string of a JSON text as it is. */
  mayHold(json: string): boolean;
  /** `key` is the name of the text in its object. */
  mask(text: string, key?: string): string;
}

/** What is not written down: values that are known to be secret, and what looks like a credential. */
export interface KeptOut {
  readonly secrets: readonly string[];
  readonly credentials: Credentials;
}

/** Replaces every occurrence of a secret, and shortens what is too long to be kept. */
export function redact(value: Json, out: KeptOut): Json {
  return new Redactor(out).redact(value, '', 0);
}

class Redactor {
  readonly #out: KeptOut;
  #left = MOST_LOOKED_THROUGH;

  constructor(out: KeptOut) {
    this.#out = out;
  }

  redact(value: Json, key: string, depth: number): Json {
    if (typeof value === 'string') return this.#text(value, key);
    if (value === null || typeof value !== 'object') return value;
    if (depth >= MAX_DEPTH) return '(nested too deep to be kept)';
    if (Array.isArray(value)) {
      return value.slice(0, MAX_ITEMS).map((item) => this.redact(item, key, depth + 1));
    }
    const entries = Object.entries(value).slice(0, MAX_ITEMS);
    return Object.fromEntries(
      entries.map(([name, item]) => [this.#text(name, ''), this.redact(item, name, depth + 1)]),
    );
  }

  #text(text: string, key: string): string {
    let safe = text;
    for (const secret of this.#out.secrets) if (secret.length > 0) safe = safe.replaceAll(secret, '(secret)');
    const bytes = Buffer.byteLength(safe);
    if (bytes <= MAX_STRING_BYTES) return this.#masked(safe, key);
    const hash = createHash('sha256').update(safe).digest('hex');
    const start = this.#masked(safe.slice(0, KEPT_CHARACTERS + BEYOND_KEPT), key).slice(0, KEPT_CHARACTERS);
    return `${start}… (${bytes} bytes, sha256 ${hash})`;
  }

  #masked(text: string, key: string): string {
    const { mayHold, mask } = this.#out.credentials;
    if (!mayHold(text) && !mayHold(key)) return text;
    this.#left -= text.length;
    return this.#left < 0 ? '(not kept: too long to be looked through for credentials)' : mask(text, key);
  }
}

/**
 * Whether `redact` would leave a value as it is, told by its JSON alone and much sooner than by a walk. True only where
 * that is certain: short lines with nothing special, as nearly all are.
 */
export function isFitToBeKept(json: string, { secrets, credentials }: KeptOut): boolean {
  // No character has more than three bytes a code unit.
  if (json.length * 3 > MAX_STRING_BYTES) return false;
  if (count(json, '{') + count(json, '[') > MAX_DEPTH || count(json, ',') >= MAX_ITEMS) return false;
  if (credentials.mayHold(json)) return false;
  return secrets.every((secret) => secret === '' || !json.includes(JSON.stringify(secret).slice(1, -1)));
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}
