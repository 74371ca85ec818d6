/** A link through real proxies: that it goes through, and that what a proxy refuses is not blamed on the runtime. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { greetNext, startBareRuntime } from '../../../support/bare-peer.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { startConnectProxy, startSocksProxy, type TestProxy } from '../../../support/proxies.ts';
import { cleanUp, type LinkUnderTest, linkUnderTest, TOKEN, textResult } from './link-under-test.ts';

/** A runtime by a name that only the proxy can find. */
async function hiddenRuntime() {
  const runtime = await startBareRuntime();
  cleanUp(() => runtime.close());
  return { ...runtime, url: `http://runtime.example:${runtime.port}` };
}

async function cleaned(proxy: Promise<TestProxy>): Promise<TestProxy> {
  const started = await proxy;
  cleanUp(() => started.close());
  return started;
}

function linkVia(url: string, ...routes: (string | undefined)[]): LinkUnderTest {
  const plain = url.startsWith('http:') ? { plainHost: 'runtime.example' } : {};
  const profile = { id: 'p1', name: 'Work', url, invokeTimeoutMs: 30_000, ...plain };
  return linkUnderTest(url, { profile, routes: async () => routes });
}

test.each([
  ['http', startConnectProxy],
  ['socks5h', startSocksProxy],
] as const)('carries calls through a proxy of the kind %s, which finds the name', async (scheme, start) => {
  const runtime = await hiddenRuntime();
  const proxy = await cleaned(start());
  const { calls, link, until } = linkVia(runtime.url, `${scheme}://${proxy.host}`);
  const session = await greetNext(runtime);
  await until('open');
  expect(session.request.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    host: `runtime.example:${runtime.port}`,
  });
  session.send({ type: 'invoke', call_id: 'call-1', tool: 'read', input: {} });
  (await calls.next()).answer(textResult('through'));
  expect(await session.frames.next()).toMatchObject({ output: 'through' });
  expect(proxy.asked).toEqual([`runtime.example:${runtime.port}`]);
  expect(link.via()).toBe(proxy.host);
});

test('signs in at a proxy with the name and password of its address, which are shown nowhere', async () => {
  const runtime = await hiddenRuntime();
  const proxy = await cleaned(startConnectProxy());
  const { link, until } = linkVia(runtime.url, `http://me:s%20cret@${proxy.host}`);
  await greetNext(runtime);
  await until('open');
  expect(proxy.signIns).toEqual([`Basic ${Buffer.from('me:s cret').toString('base64')}`]);
  expect(link.via()).toBe(proxy.host);
});

