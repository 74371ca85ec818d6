/** How a link notices that time jumped or its peer fell silent; sockets are real, time is turned by hand. */
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_FRAME_BYTES } from '../../../../src-shared/client-tools.ts';
import { type BareRuntime, greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import type { ManualClock } from '../../../support/manual-clock.ts';
import { abortOf, cleanUp, linkUnderTest } from './link-under-test.ts';

async function bareRuntime(options = {}): Promise<BareRuntime> {
  const runtime = await startBareRuntime(0, options);
  cleanUp(() => runtime.close());
  return runtime;
}

const invoke = { type: 'invoke', call_id: 'call-1', tool: 'read', input: {} };

test('drops the connection unread when a frame arrives after the machine slept', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const old = await greetNext(runtime);
  await until('open');
  clock.jumpWall(5_001);
  // More than one: what came in the same packet as the first is just as stale.
  for (let call = 0; call < 100; call += 1) old.send({ ...invoke, call_id: `call-${call}` });
  expect((await old.closed).code).toBe(1006);
  await greetNext(runtime);
  await until('open');
  expect(calls.waiting).toEqual([]);
});

test.each([
  ['the wall clock alone moved', (slept: ManualClock) => slept.jumpWall(3_600_000)],
  ['the wall clock was set back', (slept: ManualClock) => slept.jumpWall(-6_000)],
  ['both clocks moved and no timer ran', (slept: ManualClock) => slept.freeze(7_001)],
])('notices by itself that the machine slept when %s, and aborts its calls', async (_name, sleep) => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const old = await greetNext(runtime);
  await until('open');
  old.send(invoke);
  const { signal } = await calls.next();
  sleep(clock);
  clock.advance(2_000);
  expect(await abortOf(signal)).toBe('disconnected');
  await greetNext(runtime);
  await until('open');
});

test('keeps a connection through small clock corrections', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  for (let step = 0; step < 5; step += 1) {
    clock.jumpWall(3_000);
    clock.advance(2_000);
  }
  session.send(invoke);
  expect((await calls.next()).call.tool).toBe('read');
});

