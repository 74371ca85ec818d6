/** The key of a caller, by the cryptography that browsers and Node bring along. */

/** Signs for an address. Any signer of Ed25519 will do, as one that keeps its key in hardware. */
export interface DirectKeys {
  /** `0x` and the public key in lower-case hex. */
  readonly address: string;
  /** In lower-case hex. */
  sign(text: string): Promise<string>;
}

/** What PKCS #8 puts in front of the raw bytes of an Ed25519 key (RFC 8410, section 10). */
const PREFIX = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** @param seed 32 bytes, as published tools keep them in `agent.key`. Rejects where there is no Ed25519. */
export async function keysFromSeed(seed: Uint8Array): Promise<DirectKeys> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('pkcs8', Uint8Array.from([...PREFIX, ...seed]), 'Ed25519', true, [
    'sign',
  ]);
  const { x = '' } = await subtle.exportKey('jwk', key);
  const raw = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  return {
    address: `0x${hex(Uint8Array.from(raw, (character) => character.charCodeAt(0)))}`,
    async sign(text) {
      const bytes = new TextEncoder().encode(text);
      return hex(new Uint8Array(await subtle.sign('Ed25519', key, bytes)));
    },
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