/** A runtime behind TLS that greets everybody, and a CA file that vouches for it. */
async function tlsRuntime(host: string) {
  const authority = makeCertificate({ isAuthority: true });
  const https = createServer({ ...makeCertificate({ by: authority, hosts: [host] }) });
  new WebSocketServer({ server: https }).on('connection', (socket) =>
    socket.once('message', () => socket.send('{"type":"hello_ok","accepted":["read"]}')),
  );
  await once(https.listen(0, '127.0.0.1'), 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'doorman-ca-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.cert);
  cleanUp(async () => {
    https.closeAllConnections();
    https.close();
    await rm(folder, { recursive: true });
  });
  return { authority, caFile, port: (https.address() as AddressInfo).port };
}

test.each([
  ['http', startConnectProxy],
  ['socks5h', startSocksProxy],
] as const)(
  'speaks TLS with the runtime itself through a proxy of the kind %s, and checks its name',
  async (scheme, start) => {
    const { caFile, port } = await tlsRuntime('runtime.example');
    const proxy = await cleaned(start());
    const via = (host: string) => {
      const profile = {
        id: 'p1',
        name: 'Work',
        url: `https://${host}:${port}`,
        invokeTimeoutMs: 30_000,
        caFile,
      };
      return linkUnderTest(profile.url, { profile, routes: async () => [`${scheme}://${proxy.host}`] });
    };
    await via('runtime.example').until('open');
    // By its number too, which must not be held against the name or the number of the proxy.
    for (const host of ['other.example', '127.0.0.1'])
      expect((await via(host).until('blocked')).why).toMatch(/another host name/);
  },
);

test('speaks TLS with a proxy that wants it', async () => {
  const { authority, caFile, port } = await tlsRuntime('runtime.example');
  const certificate = makeCertificate({ by: authority, hosts: ['127.0.0.1'] });
  const proxy = await cleaned(startConnectProxy({ certificate }));
  const url = `https://runtime.example:${port}`;
  const profile = { id: 'p1', name: 'Work', url, invokeTimeoutMs: 30_000, caFile };
  await linkUnderTest(url, { profile, routes: async () => [`https://${proxy.host}`] }).until('open');
});

test.each([
  [401, 'waiting', /refused \(HTTP 401\)/],
  [403, 'waiting', /refused \(HTTP 403\)/],
  [502, 'waiting', /refused \(HTTP 502\)/],
  [407, 'blocked', /wants a sign-in/],
] as const)('blames HTTP %i of a proxy on the proxy, not on the token', async (status, kind, words) => {
  const proxy = await cleaned(startConnectProxy({ refuse: status }));
  const { until } = linkVia('https://runtime.example', `http://${proxy.host}`);
  const { reason, why } = await until(kind);
  expect(reason).toBe('proxy');
  expect(why).toMatch(words);
  expect(why).toContain(proxy.host);
});

test('says so of a SOCKS proxy that refuses, and of a proxy that is not there', async () => {
  const socks = await cleaned(startSocksProxy({ refuse: true }));
  const refused = linkVia('https://runtime.example', `socks5h://${socks.host}`);
  expect(await refused.until('waiting')).toMatchObject({ reason: 'proxy' });
  const gone = await startConnectProxy();
  await gone.close();
  const missing = linkVia('https://runtime.example', `http://${gone.host}`);
  expect((await missing.until('waiting')).why).toMatch(/proxy .* could not be reached/);
});

test('is blocked by a proxy of a kind that it cannot use', async () => {
  const { until } = linkVia('https://runtime.example', 'quic://user:secret@proxy.example:1');
  const { why } = await until('blocked');
  expect(why).toMatch(/proxy\.example:1 is of a kind/);
  expect(why).not.toContain('secret');
});

test('tries the next way when one fails', async () => {
  const runtime = await hiddenRuntime();
  const bad = await cleaned(startConnectProxy({ refuse: 503 }));
  const good = await cleaned(startConnectProxy());
  const { clock, until } = linkVia(runtime.url, `http://${bad.host}`, `http://${good.host}`);
  await until('waiting');
  clock.advance(1_000);
  await greetNext(runtime);
  await until('open');
  expect(good.asked).toHaveLength(1);
});

test('lets go of a proxy that never answers, once the attempt is given up', async () => {
  const hung = createTcp();
  cleanUp(async () => void hung.close());
  await once(hung.listen(0, '127.0.0.1'), 'listening');
  const { port } = hung.address() as AddressInfo;
  const { clock, until } = linkVia('https://runtime.example', `http://127.0.0.1:${port}`);
  const [socket] = (await once(hung, 'connection')) as [Socket];
  const gone = once(
    socket.resume().on('error', () => {}),
    'close',
  );
  await clock.advance(20_000);
  await until('waiting');
  await gone;
});

test.each(['http', 'socks5h'])(
  'takes a sign-in at a proxy of the kind %s with a bare percent sign',
  async (scheme) => {
    const { until } = linkVia('https://runtime.example', `${scheme}://me:50%off@127.0.0.1:9`);
    const { reason, why } = await until('waiting');
    expect(reason).toBe('proxy');
    expect(why).toMatch(/proxy 127\.0\.0\.1:9 could not/);
  },
);

test('takes the next way after a proxy that wants a sign-in', async () => {
  const runtime = await hiddenRuntime();
  const strict = await cleaned(startConnectProxy({ refuse: 407 }));
  const open = await cleaned(startConnectProxy());
  const { link, until } = linkVia(runtime.url, `http://${strict.host}`, `http://${open.host}`);
  await until('blocked');
  link.retryNow();
  await greetNext(runtime);
  await until('open');
  expect(link.via()).toBe(open.host);
});