test('finds a half-open connection within 75 s by its own ping', async () => {
  const runtime = await bareRuntime({ autoPong: false });
  const { clock, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  const pinged = once(session.socket, 'ping');
  clock.advance(32_000);
  await pinged;
  clock.advance(42_000);
  expect((await until('waiting')).why).toMatch(/silent/);
});

test('keeps an idle connection whose peer answers its ping', async () => {
  const runtime = await bareRuntime();
  const { clock, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  const heard = vi.spyOn(WebSocket.prototype, 'emit');
  for (let round = 0; round < 3; round += 1) {
    heard.mockClear();
    clock.advance(32_000);
    while (!heard.mock.calls.some(([event]) => event === 'pong'))
      await new Promise((resolve) => setImmediate(resolve));
  }
  heard.mockRestore();
  expect(session.socket.readyState).toBe(WebSocket.OPEN);
  expect(link.status().kind).toBe('open');
});

test('keeps an idle connection whose peer pings by itself, without traffic of its own', async () => {
  const runtime = await bareRuntime({ autoPong: false });
  const { clock, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  let pings = 0;
  session.socket.on('ping', () => {
    pings += 1;
  });
  for (let round = 0; round < 6; round += 1) {
    const pong = once(session.socket, 'pong');
    session.socket.ping();
    await pong;
    clock.advance(20_000);
  }
  expect(link.status().kind).toBe('open');
  expect(pings).toBe(0);
});

test('aborts its calls at once when the peer breaks the protocol, though the socket is slow to close', async () => {
  const runtime = await bareRuntime();
  const { calls, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke);
  const { signal } = await calls.next();
  session.socket.pause();
  session.send(Buffer.alloc(MAX_FRAME_BYTES + 1));
  expect(await abortOf(signal)).toBe('disconnected');
  expect((await until('waiting')).reason).toBe('frame-too-large');
  expect(link.counts().oversized).toBe(1);
});

test('aborts its calls when the peer begins to close and never finishes', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  session.send(invoke);
  const { signal } = await calls.next();
  const sent = vi.spyOn(WebSocket.prototype, 'close');
  session.socket.pause();
  session.socket.close(1001);
  // The link's own socket answers the close frame by closing, too.
  while (sent.mock.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  sent.mockRestore();
  expect(signal.aborted).toBe(false);
  clock.advance(2_000);
  expect(signal.reason).toBe('disconnected');
  await until('waiting');
});

test('drops what was open when the machine woke up, and connects again at once', async () => {
  const runtime = await bareRuntime();
  const { calls, link, until } = linkUnderTest(runtime.url);
  const old = await greetNext(runtime);
  await until('open');
  old.send(invoke);
  const { signal } = await calls.next();
  link.worldChanged('woke');
  expect(signal.reason).toBe('disconnected');
  expect((await old.closed).code).toBe(1006);
  await greetNext(runtime);
  await until('open');
});

test('finds a connection that a changed network cut within 12 s, and keeps one that still answers', async () => {
  const deaf = await bareRuntime({ autoPong: false });
  const cut = linkUnderTest(deaf.url);
  await greetNext(deaf);
  await cut.until('open');
  cut.link.worldChanged('network');
  cut.clock.advance(12_000);
  expect((await cut.until('waiting')).reason).toBe('silent');

  const runtime = await bareRuntime();
  const kept = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await kept.until('open');
  const pinged = once(session.socket, 'ping');
  kept.link.worldChanged('network');
  await pinged;
  expect(await kept.link.roundTrip()).toBe(0);
  kept.clock.advance(30_000);
  expect(kept.link.status().kind).toBe('open');
});

test('a changed network ends a wait at once, but does not try a refused token again', async () => {
  const gone = await startBareRuntime();
  await gone.close();
  const waiting = linkUnderTest(gone.url);
  await waiting.until('waiting');
  waiting.link.worldChanged('network');
  await waiting.until('connecting');
  await waiting.until('waiting');

  const runtime = await bareRuntime();
  const blocked = linkUnderTest(runtime.url, { token: async () => 'no good\n' });
  await blocked.until('blocked');
  blocked.link.worldChanged('network');
  expect(blocked.link.status().kind).toBe('blocked');
});

test('knows no round trip of a connection that is not there, or goes away', async () => {
  const runtime = await bareRuntime({ autoPong: false });
  const { link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  expect(await link.roundTrip()).toBeUndefined();
  await until('open');
  const trip = link.roundTrip();
  session.socket.terminate();
  expect(await trip).toBeUndefined();
});

test('takes two reports of one sleep for one', async () => {
  const runtime = await bareRuntime();
  const { clock, link, until } = linkUnderTest(runtime.url);
  await greetNext(runtime);
  await until('open');
  clock.jumpWall(3_600_000);
  link.worldChanged('woke');
  const fresh = await greetNext(runtime);
  await until('open');
  clock.advance(2_000);
  link.worldChanged('woke');
  expect(link.status().kind).toBe('open');
  expect(fresh.socket.readyState).toBe(WebSocket.OPEN);
});

test.each(['the system says so', 'the clocks say so'])(
  'drops what was open after a second sleep right after the first, when %s',
  async (how) => {
    const runtime = await bareRuntime();
    const { calls, clock, link, until } = linkUnderTest(runtime.url);
    await greetNext(runtime);
    await until('open');
    // The monotonic clock stands still in a sleep, so that it alone sees two wakes a moment apart.
    for (let sleep = 1; sleep <= 2; sleep += 1) {
      clock.jumpWall(3_600_000);
      if (how === 'the system says so') link.worldChanged('woke');
      else clock.advance(2_000);
      if (link.status().kind === 'waiting') clock.advance(2_000);
      const fresh = await greetNext(runtime);
      await until('open');
      expect(fresh.socket.readyState).toBe(WebSocket.OPEN);
    }
    expect(calls.waiting).toEqual([]);
  },
);
