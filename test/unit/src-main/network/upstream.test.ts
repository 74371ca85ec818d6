import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { upstreamChoice } from '../../../../src-main/network/upstream-proxy.ts';
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
  return { asked, sockets, env: { HTTP_PROXY: url, HTTPS_PROXY: url } };
}

const AUTHORIZATION = `Basic ${Buffer.from('me:secret').toString('base64')}`;

describe('through the proxy that Doorman was started with', () => {
  it('go tunnels and plain requests, with its login and never with one of the command', async () => {
    const upstream = await startUpstream();
    const proxy = await openNetwork({ upstream: upstreamChoice(upstream.env) });
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
      upstream: upstreamChoice(upstream.env),
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

  it('goes nothing that NO_PROXY names', async () => {
    const upstream = await startUpstream();
    const origin = await startOrigin();
    const proxy = await openNetwork({ upstream: upstreamChoice({ ...upstream.env, NO_PROXY: PUBLIC }) });
    expect(await get(proxy, `http://${PUBLIC}:${origin.port}/`)).toEqual({ status: 200, body: 'hello' });
    expect(upstream.sockets.size).toBe(0);
  });

  it('is said to be the one that said no, without its login', async () => {
    const upstream = await startUpstream({ says: 407 });
    const proxy = await openNetwork({ upstream: upstreamChoice(upstream.env) });
    const said = await tunnel(proxy, `${PUBLIC}:443`);
    expect(said).toMatchObject({
      status: 502,
      body: expect.stringMatching(/the proxy of this network answered 407/),
    });
    expect(JSON.stringify([said, proxy.traffic()])).not.toMatch(/secret|Basic/);
  });

  it('is said to be not reached where it is not there, or does not speak TLS as it should', async () => {
    const port = await startBytes((socket) => socket.end('no TLS\r\n'));
    for (const HTTPS_PROXY of [`https://${PUBLIC}:${port}`, `http://${PUBLIC}:9`, `https://${PUBLIC}:9`]) {
      const proxy = await openNetwork({ upstream: upstreamChoice({ HTTPS_PROXY }) });
      expect(await tunnel(proxy, `${PUBLIC}:443`)).toMatchObject({ status: 502 });
    }
  });
});
