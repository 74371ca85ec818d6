/** How the helper stays connected, and that it says truly where it stands. */
import { expect, test } from 'vitest';
import { greetNext } from '../../support/bare-peer.ts';
import { bareRuntime, hostUnderTest, socketTo } from './host-under-test.ts';

test('tells which names the runtime took and which it did not', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime, { names: ['read', 'not good', 'write'] });
  expect(under.host.status).toEqual({ state: 'connecting' });
  await greetNext(runtime, { connection_id: 'ctc-7', accepted: ['read', 'foreign'] });
  expect(await under.statuses.next()).toEqual({
    state: 'open',
    connectionId: 'ctc-7',
    accepted: ['read'],
    skipped: ['not good', 'write'],
  });
});

test('waits longer after each failure, and short again after a connection that lasted', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime, { random: () => 1 });
  const fail = async () => {
    (await runtime.sessions.next()).socket.close(1013, 'too many');
    const waiting = await under.until('waiting');
    expect(waiting.why).toContain('1013: too many');
    under.clock.advance(waiting.retryInMs);
    expect(under.host.status.state).toBe('connecting');
    return waiting.retryInMs;
  };
  expect([await fail(), await fail(), await fail()]).toEqual([1_000, 2_000, 4_000]);

  const brief = await greetNext(runtime);
  await under.until('open');
  under.clock.advance(29_999);
  brief.socket.terminate();
  expect((await under.until('waiting')).retryInMs).toBe(8_000);
  under.clock.advance(8_000);

  const lasting = await greetNext(runtime);
  await under.until('open');
  under.clock.advance(30_000);
  lasting.socket.terminate();
  expect((await under.until('waiting')).retryInMs).toBe(1_000);
});

test('connects at once when asked to during a wait', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  (await runtime.sessions.next()).socket.terminate();
  expect((await under.until('waiting')).why).toContain('is the token valid?');
  under.host.retryNow();
  await greetNext(runtime);
  await under.until('open');
  under.host.retryNow();
  expect(under.host.status.state).toBe('open');
  expect(under.clock.pending).toBe(0);
});

test('gives up a handshake that nobody completes', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  const session = await runtime.sessions.next();
  await session.frames.next();
  under.clock.advance(20_000);
  expect((await under.until('waiting')).why).toContain('did not complete the handshake');
  await session.closed;
});

test('waits where no socket can be opened at all', async () => {
  const runtime = await bareRuntime();
  let tries = 0;
  const under = hostUnderTest(runtime, {
    openSocket: () => {
      tries += 1;
      if (tries === 1) throw new Error('not allowed here');
      return socketTo(runtime);
    },
  });
  expect((await under.until('waiting')).why).toContain('not allowed here');
  under.clock.advance(500);
  await greetNext(runtime);
  await under.until('open');
});

test('ends with its first connection where it shall not connect again', async () => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime, { reconnect: false });
  (await greetNext(runtime)).socket.close(1012, 'restarting');
  expect((await under.until('closed')).why).toContain('1012: restarting');
  expect(under.clock.pending).toBe(0);
});

test.each(['before the socket is open', 'while open'])('closes for good %s', async (when) => {
  const runtime = await bareRuntime();
  const under = hostUnderTest(runtime);
  if (when === 'while open') {
    const session = await greetNext(runtime);
    await under.until('open');
    session.send({ type: 'invoke', call_id: 'c', tool: 'read' });
    const { call } = await under.calls.next();
    under.host.close();
    expect(call.signal.aborted).toBe(true);
    expect(await session.closed).toEqual({ code: 1000, reason: 'client closed' });
  } else under.host.close();
  under.host.close();
  under.host.retryNow();
  expect(await under.statuses.next()).toEqual({ state: 'closed', why: 'closed by this client' });
  expect(under.statuses.waiting).toEqual([]);
  expect(under.clock.pending).toBe(0);
});
