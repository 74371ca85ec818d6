/** The door of `GET /v1/client-tools`: who may upgrade to a WebSocket, and the exact refusal for everybody else. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { CLIENT_TOOLS_PATH, CLIENT_TOOLS_PROTOCOL } from '../src-shared/client-tools.ts';
import { isOurHost } from './loopback.ts';
import { type PrincipalLookup, upgradeBearer } from './principal.ts';
import { type ServeOptions, serveClient } from './serve-client.ts';

export interface EndpointOptions extends ServeOptions {
  readonly lookup: PrincipalLookup;
  readonly maxFrameBytes: number;
}

export interface Endpoint {
  /** Takes an HTTP request that asks for an upgrade, whatever its path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Drops every socket without a close frame, as the published runtime does when it stops. */
  close(): void;
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxFrameBytes,
    handleProtocols: appProtocol,
  });
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {});
      const refusal = refuse(request);
      if (refusal) return end(socket, refusal);
      const bearer = upgradeBearer(request);
      const principal = bearer === undefined ? undefined : options.lookup(bearer);
      if (!principal) return end(socket, { status: 401, body: 'unauthorized' });
      const violation = protocolViolation(request);
      if (violation) return end(socket, violation);
      server.handleUpgrade(request, socket, head, (client) => serveClient(client, principal, options));
    },
    close() {
      for (const client of server.clients) client.terminate();
    },
  };
}

/** Only the application's protocol is echoed, in the client's own spelling; the bearer's entry never is. */
function appProtocol(offered: Set<string>): string | false {
  return [...offered].find((entry) => entry.toLowerCase() === CLIENT_TOOLS_PROTOCOL) ?? false;
}

interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers?: readonly string[];
}

function refuse(request: IncomingMessage): Refusal | undefined {
  if (!isOurHost(request)) return { status: 403, body: 'this runtime answers to its loopback address only' };
  if ((request.url ?? '').split('?')[0] !== CLIENT_TOOLS_PATH) return { status: 404, body: 'not found' };
  if (request.method !== 'GET')
    return { status: 405, body: 'Method Not Allowed', headers: ['Allow: GET, HEAD'] };
  return undefined;
}

function protocolViolation(request: IncomingMessage): Refusal | undefined {
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return { status: 426, ...UPGRADE_REQUIRED };
  const version = request.headers['sec-websocket-version'] ?? '';
  if (version === '13') return undefined;
  return {
    status: 400,
    body: `unsupported WebSocket protocol version (only 13 is supported): ${JSON.stringify(version)}`,
    headers: ['Sec-WebSocket-Version: 13'],
  };
}

/** The refusal of a request that is no WebSocket upgrade. */
export const UPGRADE_REQUIRED = {
  body: 'WebSocket protocol violation: this address takes WebSocket upgrades only',
  headers: ['Connection: Upgrade', 'Upgrade: websocket'],
};

function end(socket: Duplex, refusal: Refusal): void {
  const body = `${refusal.body}\n`;
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refusal.headers ?? []),
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
