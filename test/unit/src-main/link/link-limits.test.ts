/** How much a link sends: frames under the limit of the runtime, and a bound on what waits for one that does not read. */
import { expect, test } from 'vitest';
import { MAX_UNSENT_BYTES } from '../../../../src-main/link/outbox.ts';
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

test('sends an error instead of a result over the limit, and keeps the connection', async () => {
  const runtime = await bareRuntime();
  const { calls } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  (await calls.next()).answer(textResult('x'.repeat(MAX_FRAME_BYTES)));
  expect(await session.frames.next()).toMatchObject({
    call_id: 'call-1',
    ok: false,
    error: expect.stringContaining(String(MAX_FRAME_BYTES)),
  });
  session.send(invoke('call-2'));
  (await calls.next()).answer(textResult('small'));
  expect(await session.frames.next()).toMatchObject({ call_id: 'call-2', ok: true });
});

test('reports results as undelivered that still waited in a socket when it broke', async () => {
  const runtime = await bareRuntime();
  const { calls } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  const ids = Array.from({ length: 24 }, (_, index) => `call-${index}`);
  for (const id of ids) session.send(invoke(id));
  const pending = await Promise.all(ids.map(() => calls.next()));
  // A peer that stops reading: the system's buffers fill, the rest waits in the process.
  session.socket.pause();
  for (const call of pending) call.answer(textResult('x'.repeat(1_000_000)));
  await pending[0]?.delivered;
  session.socket.terminate();
  const delivered = await Promise.all(pending.map((call) => call.delivered));
  expect(delivered.at(0)).toBe(true);
  expect(delivered.at(-1)).toBe(false);
});

test('cuts the connection of a peer that reads nothing before its answers fill the memory', async () => {
  const runtime = await bareRuntime();
  const { calls, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  session.socket.pause();
  const answers: Promise<boolean>[] = [];
  // The peer goes on asking, and each answer is as large as one may be.
  const cut = until('waiting');
  let open = true;
  void cut.then(() => {
    open = false;
  });
  for (let call = 0; open && call < 200; call += 1) {
    session.send(invoke(`call-${call}`));
    const next = await Promise.race([calls.next(), cut.then(() => undefined)]);
    if (next === undefined) break;
    next.answer(textResult('x'.repeat(1_000_000)));
    answers.push(next.delivered);
  }
  expect((await cut).reason).toBe('answers-unread');
  const undelivered = (await Promise.all(answers)).filter((reached) => !reached).length;
  expect(undelivered).toBeGreaterThan(20);
  expect((undelivered - 1) * 1_000_000).toBeLessThanOrEqual(MAX_UNSENT_BYTES);
});

test('cuts the connection of a peer that leaves one answer unread for a minute, though it pings', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  const ids = Array.from({ length: 16 }, (_, index) => `call-${index}`);
  for (const id of ids) session.send(invoke(id));
  const pending = await Promise.all(ids.map(() => calls.next()));
  session.socket.pause();
  for (const call of pending) call.answer(textResult('x'.repeat(1_000_000)));
  await pending[0]?.delivered;
  for (let second = 0; second < 58; second += 2) {
    clock.advance(2_000);
    session.send({ type: 'weather' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const cut = until('waiting');
  clock.advance(4_000);
  expect((await cut).reason).toBe('answers-unread');
  expect(await pending.at(-1)?.delivered).toBe(false);
});

test('learns from a runtime that takes less, and stays below it on the next connection', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const strict = await greetNext(runtime);
  await until('open');
  strict.socket.close(1009, 'read limited at 5001 bytes');
  expect((await until('waiting')).reason).toBe('frame-too-large');
  clock.advance(1_000);
  const session = await greetNext(runtime);
  session.send(invoke('call-1'));
  (await calls.next()).answer(textResult('x'.repeat(6_000)));
  expect(await session.frames.next()).toMatchObject({ ok: false, error: expect.stringContaining('5000') });
});
