/** Real proxies on loopback for tests: one that tunnels by CONNECT and one that speaks SOCKS 5, both writing down what they did. */
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificates.ts';

export interface TestProxy {
  /** Host and port. */
  readonly host: string;
  /** Where clients wanted to go, as `host:port`. */
  readonly asked: string[];
  /** The `Proxy-Authorization` headers that came. */
  readonly signIns: (string | undefined)[];
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Answers every CONNECT with this status instead of a tunnel. */
  readonly refuse?: number;
  /** Speaks TLS itself. */
  readonly certificate?: Certificate;
}

export async function startConnectProxy({
  refuse,
  certificate,
}: ConnectProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const signIns: (string | undefined)[] = [];
  const server = certificate ? createHttps({ ...certificate }) : createHttp();
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    asked.push(request.url ?? '');
    signIns.push(request.headers['proxy-authorization']);
    if (refuse !== undefined) client.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 0\r\n\r\n`);
    else tunnel(client, request.url ?? '', 'HTTP/1.1 200 Connection established\r\n\r\n');
  });
  return running(server, asked, signIns);
}

/** Knows CONNECT to a name or an IPv4 address, without sign-in; says "not allowed" where told to. */
export async function startSocksProxy({ refuse = false } = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createTcp((client) => {
    client.on('error', () => {});
    client.once('data', () => {
      client.write(Buffer.from([5, 0]));
      client.once('data', (request: Buffer) => {
        const target = socksTarget(request);
        asked.push(target);
        if (refuse) client.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]));
        else tunnel(client, target, Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      });
    });
  });
  return running(server, asked, []);
}

function socksTarget(request: Buffer): string {
  const isName = request[3] === 3;
  const length = isName ? (request[4] ?? 0) : 4;
  const start = isName ? 5 : 4;
  const bytes = request.subarray(start, start + length);
  const host = isName ? bytes.toString() : bytes.join('.');
  return `${host}:${request.readUInt16BE(start + length)}`;
}

/** Names outside of this machine are the test's own: they all lead back to it. */
function tunnel(client: Duplex, target: string, ready: string | Buffer): void {
  const socket = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
    client.write(ready);
    client.pipe(socket).pipe(client);
  });
  socket.on('error', () => client.destroy());
  client.on('error', () => socket.destroy());
  client.on('close', () => socket.destroy());
}

async function running(server: Server, asked: string[], signIns: (string | undefined)[]): Promise<TestProxy> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => open.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    signIns,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
