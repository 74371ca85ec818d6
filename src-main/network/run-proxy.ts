/** The proxy of one run: HTTP on a Unix socket, for tunnels (CONNECT) and plain requests, gone when the run ends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { carryRequest } from './carry-request.ts';
import { limitWays } from './limit-ways.ts';
import type { NoWay } from './no-way.ts';
import { connectTarget, plainTarget, type Target, targetText } from './proxy-target.ts';
import type { Reach } from './reach.ts';
import { createTrafficRecord, type Traffic, type TrafficRecord } from './traffic.ts';

export interface RunProxy {
  traffic(): Traffic;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface RunProxyOptions {
  /** Path of the socket to listen on. */
  readonly socket: string;
  readonly reach: Reach;
  readonly limits?: Limits;
}

export interface Limits {
  /** Connections at a time, and as many ways to other places. */
  readonly connections: number;
  /** Milliseconds without a byte in either direction after which a connection is over. */
  readonly idleMs: number;
}

/** Package managers open up to 50 connections. */
const LIMITS: Limits = { connections: 128, idleMs: 300_000 };

const MOST_HEADER_BYTES = 16 * 1024;

/** Milliseconds that a request has to send its headers. */
const HEADERS_MS = 10_000;

const USAGE =
  'This is the HTTP proxy of Doorman. Send CONNECT host:port, or a plain request with a whole http:// URL.';
const RULE =
  'Commands behind the guarded wall reach public addresses only: nothing on this machine, none of its networks. ' +
  'Do not look for a way around. Only the person at the machine can let a command run without the wall.';

/** Rejects where nothing can listen on the path. */
export async function openRunProxy({ socket, reach, limits = LIMITS }: RunProxyOptions): Promise<RunProxy> {
  const record = createTrafficRecord();
  const ending = new AbortController();
  const clients = new Set<Socket>();
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    // A body may take as long as it keeps coming.
    requestTimeout: 0,
  });
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  const limited = limitWays(limits.connections)(reach);
  const door = { record, reach: limited, signal: ending.signal, idleMs: limits.idleMs };
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  server.on('connect', (request: IncomingMessage, _client, head: Buffer) => {
    tunnel(request, head, door).catch(() => request.socket.destroy());
  });
  server.on('request', (request, response) => {
    serve(request, response, door).catch(() => response.destroy());
  });
  await listen(server, socket);
  return {
    traffic: record.traffic,
    async close() {
      ending.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

interface Door {
  readonly record: TrafficRecord;
  readonly reach: Reach;
  readonly signal: AbortSignal;
  readonly idleMs: number;
}

async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  server.removeAllListeners('error').on('error', () => undefined);
}

async function tunnel(request: IncomingMessage, head: Buffer, door: Door): Promise<void> {
  const client = request.socket;
  client.on('error', () => undefined);
  // The server's own time-out ends with HTTP.
  client.setTimeout(door.idleMs, () => client.destroy());
  const target = connectTarget(request.url ?? '');
  if (!target) return endWith(client, 400, USAGE);
  const way = await door.reach(target, 'tunnel', door.signal);
  if (!way.ok) {
    note(door.record, target, way);
    return endWith(client, way.status, refusalText(target, way));
  }
  door.record.add('reached', target);
  const { socket } = way;
  if (client.destroyed) return void socket.destroy();
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) socket.write(head);
  // Where one side is gone, the other still gets what was on its way.
  socket.once('close', () => client.destroySoon());
  client.once('close', () => {
    socket.setTimeout(door.idleMs, () => socket.destroy());
    socket.destroySoon();
  });
  client.pipe(socket).pipe(client);
}

async function serve(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  const target = plainTarget(request.url ?? '');
  if (!target) return answer(response, 400, USAGE);
  const way = await door.reach(target, 'plain', door.signal);
  if (!way.ok) {
    note(door.record, target, way);
    return answer(response, way.status, refusalText(target, way));
  }
  door.record.add('reached', target);
  const { socket, through } = way;
  if (response.destroyed) return void socket.destroy();
  const problem = await carryRequest(request, response, { target, socket, through, idleMs: door.idleMs });
  if (problem !== undefined) answer(response, 502, `${targetText(target)}: ${problem}.`);
}

function note(record: TrafficRecord, target: Target, { status, why }: NoWay): void {
  record.add(status === 403 ? 'refused' : 'failed', target, why);
}

function refusalText(target: Target, { status, why }: NoWay): string {
  return status === 403
    ? `Doorman refused ${targetText(target)}: ${why}. ${RULE}`
    : `Doorman let ${targetText(target)} through, but it was not reached: ${why}.`;
}

/** Some programs show nothing but the first line. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Not a proxy request',
  403: 'Refused by Doorman',
  502: 'Not reached',
  504: 'Not reached in time',
};

/** The rest of what was sent is not read: it was meant for the other end. */
function answer(response: ServerResponse, status: number, text: string): void {
  if (!response.destroyed) response.writeHead(status, REASONS[status], replyHeaders(text)).end(`${text}\n`);
}

function endWith(client: Socket, status: number, text: string): void {
  const headers = Object.entries(replyHeaders(text)).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${headers.join('')}\r\n${text}\n`);
}

function replyHeaders(text: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text) + 1),
    connection: 'close',
  };
}
