/** A change of the tools on a connection that never has a quiet moment. */
import { expect, test, vi } from 'vitest';
import { RENEW_AFTER_MS } from '../../../../src-main/link/renewal.ts';
import { type BareRuntime, greetNext, type Session, startBareRuntime } from '../../../support/bare-peer.ts';
import { abortOf, cleanUp, linkUnderTest, textResult } from './link-under-test.ts';

const invoke = { type: 'invoke', call_id: 'call-1', tool: 'read', input: {} };

/** A link whose tool is called `read` at first, with a call on its connection that is not answered yet. */
async function busyLink() {
  const runtime = await startBareRuntime();
  cleanUp(() => runtime.close());
  const offered = { name: 'read' };
  const tools = () => [{ name: offered.name, description: '', input_schema: {} }];
  const made = linkUnderTest(runtime.url, { tools });
  const old = await greetNext(runtime, { accepted: ['read', 'write'] });
  await made.until('open');
  old.send(invoke);
  const pending = await made.calls.next();
  offered.name = 'write';
  made.link.toolsChanged();
  return { ...made, runtime, old, pending };
}

async function second({ sessions }: BareRuntime): Promise<Session> {
  const session = await sessions.next();
  expect(await session.frames.next()).toMatchObject({ type: 'hello', tools: [{ name: 'write' }] });
  return session;
}

const helloOk = { type: 'hello_ok', connection_id: 'ctc-2', accepted: ['write'] };

test('registers the new tools beside it after a minute, and no call loses its answer', async () => {
  const { clock, runtime, old, pending, until, calls, link } = await busyLink();
  clock.advance(RENEW_AFTER_MS);
  const fresh = await second(runtime);
  fresh.send(helloOk);
  expect(await until('open')).toMatchObject({ connectionId: 'ctc-2', accepted: ['write'] });
  fresh.send({ ...invoke, call_id: 'next', tool: 'write' });
  const next = await calls.next();
  expect(pending.signal.aborted).toBe(false);
  pending.answer(textResult('on the old one'));
  expect(await old.frames.next()).toMatchObject({ output: 'on the old one' });
  expect(await old.closed).toEqual({ code: 1000, reason: 'client closed' });
  expect(link.status().kind).toBe('open');
  next.answer(textResult('on the new one'));
  expect(await fresh.frames.next()).toMatchObject({ call_id: 'next', output: 'on the new one' });
});

test('ends the old one when all that it had at the change must have been answered', async () => {
  const { clock, runtime, old, pending, until } = await busyLink();
  clock.advance(RENEW_AFTER_MS);
  (await second(runtime)).send(helloOk);
  await until('open');
  clock.advance(30_000);
  expect(await abortOf(pending.signal)).toBe('disconnected');
  await old.closed;
});

test('goes on with the old one where no second is taken, and tries again a minute later', async () => {
  const { clock, runtime, old, pending, link, calls } = await busyLink();
  clock.advance(RENEW_AFTER_MS);
  const refused = await second(runtime);
  refused.socket.close(1008, 'policy');
  await refused.closed;
  old.send({ ...invoke, call_id: 'still' });
  await calls.next();
  expect(link.status().kind).toBe('open');
  expect(pending.signal.aborted).toBe(false);
  // This end hears of the goodbye a moment after the other one.
  await vi.waitFor(() => {
    clock.advance(RENEW_AFTER_MS);
    expect(runtime.sessions.waiting).toHaveLength(1);
  });
  await second(runtime);
});

test('begins nothing beside it when the quiet moment came in time', async () => {
  const { clock, runtime, pending, until } = await busyLink();
  pending.answer(textResult('done'));
  await greetNext(runtime, { accepted: ['write'] });
  await until('connecting');
  await until('open');
  clock.advance(RENEW_AFTER_MS);
  expect(runtime.sessions.waiting).toEqual([]);
});

test('begins anew with another token that comes while the second one is registered', async () => {
  const tokens = ['first', 'second', 'third'];
  const runtime = await startBareRuntime();
  cleanUp(() => runtime.close());
  const made = linkUnderTest(runtime.url, { token: async () => tokens.shift() });
  const old = await greetNext(runtime);
  await made.until('open');
  old.send(invoke);
  await made.calls.next();
  made.link.reconnect();
  made.clock.advance(RENEW_AFTER_MS);
  const outdated = await runtime.sessions.next();
  made.link.reconnect();
  await outdated.closed;
  made.clock.advance(RENEW_AFTER_MS);
  const fresh = await greetNext(runtime);
  expect(fresh.request.headers.authorization).toBe('Bearer third');
  await made.until('open');
  made.clock.advance(2 * RENEW_AFTER_MS);
  expect(runtime.sessions.waiting).toEqual([]);
});

test('leaves nothing behind when it is closed for good in the middle of a renewal', async () => {
  const { clock, runtime, old, link } = await busyLink();
  clock.advance(RENEW_AFTER_MS);
  const fresh = await second(runtime);
  await link.close();
  await Promise.all([old.closed, fresh.closed]);
  expect(clock.pending).toBe(0);
});
