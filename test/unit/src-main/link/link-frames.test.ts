/** Odd frames and the names of tools: what a link acts upon, what it counts, what it shows. */
import { expect, test } from 'vitest';
import { noCounts } from '../../../../src-main/link/frame-intake.ts';
import { MAX_FRAME_BYTES } from '../../../../src-shared/client-tools.ts';
import { type BareRuntime, greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import { cleanUp, linkUnderTest, textResult } from './link-under-test.ts';

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

test('takes an id once a connection and answers it once', async () => {
  const runtime = await bareRuntime();
  const { calls, link } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  session.send(invoke('call-1'));
  session.send(invoke('call-2'));
  const first = await calls.next();
  const second = await calls.next();
  first.answer(textResult('one'));
  await first.delivered;
  session.send(invoke('call-1'));
  session.send(invoke('call-3'));
  const third = await calls.next();
  second.answer(textResult('two'));
  third.answer(textResult('three'));
  const outputs = [1, 2, 3].map(async () => (await session.frames.next()).output);
  expect(await Promise.all(outputs)).toEqual(['one', 'two', 'three']);
  expect(calls.waiting).toEqual([]);
  expect(link.counts()).toEqual({ ...noCounts(), duplicate: 2 });
});

test('ignores and counts what it cannot read, and goes on', async () => {
  const runtime = await bareRuntime();
  const { calls, link } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  const malformed = ['no json', '[]', 'null', '{"type":7}', '{"type":"invoke","call_id":5,"tool":"read"}'];
  for (const frame of [...malformed, '{"type":"invoke","call_id":"c"}', Buffer.from([0xff, 0xfe])])
    session.send(frame);
  for (const frame of ['{"type":"weather"}', '{"type":"constructor"}', '{"type":"pong"}'])
    session.send(frame);
  session.send(Buffer.from(JSON.stringify(invoke('call-1'))));
  (await calls.next()).answer(textResult('fine'));
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-1', output: 'fine' });
  expect(link.counts()).toEqual({ ...noCounts(), malformed: 7, unknown: 3, binary: 2 });
});

test('acts upon nothing in a binary frame that is no UTF-8, and counts it', async () => {
  const runtime = await bareRuntime();
  const { calls, link } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  const text = JSON.stringify(invoke('call-1', { input: { path: 'x?' } }));
  session.send(Buffer.from(text.replace('?', '\u00e9'), 'latin1'));
  session.send(Buffer.from(JSON.stringify(invoke('call-2'))));
  (await calls.next()).answer(textResult('fine'));
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-2' });
  expect(link.counts()).toEqual({ ...noCounts(), malformed: 1, binary: 2 });
});

test('counts a second hello_ok and a cancel for nobody, and tells of new counts once they changed', async () => {
  const runtime = await bareRuntime();
  const { clock, counted, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  clock.advance(10_000);
  expect(counted.waiting).toEqual([]);
  session.send({ type: 'hello_ok', connection_id: 'ctc-2', accepted: [] });
  session.send({ type: 'cancel', call_id: 'call-9' });
  await expect.poll(() => link.counts().stale).toBe(2);
  clock.advance(10_000);
  expect(await counted.next()).toEqual({ ...noCounts(), stale: 2 });
  expect(counted.waiting).toEqual([]);
  expect(link.status()).toMatchObject({ connectionId: 'ctc-1' });
});

test('tells of tools that the runtime did not take', async () => {
  const runtime = await bareRuntime();
  const tools = () => ['read', 'look at'].map((name) => ({ name, description: '', input_schema: {} }));
  const { until } = linkUnderTest(runtime.url, { tools });
  await greetNext(runtime, { accepted: ['something else'] });
  expect(await until('open')).toMatchObject({
    accepted: [],
    skipped: [
      { name: 'look at', why: 'bad-name' },
      { name: 'read', why: 'not-accepted' },
    ],
  });
});

test('offers its tools behind the name of the machine, and names it in results', async () => {
  const runtime = await bareRuntime();
  const profile = { id: 'p1', name: 'Work', url: runtime.url, invokeTimeoutMs: 30_000, machine: 'studio' };
  const { calls } = linkUnderTest(runtime.url, { profile });
  const session = await runtime.sessions.next();
  expect(await session.frames.next()).toMatchObject({ tools: [{ name: 'studio_read' }] });
  session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['studio_read'] });

  session.send(invoke('call-1', { tool: 'studio_read' }));
  const named = await calls.next();
  expect(named.call.tool).toBe('read');
  expect(named.call.notOffered).toBeUndefined();
  named.answer(textResult('hi'));
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-1', output: '[studio]\nhi' });

  session.send(invoke('call-2', { tool: 'read' }));
  const other = await calls.next();
  expect(other.call).toMatchObject({ tool: 'read', notOffered: true });
  other.answer({ kind: 'unknown-tool', available: ['studio_read'] });
  expect(await session.frames.next()).toMatchObject({
    call_id: 'call-2',
    ok: false,
    error: 'studio: unknown tool read. This machine offers: studio_read.',
  });
});

test('takes a call in a frame of the largest size', async () => {
  const runtime = await bareRuntime();
  const { calls } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  const empty = JSON.stringify(invoke('call-1', { input: '' }));
  session.send(JSON.stringify(invoke('call-1', { input: 'x'.repeat(MAX_FRAME_BYTES - empty.length) })));
  (await calls.next()).answer(textResult('taken'));
  expect(await session.frames.next()).toMatchObject({ output: 'taken' });
});
