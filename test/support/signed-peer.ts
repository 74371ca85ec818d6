/** Frames as a published client signs them, for tests. */
import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../../src-main/direct/canonical-json.ts';
import { type Identity, identityFromSeed } from '../../src-main/direct/identity.ts';
import { readWireJson } from '../../src-main/direct/wire-json.ts';

export function testIdentity(byte: number): Identity {
  return identityFromSeed(Buffer.alloc(32, byte));
}

/** A signed frame: `more` stands beside the payload, unsigned. */
export function signedFrame(key: Identity, payload: object, more: object): string {
  const read = readWireJson(JSON.stringify(payload));
  if (!read.ok || read.json.kind !== 'object') throw new Error('a payload is an object');
  const signature = key.sign(canonicalJson(read.json, 'ascii'));
  return JSON.stringify({ ...more, payload, from: key.address, signature });
}

/** @param timestamp Unix seconds */
export function connectFrame(key: Identity, to: string, timestamp: number, more: object = {}): string {
  const payload = { to, timestamp, signed_commands: 1, nonce: randomUUID(), ...more };
  return signedFrame(key, payload, { type: 'CONNECT' });
}

export function execFrame(
  key: Identity,
  to: string,
  timestamp: number,
  command: { readonly exec_id: unknown; readonly tool?: string; readonly args?: unknown },
): string {
  const payload = { type: 'EXEC', ...command, timestamp, nonce: randomUUID(), to };
  return signedFrame(key, payload, payload);
}
