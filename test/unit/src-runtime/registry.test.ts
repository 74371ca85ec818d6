/** The promises of the registry, seen through real sockets and the HTTP door. */
import { expect, test } from 'vitest';
import { connectBare } from '../../support/bare-peer.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ALICE, BOB, clientOf, invoke, runtimeUnderTest } from './runtime-under-test.ts';

const noClient = (tool: string) => ({
  ok: false,
  error: `no client connection is available to run client__${tool} (the providing client is not connected)`,
});

test('delegates a call to the client and hands its answer back', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = invoke(runtime, 'read', { input: { path: 'a <b> &' } });
  const frame = await client.frames.next();
  expect(frame).toEqual({
    type: 'invoke',
    call_id: expect.any(String),
    tool: 'read',
    input: { path: 'a <b> &' },
  });
  client.send({ type: 'result', call_id: frame.call_id, ok: true, output: { lines: 3 } });
  expect(await reply).toEqual({ ok: true, output: { lines: 3 } });
});

test('answers several calls on one socket in whatever order the client does', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const first = invoke(runtime, 'read', { input: 1 });
  const firstFrame = await client.frames.next();
  const second = invoke(runtime, 'client__read', { input: 2 });
  const secondFrame = await client.frames.next();
  client.send({ type: 'result', call_id: secondFrame.call_id, ok: true, output: 'two' });
  expect(await second).toEqual({ ok: true, output: 'two' });
  client.send({ type: 'result', call_id: firstFrame.call_id, ok: true, output: 'one' });
  expect(await first).toEqual({ ok: true, output: 'one' });
});

test('fails at once when no client is connected, or none that offers the tool', async () => {
  const runtime = await runtimeUnderTest();
  expect(await invoke(runtime, 'read')).toEqual(noClient('read'));
  await clientOf(runtime, ALICE, ['read']);
  expect(await invoke(runtime, 'write')).toEqual(noClient('write'));
});

test('never routes a call to the client of another principal, whatever the input says', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const input = { tenant: 'default', subject: 'alice', user_id: 'alice' };
  expect(await invoke(runtime, 'read', { bearer: BOB, input })).toEqual(noClient('read'));
  expect(client.frames.waiting).toEqual([]);
});

test('ends a call as disconnected when its client goes away', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = invoke(runtime, 'read');
  await client.frames.next();
  client.socket.terminate();
  expect(await reply).toEqual({ ok: false, error: 'the client disconnected while running client__read' });
  expect(runtime.connections()).toBe(0);
});

test('ends a call when its time is over, says so to the client, and drops a late result', async () => {
  const clock = new ManualClock();
  const runtime = await runtimeUnderTest({
    after: (ms, run) => clock.after(ms, run),
    invokeTimeoutMs: 15_000,
  });
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = invoke(runtime, 'read');
  const { call_id } = await client.frames.next();
  clock.advance(14_999);
  clock.advance(1);
  expect(await reply).toEqual({
    ok: false,
    error: 'client__read timed out waiting for the client to respond',
  });
  expect(await client.frames.next()).toEqual({ type: 'cancel', call_id });

  client.send({ type: 'result', call_id, ok: true, output: 'too late' });
  const next = invoke(runtime, 'read');
  const frame = await client.frames.next();
  client.send({ type: 'result', call_id: frame.call_id, ok: true, output: 'in time' });
  expect(await next).toEqual({ ok: true, output: 'in time' });
});

test('cancels the call when the HTTP caller goes away', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const caller = new AbortController();
  const reply = invoke(runtime, 'read', { signal: caller.signal });
  const { call_id } = await client.frames.next();
  caller.abort();
  await expect(reply).rejects.toThrow();
  expect(await client.frames.next()).toEqual({ type: 'cancel', call_id });
});

test('hands a tool to the newest connection that offers it, and back when that leaves', async () => {
  const runtime = await runtimeUnderTest();
  const old = await clientOf(runtime, ALICE, ['read', 'write']);
  const fresh = await clientOf(runtime, ALICE, ['read']);
  const answers = async (client: typeof old, name: string) => {
    const reply = invoke(runtime, name);
    const { call_id } = await client.frames.next();
    client.send({ type: 'result', call_id, ok: true });
    return reply;
  };
  expect(await answers(fresh, 'read')).toEqual({ ok: true, output: '' });
  expect(await answers(old, 'write')).toEqual({ ok: true, output: '' });
  fresh.socket.close();
  await fresh.closed;
  expect(await answers(old, 'read')).toEqual({ ok: true, output: '' });
});

test('takes no result from another connection of the same principal', async () => {
  const runtime = await runtimeUnderTest();
  const honest = await clientOf(runtime, ALICE, ['read']);
  const other = await clientOf(runtime, ALICE, ['write']);
  const reply = invoke(runtime, 'read');
  const { call_id } = await honest.frames.next();
  other.send({ type: 'result', call_id, ok: true, output: 'forged' });
  const order = invoke(runtime, 'write');
  const marker = await other.frames.next();
  other.send({ type: 'result', call_id: marker.call_id, ok: true, output: 'marker' });
  await order;
  honest.send({ type: 'result', call_id, ok: true, output: 'honest' });
  expect(await reply).toEqual({ ok: true, output: 'honest' });
});

test('refuses connections over the cap of a principal with 1013, and reuses a slot that became free', async () => {
  const runtime = await runtimeUnderTest({ maxConnections: 2 });
  const first = await clientOf(runtime, ALICE, ['read']);
  await clientOf(runtime, ALICE, ['read']);
  await expect(clientOf(runtime, BOB, ['read'])).resolves.toBeDefined();

  const third = await connectBare(runtime.url, ALICE);
  third.send({ type: 'hello', tools: [{ name: 'read' }] });
  expect(await third.closed).toEqual({ code: 1013, reason: 'too many client-tool connections' });
  expect(third.frames.waiting).toEqual([]);

  first.socket.close();
  await first.closed;
  await expect(clientOf(runtime, ALICE, ['read'])).resolves.toBeDefined();
  expect(runtime.connections()).toBe(3);
});

test('passes a tool error on, and has a text of its own for an error without one', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const answers = async (result: object) => {
    const reply = invoke(runtime, 'read');
    const { call_id } = await client.frames.next();
    client.send({ type: 'result', call_id, ...result });
    return reply;
  };
  expect(await answers({ ok: false, error: 'no such file' })).toEqual({ ok: false, error: 'no such file' });
  expect(await answers({})).toEqual({
    ok: false,
    error: 'the client reported an error running client__read',
  });
  expect(await answers({ ok: true, output: null })).toEqual({ ok: true, output: '' });
});

test('survives an output that is nested too deep to be written again', async () => {
  const runtime = await runtimeUnderTest();
  const client = await clientOf(runtime, ALICE, ['read']);
  const reply = invoke(runtime, 'read');
  const { call_id } = await client.frames.next();
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  client.send(`{"type":"result","call_id":"${call_id}","ok":true,"output":${deep}}`);
  expect(await reply).toMatchObject({ code: 'internal_error' });
  expect(await invoke(runtime, 'write')).toEqual(noClient('write'));
});
