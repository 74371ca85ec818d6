/** How a link connects, loses its connection, waits, is blocked, and ends; sockets are real, time is turned by hand. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type BareRuntime, greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import { Inbox } from '../../../support/inbox.ts';
import { cleanUp, linkUnderTest, TOKEN, textResult } from './link-under-test.ts';

async function bareRuntime(port = 0, options = {}): Promise<BareRuntime> {
  const runtime = await startBareRuntime(port, options);
  cleanUp(() => runtime.close());
  return runtime;
}

const invoke = { type: 'invoke', call_id: 'call-1', tool: 'read', input: {} };

/** A server that answers each upgrade request with plain HTTP, and remembers the requests. */
async function refusingServer(
  answer: RequestListener,
): Promise<{ url: string; requests: Inbox<IncomingMessage> }> {
  const requests = new Inbox<IncomingMessage>();
  // Without an 'upgrade' listener Node hands upgrade requests to the ordinary one.
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const status = (code: number, headers = {}) =>
  refusingServer((_, response) => response.writeHead(code, headers).end());

test('is blocked by a bad token, does not hammer, and tries again when the person says so', async () => {
  const server = await status(401);
  const { link, clock, until } = linkUnderTest(server.url);
  const { why } = await until('blocked');
  expect(why).toMatch(/token/);
  expect(why).not.toContain(TOKEN);
  clock.advance(3_600_000);
  await new Promise((resolve) => setImmediate(resolve));
  await server.requests.next();
  expect(server.requests.waiting).toEqual([]);
  expect(link.status().kind).toBe('blocked');
  link.retryNow();
  await until('blocked');
  expect(server.requests.waiting).toHaveLength(1);
});

test('is blocked by a token without the scope', async () => {
  const { until } = linkUnderTest((await status(403)).url);
  expect((await until('blocked')).why).toMatch(/scope/);
});

test('is blocked where TLS is refused', async () => {
  const server = await status(200);
  const { until } = linkUnderTest(server.url.replace('http:', 'https:'));
  expect((await until('blocked')).why).toMatch(/TLS/);
});

test('says so where something else than a client-tools runtime answers the upgrade', async () => {
  const { url } = await refusingServer((request) => {
    request.socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
  });
  expect((await linkUnderTest(url).until('waiting')).why).toMatch(/not as a client-tools runtime/);
});

test('tells a runtime with the feature off from one that is down, and tries it rarely', async () => {
  let body =
    '{"code":"client_tools_unavailable","error":"the client-tool host is not enabled on this server"}';
  const server = await refusingServer((_, response) => response.writeHead(503).end(body));
  const { clock, link, until } = linkUnderTest(server.url);
  const off = await until('blocked');
  expect(off.reason).toBe('feature-off');
  expect((off.retryAt ?? 0) - clock.now().wall).toBe(450_000);
  await server.requests.next();
  clock.advance(449_999);
  expect(link.status().kind).toBe('blocked');
  body = 'no backend';
  clock.advance(1);
  expect((await until('waiting')).reason).toBe('unavailable');
});

test('does not wait for the body of a refusal that never ends', async () => {
  const server = await refusingServer((_, response) => response.writeHead(503).write('{"code":'));
  const { clock, until } = linkUnderTest(server.url);
  await server.requests.next();
  // The answer is on its way; the two seconds of the link begin when it has come.
  const waiting = until('waiting');
  const turning = setInterval(() => clock.advance(500), 10);
  expect((await waiting).reason).toBe('unavailable');
  clearInterval(turning);
  expect(clock.now().mono).toBeLessThan(15_000);
});

test('speaks with no server that names another protocol than the one of client tools', async () => {
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const chosen = String(request.headers['sec-websocket-protocol']).split(',').at(-1);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: other${chosen}\r\n\r\n`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUp(async () => void server.close());
  const { until } = linkUnderTest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect((await until('waiting')).reason).toBe('not-a-runtime');
});

test('does not follow a redirect with the token', async () => {
  const elsewhere = await status(200);
  const server = await status(302, { location: `${elsewhere.url}/v1/client-tools` });
  const { until } = linkUnderTest(server.url);
  expect((await until('waiting')).why).toMatch(/redirect/);
  expect(elsewhere.requests.waiting).toEqual([]);
});

test('waits when nothing listens, and connects as soon as the runtime is back on its port', async () => {
  const runtime = await bareRuntime();
  const { clock, until } = linkUnderTest(runtime.url);
  await greetNext(runtime);
  await until('open');
  clock.advance(40_000);
  await runtime.close();
  expect((await until('waiting')).why).toMatch(/lost/);
  clock.advance(1_000);
  const refused = await until('waiting');
  expect(refused.why).toMatch(/nothing listens/);

  const again = await bareRuntime(runtime.port);
  clock.advance(refused.retryAt - clock.now().wall);
  await greetNext(again);
  await until('open');
});

test('names a full connection cap as such', async () => {
  const runtime = await bareRuntime();
  const { until } = linkUnderTest(runtime.url);
  (await runtime.sessions.next()).socket.close(1013, 'too many client-tool connections');
  expect((await until('waiting')).why).toMatch(/as many connections/);
});

test('gives up a handshake that is not completed', async () => {
  const runtime = await bareRuntime();
  const { clock, until } = linkUnderTest(runtime.url);
  const session = await runtime.sessions.next();
  await session.frames.next();
  clock.advance(20_000);
  expect((await until('waiting')).why).toMatch(/handshake/);
  expect((await session.closed).code).toBe(1006);
});

test('tries at once after sleep that fell into a wait', async () => {
  const server = await status(503);
  const { clock, until } = linkUnderTest(server.url);
  await until('waiting');
  await server.requests.next();
  clock.jumpWall(6_000);
  clock.advance(2_000);
  await server.requests.next();
});

test('starts nothing with a token that was read for an earlier try', async () => {
  const runtime = await bareRuntime();
  const tokens = new Inbox<(token: string) => void>();
  const token = () => new Promise<string>((resolve) => tokens.push(resolve));
  const { link, until } = linkUnderTest(runtime.url, { token });
  const first = await tokens.next();
  link.reconnect();
  const second = await tokens.next();
  first('old');
  second('new');
  const session = await greetNext(runtime);
  await until('open');
  expect(session.request.headers.authorization).toBe('Bearer new');
  expect(runtime.sessions.waiting).toEqual([]);
});

test('reads no call any more while it says goodbye', async () => {
  const runtime = await bareRuntime();
  const { calls, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  const closing = link.close();
  session.send(invoke);
  await closing;
  expect(calls.waiting).toEqual([]);
});

test('registers other tools by connecting anew, but only after the answer that is due', async () => {
  const runtime = await bareRuntime();
  let name = 'read';
  const tools = () => [{ name, description: '', input_schema: {} }];
  const { calls, link, until } = linkUnderTest(runtime.url, { tools });
  const old = await greetNext(runtime);
  await until('open');
  old.send(invoke);
  const pending = await calls.next();
  name = 'write';
  link.reconnect();
  expect(pending.signal.aborted).toBe(false);
  pending.answer(textResult('still on the old one'));
  expect(await old.frames.next()).toMatchObject({ output: 'still on the old one' });
  expect(await pending.delivered).toBe(true);
  expect(await old.closed).toEqual({ code: 1000, reason: 'client closed' });
  const fresh = await runtime.sessions.next();
  expect(await fresh.frames.next()).toMatchObject({ tools: [{ name: 'write' }] });
});

test('leaves a block when the token changed', async () => {
  const server = await status(401);
  const { link, until } = linkUnderTest(server.url);
  await until('blocked');
  link.reconnect();
  await until('connecting');
  await until('blocked');
});

test('closes for good: says goodbye, aborts its calls, leaves no timer', async () => {
  const runtime = await bareRuntime();
  const { calls, clock, link, until } = linkUnderTest(runtime.url);
  const session = await greetNext(runtime);
  await until('open');
  session.send(invoke);
  const pending = await calls.next();
  await link.close();
  expect(await session.closed).toEqual({ code: 1000, reason: 'client closed' });
  expect(pending.signal.reason).toBe('disconnected');
  expect(link.status()).toEqual({ kind: 'idle' });
  link.retryNow();
  link.reconnect();
  expect(clock.pending).toBe(0);
  expect(runtime.sessions.waiting).toEqual([]);
});

test('registers anew between calls once the tools are other ones, and not while they are the same', async () => {
  const runtime = await bareRuntime();
  const off = new Set<string>();
  const tools = () =>
    ['read', 'write'].map((name) => ({
      name,
      description: '',
      input_schema: {},
      left: off.has(name) ? ('switched-off' as const) : undefined,
    }));
  const { calls, link, until } = linkUnderTest(runtime.url, { tools });
  const old = await greetNext(runtime, { accepted: ['read', 'write'] });
  await until('open');
  link.toolsChanged();
  old.send(invoke);
  const pending = await calls.next();
  off.add('write');
  link.toolsChanged();
  expect(pending.signal.aborted).toBe(false);
  pending.answer(textResult('in peace'));
  expect(await old.frames.next()).toMatchObject({ output: 'in peace' });
  await greetNext(runtime, { accepted: ['read', 'write'] });
  await until('connecting');
  expect(await until('open')).toMatchObject({
    accepted: ['read'],
    skipped: [{ name: 'write', why: 'switched-off' }],
  });
});

test('outlives a fault of its own, and says that it is one', async () => {
  const faults: unknown[] = [];
  const { clock, link, until } = linkUnderTest('http://127.0.0.1:1', {
    tools: () => {
      throw new Error('a bug');
    },
    logFault: (error) => faults.push(error),
  });
  const { reason, retryAt } = await until('waiting');
  expect(reason).toBe('internal-error');
  expect(String(faults)).toContain('a bug');
  clock.advance(retryAt - clock.now().wall);
  expect(link.status().kind).toBe('connecting');
});
