/** A proxy with real sockets, servers that it may be let to, and what is sent to it byte by byte. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createNetwork, type NetworkOptions, type RunNetwork } from '../../../../src-main/network/network.ts';
import { createAddressCheck } from '../../../../src-main/network/public-address.ts';

/** All of 127.0.0.0/8 is this machine; tests declare this one public. */
export const PUBLIC = '127.0.0.2';

const strict = createAddressCheck(() => []);

/** The strict check, but for the one address that tests call public. */
export function allButTheTest(address: string): string | undefined {
  return address === PUBLIC ? undefined : strict(address);
}

export async function privateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-net-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'net');
}

/** No name has an address, and there is no proxy above, unless `changes` say so. */
export async function openNetwork(changes: Partial<NetworkOptions> = {}): Promise<RunNetwork> {
  const network = createNetwork({
    folder: await privateFolder(),
    refuses: allButTheTest,
    lookUp: async (host) => {
      throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' });
    },
    routes: async () => [undefined],
    ...changes,
  });
  const run = await network.open();
  onTestFinished(() => run.close());
  return run;
}

export interface Origin {
  readonly port: number;
  /** Request lines and raw headers of all requests, in order. */
  readonly seen: readonly string[];
  readonly sockets: ReadonlySet<Socket>;
}

/** A web server that answers with the body that it got, or with `answer`. */
export async function startOrigin(
  host: string = PUBLIC,
  answer?: (request: IncomingMessage, body: string) => string | undefined,
): Promise<Origin> {
  const seen: string[] = [];
  const server = createHttpServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.rawHeaders)}`);
    let body = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const raw = answer?.(incoming, body);
      if (raw === undefined) response.end(body || 'hello');
      else incoming.socket.end(raw);
    });
  });
  const sockets = await listening(server, host);
  return { port: portOf(server), seen, sockets };
}

/** Listens until the test ends; gives the sockets that came in. */
export async function listening(
  server: NetServer | Server,
  host: string = PUBLIC,
): Promise<ReadonlySet<Socket>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve);
  });
  return sockets;
}

/** A server for bare bytes. */
export async function startBytes(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, onSocket);
  await listening(server);
  return portOf(server);
}

export function portOf(server: NetServer | Server): number {
  return (server.address() as AddressInfo).port;
}

/** Sends `text` and gives everything that comes back until the other side closes. */
export async function exchange(path: string, text: string): Promise<string> {
  const client = connect(path);
  client.write(text);
  let reply = '';
  for await (const chunk of client.setEncoding('utf8')) reply += chunk;
  return reply;
}

/** A plain GET through the proxy. */
export async function get(proxy: RunNetwork, url: string): Promise<{ status: number; body: string }> {
  const reply = await exchange(proxy.socket, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return { status: statusOf(reply), body: reply.slice(reply.indexOf('\r\n\r\n') + 4).trim() };
}

export function statusOf(reply: string): number {
  return Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(reply)?.[1]);
}

export type Tunnel =
  | { readonly status: 200; readonly socket: Socket }
  | { readonly status: number; readonly body: string };

/** Asks for a tunnel. */
export async function tunnel(proxy: RunNetwork, authority: string): Promise<Tunnel> {
  return await new Promise((resolve, reject) => {
    const asked = request({ socketPath: proxy.socket, method: 'CONNECT', path: authority });
    asked.once('error', reject);
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      socket.on('error', () => undefined);
      if (head.length > 0 && statusCode === 200) socket.unshift(head);
      if (statusCode === 200) return resolve({ status: 200, socket: socket as Socket });
      let body = head.toString('utf8');
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      socket.on('end', () => resolve({ status: statusCode, body }));
    });
    asked.end();
  });
}

export async function openTunnel(proxy: RunNetwork, authority: string): Promise<Socket> {
  const opened = await tunnel(proxy, authority);
  if (!('socket' in opened)) throw new Error(`no tunnel: ${opened.status} ${opened.body}`);
  return opened.socket;
}

/** All that comes until the other side ends; this side stays open. */
export async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  return Buffer.concat(chunks);
}

/** Resolves when the other side is gone. What it sends until then is lost. */
export async function gone(socket: Socket): Promise<void> {
  socket.resume();
  if (socket.readableEnded || socket.destroyed) return;
  await new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
}

/** A promise, and the function that fulfils it. */
export function event(): { readonly happened: Promise<void>; readonly happen: () => void } {
  const emitter = new EventEmitter();
  return { happened: once(emitter, 'x').then(() => undefined), happen: () => void emitter.emit('x') };
}
