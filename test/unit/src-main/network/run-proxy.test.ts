import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNetwork } from '../../../../src-main/network/network.ts';
import { createReach } from '../../../../src-main/network/reach.ts';
import { openRunProxy } from '../../../../src-main/network/run-proxy.ts';
import {
  allButTheTest,
  event,
  exchange,
  get,
  gone,
  openNetwork,
  openTunnel,
  PUBLIC,
  privateFolder,
  readAll,
  startBytes,
  startOrigin,
  statusOf,
  tunnel,
} from './network-fixture.ts';

const nobody = async () => [];

describe('a plain request', () => {
  it('goes where its first line says, whatever its Host header says, without what is for one hop', async () => {
    const origin = await startOrigin();
    const proxy = await openNetwork();
    const reply = await exchange(
      proxy.socket,
      `POST http://user:pass@${PUBLIC}:${origin.port}/a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Two: 1\r\nx-two: 2\r\n` +
        'Proxy-Authorization: Basic AAAA\r\nProxy-Connection: keep-alive\r\nConnection: close, X-Mine\r\nX-Mine: 1\r\n' +
        'Upgrade: websocket\r\nTE: trailers\r\nContent-Length: 4\r\n\r\nbody',
    );
    expect(statusOf(reply)).toBe(200);
    expect(reply).toMatch(/\r\n\r\n(4\r\n)?body/);
    const host = ['Host', `${PUBLIC}:${origin.port}`];
    const headers = [...host, 'X-Two', '1', 'x-two', '2', 'Content-Length', '4', 'Connection', 'close'];
    expect(origin.seen).toEqual([`POST /a?b=c ${JSON.stringify(headers)}`]);
  });

  it('passes the answer back as it is, without what is for one hop', async () => {
    const origin = await startOrigin(
      PUBLIC,
      () =>
        'HTTP/1.1 404 Gone fishing\r\nSet-Cookie: a\r\nset-cookie: b\r\nProxy-Authenticate: Basic\r\n' +
        'Connection: close, X-Mine\r\nX-Mine: 1\r\nContent-Length: 3\r\n\r\nbye',
    );
    const proxy = await openNetwork();
    const reply = await exchange(
      proxy.socket,
      `GET http://${PUBLIC}:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toBe(
      'HTTP/1.1 404 Gone fishing\r\nSet-Cookie: a\r\nset-cookie: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbye',
    );
  });

  const inner = 'GET http://10.0.0.1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;

  it.each([
    ['in chunks', 'Connection: close', 'Transfer-Encoding: chunked', chunked],
    ['of a length', 'Connection: close', `Content-Length: ${inner.length}`, inner],
    [
      'of a length for one hop',
      'Connection: close, content-length',
      `Content-Length: ${inner.length}`,
      inner,
    ],
    ['in chunks for one hop', 'Connection: close, transfer-encoding', 'Transfer-Encoding: chunked', chunked],
  ])('keeps a body a body, also where none is usual: %s', async (_name, connection, length, body) => {
    const origin = await startOrigin();
    const proxy = await openNetwork();
    const head = `GET http://${PUBLIC}:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${connection}\r\n${length}\r\n\r\n`;
    expect(await exchange(proxy.socket, head + body)).toContain('/smuggled');
    expect(origin.seen).toEqual([expect.stringMatching(/^GET \/ /)]);
  });

  it('may be followed by another one to another place on the same connection', async () => {
    const [one, two] = [await startOrigin(), await startOrigin(PUBLIC, () => undefined)];
    const proxy = await openNetwork();
    const to = (port: number, last: string) =>
      `GET http://${PUBLIC}:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: ${last}\r\n\r\n`;
    const reply = await exchange(proxy.socket, to(one.port, 'keep-alive') + to(two.port, 'close'));
    expect(reply.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect([one.seen.length, two.seen.length]).toEqual([1, 1]);
  });

  it('that is no HTTP at the other end is said to be not reached', async () => {
    const port = await startBytes((socket) => socket.end('SSH-2.0-x\r\n'));
    const proxy = await openNetwork();
    expect(await get(proxy, `http://${PUBLIC}:${port}/`)).toMatchObject({
      status: 502,
      body: expect.stringContaining('not HTTP'),
    });
  });
});

describe('a tunnel', () => {
  it('carries any bytes both ways, and each side may end before the other', async () => {
    const sent = randomBytes(3_000_000);
    const port = await startBytes((socket) => {
      void readAll(socket).then((got) => socket.end(Buffer.concat([got, sent])));
    });
    const proxy = await openNetwork();
    const socket = await openTunnel(proxy, `${PUBLIC}:${port}`);
    socket.end(sent);
    expect(Buffer.compare(await readAll(socket), Buffer.concat([sent, sent]))).toBe(0);
  });

  it('gets what was sent right behind the request', async () => {
    const port = await startBytes((socket) => socket.pipe(socket));
    const proxy = await openNetwork();
    const client = connect(proxy.socket);
    client.end(`CONNECT ${PUBLIC}:${port} HTTP/1.1\r\nHost: x\r\n\r\nearly`);
    expect((await readAll(client)).toString()).toBe('HTTP/1.1 200 Connection established\r\n\r\nearly');
  });

  it('ends at both ends when one of them is gone', async () => {
    const proxy = await openNetwork();
    const arrived: { socket?: Socket } = {};
    const port = await startBytes((socket) => {
      arrived.socket = socket;
      socket.write('hello');
    });
    const first = await openTunnel(proxy, `${PUBLIC}:${port}`);
    await once(first, 'data');
    arrived.socket?.resetAndDestroy();
    await gone(first);
    const second = await openTunnel(proxy, `${PUBLIC}:${port}`);
    await once(second, 'data');
    second.destroy();
    await gone(arrived.socket as Socket);
    expect(proxy.traffic().reached).toEqual([`${PUBLIC}:${port}`]);
  });
});

describe('what is no request to a proxy', () => {
  it.each([
    ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET https://example.com/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT example.com HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'POST http://127.0.0.2/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['POST http://127.0.0.2/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['nonsense\r\n\r\n', 400],
    [`GET http://127.0.0.2/ HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is refused: %j', async (text, status) => {
    const proxy = await openNetwork();
    expect(statusOf(await exchange(proxy.socket, text))).toBe(status);
    expect(proxy.traffic()).toMatchObject({ reached: [], failed: [] });
  });
});

describe('the end and the limits of a run', () => {
  it('closes its tunnels, gives up what is under way, and leaves nothing on disk', async () => {
    const folder = await privateFolder();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'left-by-a-crash'), '');
    const lookingUp = event();
    const network = createNetwork({
      folder,
      refuses: allButTheTest,
      lookUp: () => {
        lookingUp.happen();
        return new Promise(() => undefined);
      },
      routes: async () => [undefined],
    });
    const [run, other] = [await network.open(), await network.open()];
    onTestFinished(() => other.close());
    for (const path of [folder, dirname(run.socket)]) expect((await stat(path)).mode & 0o777).toBe(0o700);
    const ended = event();
    const port = await startBytes((socket) => {
      socket.write('hello');
      void gone(socket).then(ended.happen);
    });
    const open = await openTunnel(run, `${PUBLIC}:${port}`);
    await once(open, 'data');
    const pending = exchange(run.socket, 'CONNECT slow.example:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await lookingUp.happened;
    await run.close();
    await Promise.all([ended.happened, gone(open)]);
    expect(await pending.catch(() => '')).toBe('');
    expect(await readdir(folder)).toEqual([dirname(other.socket).slice(folder.length + 1)]);
  });

  it('takes no more connections than the limit, and ends one on which nothing happens', async () => {
    const folder = await privateFolder();
    await mkdir(folder, { recursive: true });
    const proxy = await openRunProxy({
      socket: join(folder, 'p'),
      reach: createReach({ lookUp: nobody, refuses: allButTheTest, routes: async () => [undefined] }),
      limits: { connections: 1, idleMs: 400 },
    });
    onTestFinished(() => proxy.close());
    const ended = event();
    const port = await startBytes((socket) => void gone(socket).then(ended.happen));
    const run = { ...proxy, socket: join(folder, 'p') };
    const open = await openTunnel(run, `${PUBLIC}:${port}`);
    const second = connect(run.socket);
    second.on('error', () => undefined);
    await once(second, 'close');
    await Promise.all([ended.happened, gone(open)]);
    await vi.waitFor(async () => (await openTunnel(run, `${PUBLIC}:${port}`)).destroy());
  });

  it('remembers where it went, each place once and not without end', async () => {
    const proxy = await openNetwork();
    for (let port = 1; port <= 30; port += 1) {
      await tunnel(proxy, `10.0.0.1:${port}`);
      await tunnel(proxy, '10.0.0.1:1');
    }
    const { refused, unlisted } = proxy.traffic();
    expect(refused).toHaveLength(20);
    expect(unlisted).toBe(10);
  });
});
