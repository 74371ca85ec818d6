/** What the helper does with calls: each is run once, and answered once or not at all. */
import { expect, test } from 'vitest';
import { type Frame, greetNext, type Session } from '../../support/bare-peer.ts';
import { bareRuntime, hostUnderTest } from './host-under-test.ts';

const invoke = (callId: string, more: object = {}) => ({
  type: 'invoke',
  call_id: callId,
  tool: 'read',
  input: {},
  ...more,
});

/** A whole call: whatever an earlier one might have sent would have come before its answer. */
async function nothingCameBefore(session: Session, host: ReturnType<typeof hostUnderTest>): Promise<void> {
  session.send(invoke('marker'));
  (await host.calls.next()).answer('marker');
  expect(await session.frames.next()).toMatchObject({ call_id: 'marker' });
}

test('hands a call over with its input and ids, and sends what comes back', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('call-2', { input: { path: 'a' }, run_id: 'run-1', agent_id: 'agent-1' }));
  const { call, answer } = await under.calls.next();
  expect(call).toMatchObject({
    tool: 'read',
    input: { path: 'a' },
    callId: 'call-2',
    runId: 'run-1',
    agentId: 'agent-1',
  });
  expect(call.signal.aborted).toBe(false);
  answer({ lines: 3 });
  expect(await session.frames.next()).toEqual({
    type: 'result',
    call_id: 'call-2',
    ok: true,
    output: { lines: 3 },
  });
});

const loop: { self?: unknown } = {};
loop.self = loop;

test.each<[string, unknown, object]>([
  ['text', 'hi', { ok: true, output: 'hi' }],
  ['null', null, { ok: true, output: null }],
  ['nothing', undefined, { ok: true }],
  ['a cycle', loop, { ok: false, error: expect.stringContaining('could not be written as JSON') }],
  ['a big number', 1n, { ok: false, error: expect.stringContaining('could not be written as JSON') }],
  ['too much', 'x'.repeat(1_048_576), { ok: false, error: expect.stringContaining('Ask for less') }],
])('answers with %s', async (_name, output, result) => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('c'));
  (await under.calls.next()).answer(output);
  expect(await session.frames.next()).toEqual({ type: 'result', call_id: 'c', ...result });
});

test.each<[string, unknown, string]>([
  ['an error', new Error('no such file'), 'no such file'],
  ['an error of another realm', { message: 'from elsewhere' }, 'from elsewhere'],
  ['text', 'just so', 'just so'],
  ['an error that says nothing', new Error(''), 'the tool failed and gave no reason'],
  ['an object that is none', Object.create(null), 'the tool failed and gave no reason'],
])('turns a throw of %s into an error', async (_name, thrown, error) => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('c'));
  (await under.calls.next()).fail(thrown);
  expect(await session.frames.next()).toEqual({ type: 'result', call_id: 'c', ok: false, error });
});

test('runs a call before hello_ok, and an id once only', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await runtime.sessions.next();
  await session.frames.next();
  session.send(invoke('c'));
  session.send(invoke('c'));
  (await under.calls.next()).answer('once');
  expect(await session.frames.next()).toMatchObject({ call_id: 'c', output: 'once' });
  session.send(invoke('c'));
  await nothingCameBefore(session, under);
  expect(under.calls.waiting).toEqual([]);
});

test('answers in whatever order the tools end', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('a'));
  session.send(invoke('b'));
  const [first, second] = [await under.calls.next(), await under.calls.next()];
  second.answer('b');
  expect(await session.frames.next()).toMatchObject({ call_id: 'b', output: 'b' });
  first.answer('a');
  expect(await session.frames.next()).toMatchObject({ call_id: 'a', output: 'a' });
});

test('aborts a cancelled call and does not answer it', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('c'));
  const { call, answer } = await under.calls.next();
  const aborted = new Promise((resolve) => call.signal.addEventListener('abort', resolve));
  session.send({ type: 'cancel', call_id: 'c' });
  await aborted;
  expect(call.signal.reason).toMatchObject({ name: 'AbortError' });
  answer('too late');
  await nothingCameBefore(session, under);
  expect(under.clock.pending).toBe(0);
});

test.each<[string, Frame, number]>([
  ['as long as it was told to', {}, 60_000],
  ['as long as hello_ok says', { invoke_timeout_ms: 5_000 }, 5_000],
])('gives a call up after %s', async (_name, helloOk, waits) => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime, helloOk);
  session.send(invoke('c'));
  const { call, answer } = await under.calls.next();
  under.clock.advance(waits - 1);
  expect(call.signal.aborted).toBe(false);
  under.clock.advance(1);
  expect(call.signal.aborted).toBe(true);
  answer('too late');
  await nothingCameBefore(session, under);
});

test('aborts calls when the connection is lost, and never answers them on the next', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  session.send(invoke('c'));
  const { call, answer } = await under.calls.next();
  session.socket.terminate();
  await under.until('waiting');
  expect(call.signal.aborted).toBe(true);
  under.clock.advance(500);
  const next = await greetNext(runtime);
  await under.until('open');
  answer('of the old connection');
  await nothingCameBefore(next, under);
});

test('passes over frames that it cannot read or does not know', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await greetNext(runtime);
  for (const frame of [
    'no json',
    '[]',
    '{"type":7}',
    '{"type":"ping"}',
    '{"type":"invoke","tool":"read"}',
    '{"type":"cancel","call_id":"nobody"}',
    '{"type":"hello_ok","accepted":["other"]}',
    Buffer.from('{"type":"invoke","call_id":"binary","tool":"read"}'),
  ])
    session.send(frame);
  await nothingCameBefore(session, under);
  expect(under.host.status).toMatchObject({ state: 'open', accepted: ['read'] });
});
