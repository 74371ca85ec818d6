import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import {
  exchange,
  get,
  listening,
  openNetwork,
  openTunnel,
  PUBLIC,
  portOf,
  readAll,
  startBytes,
  startOrigin,
  tunnel,
} from './network-fixture.ts';

/** A company's proxy: it wants a login, knows names of its own, and notes what it was asked. */
async function startUpstream(changes: { readonly login?: string; readonly says?: number } = {}) {
  const { login = 'me:secret', says = 200 } = changes;
  const asked: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push(`${method} ${url} ${headers['proxy-authorization']}`);
  const server = createServer((request, response) => {
    note(request);
    response.setHeader('Proxy-Authenticate', 'Basic').end('from the company');
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    if (says !== 200) return socket.end(`HTTP/1.1 ${says} No\r\nContent-Length: 0\r\n\r\n`);
    const remote = connect(Number(request.url?.split(':').at(-1)), PUBLIC);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(remote).pipe(socket);
  });
  const sockets = await listening(server, '127.0.0.1');
  const url = `http://${login}@127.0.0.1:${portOf(server)}`;
  return { asked, sockets, routes: async () => [url] };
}

const AUTHORIZATION = `Basic ${Buffer.from('me:secret').toString('base64')}`;

describe('through the proxy that Doorman was started with', () => {
  it('go tunnels and plain requests, with its login and never with one of the command', async () => {
    const upstream = await startUpstream();
    const proxy = await openNetwork({ routes: upstream.routes });
    const port = await startBytes((socket) => socket.end('hello'));
    const socket = await openTunnel(proxy, `${PUBLIC}:${port}`);
    expect((await readAll(socket)).toString()).toBe('hello');
    const reply = await exchange(
      proxy.socket,
      'GET http://www.example.com/a?b HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic AAAA\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 .*from the company/s);
    expect(reply).not.toMatch(/proxy-authenticate/i);
    expect(upstream.asked).toEqual([
      `CONNECT ${PUBLIC}:${port} ${AUTHORIZATION}`,
      `GET http://www.example.com/a?b ${AUTHORIZATION}`,
    ]);
    expect(proxy.traffic().reached).toEqual([`${PUBLIC}:${port}`, 'www.example.com:80']);
  });

  it('goes nothing that is not public here, nor a bare name that nobody here knows', async () => {
    const upstream = await startUpstream();
    const refused = await openNetwork({
      routes: upstream.routes,
      lookUp: async (host) => {
        if (host.endsWith('.example')) return host === 'two.example' ? ['1.1.1.1', '10.1.2.3'] : ['10.1.2.3'];
        throw new Error('unknown');
      },
    });
    for (const place of [
      '127.0.0.1:1',
      '10.0.0.1:1',
      '[::1]:1',
      '0x7f.1:1',
      'localhost:1',
      'wiki.example:1',
    ]) {
      expect(await tunnel(refused, place)).toMatchObject({ status: 403 });
      expect(await get(refused, `http://${place}/`)).toMatchObject({ status: 403 });
    }
    expect(await tunnel(refused, 'wiki:1')).toMatchObject({ status: 502 });
    expect(upstream.sockets.size).toBe(0);
    expect(await get(refused, 'http://www.example.com/')).toMatchObject({ status: 200 });
  });

  it('goes nothing to which the best usable way is the direct one', async () => {
    const upstream = await startUpstream();
    const origin = await startOrigin();
    const proxy = await openNetwork({
      routes: async () => ['socks5h://127.0.0.1:1', undefined, ...(await upstream.routes())],
    });
    expect(await get(proxy, `http://${PUBLIC}:${origin.port}/`)).toEqual({ status: 200, body: 'hello' });
    expect(upstream.sockets.size).toBe(0);
  });

  it('is said to be the one that said no, without its login', async () => {
    const upstream = await startUpstream({ says: 407 });
    const proxy = await openNetwork({ routes: upstream.routes });
    const said = await tunnel(proxy, `${PUBLIC}:443`);
    expect(said).toMatchObject({
      status: 502,
      body: expect.stringMatching(/the proxy of this network answered 407/),
    });
    expect(JSON.stringify([said, proxy.traffic()])).not.toMatch(/secret|Basic/);
  });

  it('is said to be not reached where it is not there, or does not speak TLS as it should', async () => {
    const port = await startBytes((socket) => socket.end('no TLS\r\n'));
    for (const address of [`https://${PUBLIC}:${port}`, `http://${PUBLIC}:9`, `https://${PUBLIC}:9`]) {
      const proxy = await openNetwork({ routes: async () => [address] });
      expect(await tunnel(proxy, `${PUBLIC}:443`)).toMatchObject({ status: 502 });
    }
  });

  it('is asked for by the whole address; one of another kind is no way at all', async () => {
    const routes = vi.fn(async () => ['socks5h://127.0.0.1:1', 'nonsense']);
    const proxy = await openNetwork({ routes, lookUp: async () => [PUBLIC] });
    const port = await startBytes((socket) => socket.end('hello'));
    expect(await tunnel(proxy, `some.example:${port}`)).toMatchObject({ status: 502 });
    expect(await get(proxy, `http://some.example:${port}/`)).toMatchObject({ status: 502 });
    expect(await tunnel(proxy, '[::1]:1')).toMatchObject({ status: 403 });
    expect(routes.mock.calls.flat()).toEqual([
      `https://some.example:${port}/`,
      `http://some.example:${port}/`,
      'https://[::1]:1/',
    ]);
  });

  it('is spoken to with the login in its address', async () => {
    const upstream = await startUpstream({ login: 'me:p%40ss' });
    const proxy = await openNetwork({ routes: upstream.routes });
    await get(proxy, 'http://www.example.com/');
    expect(upstream.asked[0]).toContain(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});
