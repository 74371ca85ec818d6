/** The signed door of a real host, used by the client for TypeScript programs and by an HTTP client. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { connect, keysFromSeed } from '../../src-client/connect.ts';
import { openSignedListener, type SignedListener } from '../../src-main/direct/signed-listener.ts';
import { socketSessions } from '../../src-main/direct/socket-sessions.ts';
import { directRooms, type TestRooms } from '../support/direct-rooms.ts';
import { testIdentity } from '../support/signed-peer.ts';

const { address } = testIdentity(7);
let rooms: TestRooms;
let listener: SignedListener;

beforeEach(async () => {
  rooms = directRooms({ address, now: Date.now() / 1000 });
  const sessions = socketSessions(rooms, 'signed', 8);
  const info = () => ({ name: 'test machine', tools: ['echo'], invite: rooms.hasInvite() });
  listener = await openSignedListener({ host: '127.0.0.1', port: 0, address, info, sessions });
});

afterEach(() => listener.close());

const WebSocketImpl = WebSocket as never;

async function caller() {
  const keys = await keysFromSeed(randomBytes(32));
  rooms.contacts.add(keys.address);
  return keys;
}

describe('the client for programs', () => {
  it('finds the machine by its URL, or by its address where the machine is its own relay', async () => {
    const keys = await caller();
    for (const [target, relay] of [
      [listener.url],
      [`${listener.url.replace('http', 'ws')}/ws`],
      [address, listener.url.replace('http', 'ws')],
    ]) {
      const machine = connect(target ?? '', { keys, WebSocketImpl, ...(relay ? { relay } : {}) });
      expect(await machine.call('echo', { text: 'häß 😀', n: 1.5 })).toEqual({
        text: '{"text":"häß 😀","n":1.5}',
        status: 'success',
        ok: true,
        error: '',
        durationMs: 1,
        images: [],
      });
      machine.close();
    }
  });

  it('keeps several hundred commands apart on one socket', async () => {
    const machine = connect(listener.url, { keys: await caller(), WebSocketImpl });
    const results = await Promise.all(
      Array.from({ length: 400 }, (_, index) => machine.call('echo', { index })),
    );
    expect(results.map(({ text }) => JSON.parse(text).index)).toEqual(results.map((_, index) => index));
    machine.close();
  });

  it('never rejects: what goes wrong is in the result', async () => {
    const keys = await caller();
    expect(await connect('nowhere', { keys }).call('echo')).toMatchObject({ ok: false, status: 'error' });
    expect(await connect('http://127.0.0.1:1', { keys }).call('echo')).toMatchObject({ ok: false });
    rooms.contacts.clear();
    rooms.blocked.add(keys.address);
    const blocked = connect(listener.url, { keys, WebSocketImpl });
    expect(await blocked.call('echo')).toMatchObject({ ok: false, error: 'forbidden: blacklisted' });
    expect(await connect(listener.url, { WebSocketImpl }).call('echo')).toMatchObject({
      error: 'unauthorized: signed request required',
    });
  });

  it('sends an invite code where it has one, and waits for the person where it has none', async () => {
    const keys = await keysFromSeed(randomBytes(32));
    const waiting = connect(listener.url, { keys, WebSocketImpl });
    const first = waiting.call('echo', { n: 1 });
    await expect.poll(() => rooms.asked.length).toBe(1);
    rooms.asked[0]?.answer('accepted');
    expect(await first).toMatchObject({ ok: true });
    waiting.close();
    rooms.contacts.clear();
    const invite = rooms.invites.make('laptop');
    const invited = connect(listener.url, { keys, WebSocketImpl, inviteCode: async () => invite?.code });
    expect(await invited.call('echo', {})).toMatchObject({ ok: true });
    invited.close();
  });
});

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: object }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${listener.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the signed listener', () => {
  it('tells what it is, without a word that lets web pages read it', async () => {
    const reply = await get('/info');
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await get(`/api/agents/${address}`)).status).toBe(200);
    expect((await get(`/api/agents/${testIdentity(8).address}`)).status).toBe(404);
  });

  it('refuses a request from a page, and one for a name that was bound to this machine', async () => {
    expect((await get('/info', { origin: 'https://example.org' })).status).toBe(403);
    expect((await get('/info', { origin: 'null' })).status).toBe(403);
    expect((await get('/info', { host: 'rebound.example.org:8742' })).status).toBe(421);
    const socket = new WebSocket(`${listener.url.replace('http', 'ws')}/ws`, { origin: 'http://localhost' });
    const refused = await new Promise<string>((resolve) =>
      socket.on('error', (error) => resolve(error.message)),
    );
    expect(refused).toContain('403');
  });

  it('listens beyond loopback with a certificate only', async () => {
    const sessions = socketSessions(rooms, 'signed', 8);
    const info = () => ({ name: 'x', tools: [], invite: false });
    const opening = openSignedListener({ host: '0.0.0.0', port: 0, address, info, sessions });
    await expect(opening).rejects.toThrow(/needs a certificate/);
  });
});
