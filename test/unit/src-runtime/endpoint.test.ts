/** Who may connect, with which exact refusal for the others, and how a socket that misbehaves is closed. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectBare, type Peer } from '../../support/bare-peer.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ask, upgradeHeaders } from './raw-request.ts';
import { ALICE, clientOf, invoke, runtimeUnderTest } from './runtime-under-test.ts';

const bearer = { authorization: `Bearer ${ALICE}` };

test.each([
  ['no bearer', {}],
  ['an unknown bearer', { authorization: 'Bearer nobody' }],
  ['a bearer with something after it', { authorization: `Bearer ${ALICE}x` }],
  ['an unknown bearer in the sub-protocol', { 'sec-websocket-protocol': 'bearer.nobody' }],
  [
    'a good sub-protocol behind a header of another scheme',
    { authorization: 'Basic eDp5', 'sec-websocket-protocol': `bearer.${ALICE}` },
  ],
  [
    'a bearer in a second sub-protocol line',
    { 'sec-websocket-protocol': ['loomcycle.client-tools.v1', `bearer.${ALICE}`] },
  ],
])('refuses %s with 401 in plain text', async (_name, headers) => {
  const runtime = await runtimeUnderTest();
  const reply = await ask(runtime.url, { ...upgradeHeaders, ...headers });
  expect(reply).toMatchObject({ status: 401, body: 'unauthorized\n' });
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.headers['www-authenticate']).toBeUndefined();
});

test('takes the bearer from the header or the sub-protocol and echoes the application protocol only', async () => {
  const runtime = await runtimeUnderTest();
  const byHeader = await ask(runtime.url, { ...upgradeHeaders, authorization: `bearer ${ALICE}` });
  expect(byHeader.status).toBe(101);
  expect(byHeader.headers['sec-websocket-protocol']).toBeUndefined();
  const bySubProtocol = await ask(runtime.url, {
    ...upgradeHeaders,
    'sec-websocket-protocol': `bearer.${ALICE}, Loomcycle.client-tools.V1`,
  });
  expect(bySubProtocol.status).toBe(101);
  expect(bySubProtocol.headers['sec-websocket-protocol']).toBe('Loomcycle.client-tools.V1');
});

test('refuses an upgrade under a host name that is not loopback, but takes a page with a bearer', async () => {
  const runtime = await runtimeUnderTest();
  const headers = { ...upgradeHeaders, ...bearer };
  expect((await ask(runtime.url, { ...headers, host: 'evil.example' })).status).toBe(403);
  expect((await ask(runtime.url, { ...headers, host: '127.0.0.1.evil.example' })).status).toBe(403);
  expect((await ask(runtime.url, { ...headers, origin: 'https://board.example' })).status).toBe(101);
});

test.each([
  ['another frame first', '{"type":"result","call_id":"x"}', 1008, 'expected hello frame first'],
  ['a hello in capitals', '{"type":"HELLO"}', 1008, 'expected hello frame first'],
  ['no JSON', 'hello', 1008, 'expected hello frame first'],
  ['an array', '[]', 1008, 'expected hello frame first'],
  ['a type that is no string', '{"type":7}', 1008, 'expected hello frame first'],
  ['tools that are no list', '{"type":"hello","tools":"all"}', 1003, 'malformed hello'],
  [
    'a description that is no text',
    '{"type":"hello","tools":[{"name":"x","description":7}]}',
    1003,
    'malformed hello',
  ],
])('closes a socket that begins with %s', async (_name, frame, code, reason) => {
  const runtime = await runtimeUnderTest();
  const client = await connectBare(runtime.url, ALICE);
  client.send(frame);
  expect(await client.closed).toEqual({ code, reason });
  expect(runtime.connections()).toBe(0);
});

test.each([
  ['text', (text: string) => text],
  ['binary', (text: string) => Buffer.from(text)],
])('registers usable names from a %s hello with field names in any case', async (_name, encode) => {
  const runtime = await runtimeUnderTest({ invokeTimeoutMs: 12_000 });
  const client = await connectBare(runtime.url, ALICE);
  const long = 'x'.repeat(57);
  const tools = ['fs_read', 'a.b', 'fs_read', long, '', 'ok-1'].map((name) => ({ Name: name }));
  client.send(encode(JSON.stringify({ Type: 'hello', TOOLS: tools })));
  expect(await client.frames.next()).toEqual({
    type: 'hello_ok',
    connection_id: 'ctc-1',
    accepted: ['fs_read', 'fs_read', 'ok-1'],
    invoke_timeout_ms: 12_000,
  });
});

test('ignores a second hello, unknown types and malformed frames without closing', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = invoke(runtime, 'read');
  const { call_id } = await client.frames.next();
  for (const frame of [
    '{"type":"hello","tools":[{"name":"other"}]}',
    '{"type":"ping"}',
    'no json',
    '[]',
    `{"type":"result","call_id":"${call_id}","ok":"true"}`,
    '{"type":"result","call_id":"call-999","ok":true}',
  ])
    client.send(frame);
  client.send({ type: 'result', call_id, ok: true, output: 'still here' });
  expect(await reply).toEqual({ ok: true, output: 'still here' });
  expect(await invoke(runtime, 'other')).toMatchObject({ ok: false });
});

test('takes a frame of exactly the limit and closes with 1009 at one byte more', async () => {
  const runtime = await runtimeUnderTest({ maxFrameBytes: 2_000 });
  const client = await clientOf(runtime, ALICE, ['read']);
  const sized = (callId: unknown, bytes: number) => {
    const bare = JSON.stringify({ type: 'result', call_id: callId, ok: true, output: '' });
    return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`);
  };
  const fits = invoke(runtime, 'read');
  client.send(sized((await client.frames.next()).call_id, 2_000));
  expect(await fits).toMatchObject({ ok: true });
  const over = invoke(runtime, 'read');
  client.send(sized((await client.frames.next()).call_id, 2_001));
  expect(await client.closed).toEqual({ code: 1009, reason: 'read limited at 2001 bytes' });
  expect(await over).toEqual({ ok: false, error: 'the client disconnected while running client__read' });
});

test('closes a socket that says no hello in time', async () => {
  const runtime = await runtimeUnderTest({ helloTimeoutMs: 20 });
  const client = await connectBare(runtime.url, ALICE);
  expect(await client.closed).toEqual({ code: 1008, reason: 'no hello in time' });
});

test('pings, goes on while pongs come, and closes with 1008 when one stays out', async () => {
  const clock = new ManualClock();
  const runtime = await runtimeUnderTest({ after: (ms, run) => clock.after(ms, run) });
  const client = await clientOf(runtime, ALICE, ['read']);
  const pinged = once(client.socket, 'ping');
  clock.advance(20_000);
  expect(String((await pinged)[0])).toBe('1');
  await roundTrip(client, () => invoke(runtime, 'read'));
  clock.advance(19_999);

  client.socket.pause();
  clock.advance(1);
  const reply = invoke(runtime, 'read');
  await pendingTimers(clock, 2);
  clock.advance(10_000);
  expect(await reply).toMatchObject({ error: 'the client disconnected while running client__read' });
  client.socket.resume();
  expect(await client.closed).toEqual({ code: 1008, reason: 'heartbeat timeout' });
});

/** A whole call: what the client sent before it (a pong) has been read by then. */
async function roundTrip(client: Peer, call: () => Promise<unknown>): Promise<void> {
  const reply = call();
  const { call_id } = await client.frames.next();
  client.send({ type: 'result', call_id, ok: true });
  await reply;
}

/** Resolves when that many timers wait: the call has reached the registry. */
async function pendingTimers(clock: ManualClock, count: number): Promise<void> {
  while (clock.pending < count) await new Promise((resolve) => setImmediate(resolve));
}

test('drops its clients and frees the port when it closes', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  await runtime.close();
  expect((await client.closed).code).toBe(1006);
  const late = new WebSocket(`ws://127.0.0.1:${runtime.port}/v1/client-tools`);
  const [error] = await once(late, 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});
