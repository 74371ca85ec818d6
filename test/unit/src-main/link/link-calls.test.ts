/** What a link does with calls, against a peer that is nothing but a WebSocket. */
import { expect, test } from 'vitest';
import { noCounts } from '../../../../src-main/link/frame-intake.ts';
import { later } from '../../../../src-shared/clock.ts';
import { type BareRuntime, greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import { abortOf, cleanUp, linkUnderTest, TOKEN, textResult } from './link-under-test.ts';

async function bareRuntime(): Promise<BareRuntime> {
  const runtime = await startBareRuntime();
  cleanUp(() => runtime.close());
  return runtime;
}

const invoke = (callId: string, more: object = {}) => ({
  type: 'invoke',
  call_id: callId,
  tool: 'read',
  input: {},
  ...more,
});

test.each([
  ['the real runtime', 'accepted', 'tool'],
  ['the published description', 'accepted_tools', 'tool_name'],
])('shakes hands and answers a call in the spelling of %s', async (_name, accepted, tool) => {
  const runtime = await bareRuntime();
  const { until, calls } = linkUnderTest(runtime.url);
  const session = await runtime.sessions.next();
  expect(session.request.url).toBe('/v1/client-tools');
  expect(session.request.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'sec-websocket-protocol': 'loomcycle.client-tools.v1',
  });
  expect(session.request.headers['sec-websocket-extensions']).toBeUndefined();
  expect(await session.frames.next()).toEqual({
    type: 'hello',
    client: 'doorman',
    tools: [{ name: 'read', description: 'Reads', input_schema: { type: 'object' } }],
  });
  session.send({ type: 'hello_ok', connection_id: 'ctc-9', [accepted]: ['read'], news: 1 });
  expect(await until('open')).toEqual({
    kind: 'open',
    connectionId: 'ctc-9',
    accepted: ['read'],
    skipped: [],
    invokeTimeoutMs: 30_000,
  });

  const ids = { run_id: 'run-1', agent_id: 'agent-1' };
  session.send({ type: 'invoke', call_id: 'call-2', [tool]: 'read', input: { path: 'x' }, ...ids });
  const pending = await calls.next();
  expect(pending.call).toMatchObject({
    id: 'doorman-1',
    tool: 'read',
    input: { path: 'x' },
    origin: {
      door: 'client-tools',
      profileId: 'p1',
      profileName: 'Test runtime',
      connectionId: 'ctc-9',
      runId: 'run-1',
      agentId: 'agent-1',
    },
  });
  pending.answer(textResult('hi'));
  expect(await session.frames.next()).toEqual({
    type: 'result',
    call_id: 'call-2',
    ok: true,
    output: 'hi',
  });
  expect(await pending.delivered).toBe(true);
});

test('answers a call that comes before hello_ok', async () => {
  const runtime = await bareRuntime();
  const { until, calls, link } = linkUnderTest(runtime.url);
  const session = await runtime.sessions.next();
  await session.frames.next();
  session.send(invoke('call-1'));
  (await calls.next()).answer(textResult('early'));
  expect(link.counts()).toEqual({ ...noCounts(), early: 1 });
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-1', output: 'early' });
  session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['read'] });
  await until('open');
});

test.each([
  ['says nothing', undefined, 28_000],
  ['waits for less', 10_000, 8_000],
  ['waits for very little', 1_000, 500],
  ['claims to wait for longer', 90_000, 28_000],
  ['says nonsense', 'soon', 28_000],
])('answers 2 s before the time-out of the profile when the runtime %s', async (_name, timeout, budget) => {
  const runtime = await bareRuntime();
  const { calls, clock } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime, { invoke_timeout_ms: timeout });
  session.send(invoke('call-1'));
  const { call } = await calls.next();
  expect(call.receivedAt).toEqual(clock.now());
  expect(call.answerBy).toEqual(later(call.receivedAt, budget));
});

test('ends a call that is already here when hello_ok leaves less time for it', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const session = await runtime.sessions.next();
  session.send(invoke('call-1'));
  const { signal } = await calls.next();
  session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: [], invoke_timeout_ms: 6_000 });
  await until('open');
  clock.advance(3_999);
  expect(signal.aborted).toBe(false);
  clock.advance(1);
  expect(signal.reason).toBe('cancelled');
});

test('aborts a call that the runtime cancels', async () => {
  const runtime = await bareRuntime();
  const { calls } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  session.send(invoke('call-2'));
  const first = await calls.next();
  const second = await calls.next();
  session.send({ type: 'cancel', call_id: 'call-1' });
  expect(await abortOf(first.signal)).toBe('cancelled');
  expect(second.signal.aborted).toBe(false);
  first.answer({ kind: 'withdrawn', why: 'cancelled' });
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-1', ok: false });
});

test('answers a call whose handler broke with an error result', async () => {
  const runtime = await bareRuntime();
  const { calls } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  (await calls.next()).fail();
  expect(await session.frames.next()).toMatchObject({
    call_id: 'call-1',
    ok: false,
    error: expect.stringContaining('internal error'),
  });
});

test('aborts its calls when the connection drops, and never sends their results on the next one', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const old = await greetNext(runtime);
  old.send(invoke('call-1'));
  const lost = await calls.next();
  old.socket.terminate();
  expect(await abortOf(lost.signal)).toBe('disconnected');
  await until('waiting');
  clock.advance(60_000);
  const fresh = await greetNext(runtime);
  await until('open');

  lost.answer(textResult('of the old connection'));
  expect(await lost.delivered).toBe(false);
  fresh.send(invoke('call-1'));
  const next = await calls.next();
  expect(next.call.id).toBe('doorman-2');
  next.answer(textResult('of the new connection'));
  expect(await fresh.frames.next()).toMatchObject({ call_id: 'call-1', output: 'of the new connection' });
  expect(fresh.frames.waiting).toEqual([]);
});

test('reports a result as undelivered that comes while the link says goodbye', async () => {
  const runtime = await bareRuntime();
  const { calls, link } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  const pending = await calls.next();
  const closing = link.close();
  expect(pending.signal.reason).toBe('disconnected');
  pending.answer(textResult('x'));
  expect(await pending.delivered).toBe(false);
  await closing;
  expect(session.frames.waiting).toEqual([]);
});
