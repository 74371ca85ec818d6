/** The published signing vectors: what peers sign verifies, and what the published host answers is answered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src-main/direct/canonical-json.ts';
import { DirectSession } from '../../../../src-main/direct/direct-session.ts';
import { identityFromSeed, isSignedBy, signatureBytes } from '../../../../src-main/direct/identity.ts';
import { readWireJson, type WireObject } from '../../../../src-main/direct/wire-json.ts';
import { directRooms, sentTo } from '../../../support/direct-rooms.ts';

interface Vectors {
  readonly clock: number;
  readonly keys: Record<'client' | 'host' | 'other', { readonly seed: string; readonly address: string }>;
  readonly signed: readonly {
    readonly id: string;
    readonly address: string;
    readonly form: 'py' | 'utf8' | 'legacyTs';
    readonly canonical: string;
    readonly signature: string;
    readonly payloadText: string;
    readonly frame?: object;
  }[];
  readonly replies: readonly { readonly id: string; readonly expect: string; readonly frame: object }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../cases/direct-vectors.json'), 'utf8'),
);
const forms = { py: 'ascii', utf8: 'utf8', legacyTs: 'as-sent' } as const;

function objectOf(text: string): WireObject {
  const read = readWireJson(text);
  if (!read.ok || read.json.kind !== 'object') throw new Error('no object');
  return read.json;
}

describe('the published signing vectors', () => {
  it.each(vectors.signed)('$id: its text and its signature are ours too', (vector) => {
    expect(canonicalJson(objectOf(vector.payloadText), forms[vector.form])).toBe(vector.canonical);
    const bytes = signatureBytes(vector.signature) ?? Buffer.alloc(0);
    expect(isSignedBy(vector.address, bytes, [vector.canonical])).toBe(true);
    expect(isSignedBy(vector.address, bytes, [`${vector.canonical} `])).toBe(false);
    const key = Object.values(vectors.keys).find(({ address }) => address === vector.address);
    if (key) {
      expect(identityFromSeed(Buffer.from(key.seed, 'hex')).sign(vector.canonical)).toBe(vector.signature);
    }
  });

  it('makes the published addresses of the published seeds', () => {
    for (const { seed, address } of Object.values(vectors.keys)) {
      expect(identityFromSeed(Buffer.from(seed, 'hex')).address).toBe(address);
    }
  });
});

/** What the published host says otherwise: it dies of the first; the second it could not verify in its own printing. */
const ours: Record<string, RegExp> = {
  short_signature: /^ERROR unauthorized: invalid signature$/,
  small_float: /^EXEC_RESULT/,
};

describe('the published replies', () => {
  it.each(vectors.replies)('$id: $expect', async ({ id, frame, expect: expected }) => {
    const sent: string[] = [];
    const rooms = directRooms({
      address: vectors.keys.host.address,
      now: vectors.clock,
      contacts: [vectors.keys.client.address],
    });
    const session = new DirectSession(rooms, sentTo(sent), 'signed');
    const connect = vectors.signed.find((vector) => vector.id === 'connect_v2')?.frame;
    session.receive(JSON.stringify(connect));
    await expect.poll(() => sent.length).toBe(2);
    session.receive(JSON.stringify(frame));
    await expect.poll(() => sent.length).toBe(3);
    session.end();
    const reply = JSON.parse(sent[2] ?? '');
    const said = `${reply.type} ${reply.message ?? `of tool ${reply.tool}`}`;
    if (ours[id]) expect(said).toMatch(ours[id]);
    else if (expected.startsWith('ERROR')) expect(said).toBe(expected);
    else expect(said).toBe('EXEC_RESULT of tool echo');
    if (id === 'tampered_toplevel') expect(reply.result).toBe('{"text":"hi"}');
  });
});
