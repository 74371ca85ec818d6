/** The chain: each line has a number and a MAC over the MAC before it and its own bytes. Form and arithmetic alone. */
import { createHmac, hash, randomBytes } from 'node:crypto';

export interface ChainKey {
  /** Tells keys apart without giving one away. */
  readonly id: string;
  /** HMAC-SHA256, in base64url. `before` is the MAC of the line before, empty where the chain begins. */
  mac(before: string, body: string | Uint8Array): string;
}

export const KEY_BYTES = 32;

export function newSecret(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function chainKey(secret: Buffer): ChainKey {
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  const short = shortHmac(secret);
  return {
    id: hmac('the name of this journal key').digest('hex').slice(0, 16),
    mac: (before, body) => short(before, body) ?? hmac(before).update(body).digest('base64url'),
  };
}

/** Of SHA-256, in bytes: of its blocks, and of its digests. */
const BLOCK = 64;
const DIGEST = 32;

/** Longer texts are rare. Bytes. */
const SHORT_BYTES = 16 * 1024;

/**
 * HMAC-SHA256 (RFC 2104) of short texts out of one-shot hashes, which takes half as long as the HMAC of the library: most
 * of that goes into making an object for each. Undefined for longer texts.
 */
function shortHmac(secret: Buffer): (before: string, body: string | Uint8Array) => string | undefined {
  const key = Buffer.alloc(BLOCK);
  if (secret.length > BLOCK) return () => undefined;
  secret.copy(key);
  const inner = Buffer.alloc(BLOCK + SHORT_BYTES);
  const outer = Buffer.alloc(BLOCK + DIGEST);
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  return (before, body) => {
    // No character has more than three bytes a code unit.
    if ((before.length + body.length) * 3 > SHORT_BYTES) return undefined;
    let end = BLOCK + inner.write(before, BLOCK);
    if (typeof body === 'string') end += inner.write(body, end);
    else {
      inner.set(body, end);
      end += body.length;
    }
    outer.write(hash('sha256', inner.subarray(0, end), 'hex'), BLOCK, 'hex');
    return hash('sha256', outer, 'base64url');
  };
}

/** Puts the MAC at the end of a JSON object that begins with its `seq`. */
export function seal(key: ChainKey, before: string, object: string): { line: string; mac: string } {
  const body = object.slice(0, -1);
  const mac = key.mac(before, body);
  return { line: `${body},"mac":"${mac}"}\n`, mac };
}

export interface SealedLine {
  readonly seq: number;
  readonly mac: string;
  /** The bytes that the MAC speaks of. */
  readonly body: Buffer;
}

const SEAL = /^,"mac":"([\w-]{43})"\}$/;
const SEAL_BYTES = 53;
const NUMBER = /^\{"seq":(\d{1,15}),/;

/** Takes a line (without its line break) apart by form; nothing of it is believed yet. */
export function unseal(line: Buffer): SealedLine | undefined {
  const end = line.length - SEAL_BYTES;
  if (end < 0) return undefined;
  const mac = SEAL.exec(line.toString('latin1', end))?.[1];
  const seq = NUMBER.exec(line.toString('latin1', 0, Math.min(end, 24)))?.[1];
  if (mac === undefined || seq === undefined) return undefined;
  return { seq: Number(seq), mac, body: line.subarray(0, end) };
}
