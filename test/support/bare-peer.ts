/** The two ends of the client-tools wire with nothing but `ws`, to test each of ours against a peer that is not ours. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import { Inbox } from './inbox.ts';

export type Frame = Record<string, unknown>;

/** One end of a socket: frames in as they come, frames out as objects or raw. */
export interface Peer {
  readonly socket: WebSocket;
  readonly frames: Inbox<Frame>;
  readonly closed: Promise<{ code: number; reason: string }>;
  send(frame: Frame | string | Buffer): void;
}

export interface Session extends Peer {
  readonly request: IncomingMessage;
}

export interface BareRuntime {
  readonly url: string;
  readonly port: number;
  /** Connections in the order in which they came. */
  readonly sessions: Inbox<Session>;
  close(): Promise<void>;
}

/** A server that upgrades everybody and does nothing by itself. */
export async function startBareRuntime(port = 0, options: { autoPong?: boolean } = {}): Promise<BareRuntime> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, ...options });
  const sessions = new Inbox<Session>();
  server.on('connection', (socket, request) => sessions.push({ ...peer(socket), request }));
  await once(http.listen(port, '127.0.0.1'), 'listening');
  const address = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    sessions,
    async close() {
      for (const socket of server.clients) socket.terminate();
      http.close();
      await once(http, 'close');
    },
  };
}

/** Takes the next connection through hello and hello_ok. */
export async function greetNext(runtime: BareRuntime, helloOk: Frame = {}): Promise<Session> {
  const session = await runtime.sessions.next();
  await session.frames.next();
  session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['read'], ...helloOk });
  return session;
}

/** Opens a client socket and resolves when it is open; it sends no hello. */
export async function connectBare(
  url: string,
  bearer: string,
  options: ClientOptions & { autoPong?: boolean } = {},
): Promise<Peer> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/v1/client-tools`,
    ['loomcycle.client-tools.v1', `bearer.${bearer}`],
    options,
  );
  const client = peer(socket);
  await once(socket, 'open');
  return client;
}

/** A client that registered `tools`. */
export async function connectClient(url: string, bearer: string, tools: readonly string[]): Promise<Peer> {
  const client = await connectBare(url, bearer);
  client.send({ type: 'hello', tools: tools.map((name) => ({ name, description: name })) });
  const helloOk = await client.frames.next();
  if (helloOk.type !== 'hello_ok') throw new Error(`expected hello_ok, got ${JSON.stringify(helloOk)}`);
  return client;
}

function peer(socket: WebSocket): Peer {
  const frames = new Inbox<Frame>();
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  return {
    socket,
    frames,
    closed: new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    ),
    send: (frame) =>
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
  };
}
