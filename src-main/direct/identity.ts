/** Ed25519 keys as peers of direct execution use them: a seed, an address made of the public key, hex signatures. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Our own key. The seed it was made of stays in the keychain. */
export interface Identity {
  /** `0x` and the public key in lower-case hex: 66 characters. */
  readonly address: string;
  /** In lower-case hex. */
  sign(text: string): string;
}

export const SEED_BYTES = 32;

/** What PKCS #8 and SPKI put in front of the raw bytes of an Ed25519 key (RFC 8410, section 10). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 bytes; anything else throws */
export function identityFromSeed(seed: Uint8Array): Identity {
  if (seed.length !== SEED_BYTES) throw new Error(`a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  return {
    address: `0x${raw.toString('hex')}`,
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  };
}

/** The one spelling of an address, or nothing where it is none. Peers write it with and without `0x`, in any case. */
export function plainAddress(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`;
}

/** The raw signature, or nothing where it is no hex of 64 bytes. */
export function signatureBytes(text: string): Buffer | undefined {
  const digits = /^(?:0x)?([0-9a-fA-F]{128})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

/** Whether `signature` was made over one of `texts` with the key of `address`. */
export function isSignedBy(address: string, signature: Uint8Array, texts: readonly string[]): boolean {
  const key = publicKey(address);
  return key !== undefined && texts.some((text) => verify(null, Buffer.from(text), key, signature));
}

/** Not every 32 bytes are a key. */
function publicKey(address: string): KeyObject | undefined {
  const raw = Buffer.from(address.slice(2), 'hex');
  try {
    return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
