/** Which way leads to an address: environment, desktop, or direct. */
import { expect, test, vi } from 'vitest';
import { proxyRoutes } from '../../../src-main/proxy-routes.ts';

const HTTPS = 'https://runtime.example:8443/base';
const proxy = { HTTPS_PROXY: 'http://proxy:3128' };

test.each<[string, NodeJS.ProcessEnv, string, string | undefined]>([
  ['goes directly without any word', {}, HTTPS, undefined],
  ['takes HTTPS_PROXY for https', proxy, HTTPS, 'http://proxy:3128'],
  [
    'takes https_proxy before HTTPS_PROXY',
    { ...proxy, https_proxy: 'http://small:1' },
    HTTPS,
    'http://small:1',
  ],
  ['leaves HTTPS_PROXY aside for http', proxy, 'http://runtime.example', undefined],
  ['takes HTTP_PROXY for http', { HTTP_PROXY: 'http://p:1' }, 'http://runtime.example', 'http://p:1'],
  ['takes ALL_PROXY where there is no other', { ALL_PROXY: 'socks5h://p:1080' }, HTTPS, 'socks5h://p:1080'],
  ['takes an address without a scheme', { HTTPS_PROXY: 'proxy:3128' }, HTTPS, 'http://proxy:3128'],
  ['takes an empty value for none', { HTTPS_PROXY: ' ' }, HTTPS, undefined],
  ['goes directly to this machine', { ALL_PROXY: 'http://p:1' }, 'http://127.0.0.1:8787', undefined],
  ['goes directly to localhost', { ALL_PROXY: 'http://p:1' }, 'https://localhost', undefined],
  ['goes directly to IPv6 loopback', { ALL_PROXY: 'http://p:1' }, 'http://[::1]:8787', undefined],
  [
    'takes no name for loopback that only begins like it',
    proxy,
    'https://127.evil.example',
    'http://proxy:3128',
  ],
])('%s', async (_name, env, address, route) => {
  expect(await proxyRoutes(env)(address)).toEqual([route]);
});

test.each<[string, string, boolean]>([
  ['runtime.example', HTTPS, true],
  ['.runtime.example', HTTPS, true],
  ['example', HTTPS, true],
  ['*.example', HTTPS, true],
  ['*', HTTPS, true],
  ['a.b, runtime.example', HTTPS, true],
  ['a.b runtime.example', HTTPS, true],
  ['RUNTIME.example', HTTPS, true],
  ['runtime.example:8443', HTTPS, true],
  ['runtime.example:443', HTTPS, false],
  ['runtime.example:443', 'https://runtime.example', true],
  ['time.example', HTTPS, false],
  ['other.example', HTTPS, false],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['2.3', 'https://10.1.2.3', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['fd12::1', 'https://[fd12::1]', true],
  ['[fd12::1]:443', 'https://[fd12::1]', true],
  ['', HTTPS, false],
])('NO_PROXY=%s keeps %s off the proxy: %s', async (list, address, exempt) => {
  const [route] = await proxyRoutes({ ...proxy, NO_PROXY: list })(address);
  expect(route === undefined).toBe(exempt);
});

test.each<[string, readonly (string | undefined)[]]>([
  ['DIRECT', [undefined]],
  ['PROXY a:1', ['http://a:1']],
  [
    'PROXY a:1; HTTPS b:2; SOCKS5 c:3; SOCKS4 d:4; DIRECT',
    ['http://a:1', 'https://b:2', 'socks5h://c:3', 'socks4a://d:4', undefined],
  ],
  ['QUIC a:1', [undefined]],
  ['', [undefined]],
])('reads the answer of the desktop %j', async (answer, routes) => {
  expect(await proxyRoutes({}, async () => answer)(HTTPS)).toEqual(routes);
});

test('asks the desktop only where the environment says nothing, and never about this machine', async () => {
  const system = vi.fn(async () => 'PROXY desktop:1');
  expect(await proxyRoutes(proxy, system)(HTTPS)).toEqual(['http://proxy:3128']);
  expect(await proxyRoutes({}, system)('http://127.0.0.1:1')).toEqual([undefined]);
  expect(system).not.toHaveBeenCalled();
  expect(await proxyRoutes({}, system)(HTTPS)).toEqual(['http://desktop:1']);
});

test('goes directly when the desktop fails to answer, or does not in time', async () => {
  const failing = proxyRoutes({}, () => Promise.reject(new Error('no')));
  expect(await failing(HTTPS)).toEqual([undefined]);
  vi.useFakeTimers();
  const hanging = proxyRoutes({}, () => new Promise(() => {}))(HTTPS);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await hanging).toEqual([undefined]);
});
