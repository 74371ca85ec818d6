/** Carries one plain http:// request to where its first line says, and the answer back. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainTarget } from './proxy-target.ts';
import type { Upstream } from './upstream-proxy.ts';

/** Meant for the next hop alone (RFC 9110, section 7.6.1), and what a connection of our own has anew. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface CarryOptions {
  readonly target: PlainTarget;
  /** Connected; used for this one request. */
  readonly socket: Socket;
  /** Set where the socket leads to another proxy. */
  readonly through: Upstream | undefined;
  /** Milliseconds without a byte after which it is over. */
  readonly idleMs: number;
}

/** Resolves when it is over, well or not, to what went wrong before an answer began. */
export function carryRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { target, socket, through, idleMs }: CarryOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (problem?: unknown) => {
      socket.destroy();
      if (response.headersSent) response.destroy();
      resolve(
        problem === undefined || response.headersSent ? undefined : 'the answer is not HTTP, or none came',
      );
    };
    socket.setTimeout(idleMs, () => end('idle'));
    const outgoing = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: through ? target.url : target.path,
      headers: requestHeaders(request, target, through),
    });
    outgoing.on('error', end);
    outgoing.once('response', (answer) => passBack(answer, response, end));
    response.once('close', () => end());
    request.on('error', end).pipe(outgoing);
  });
}

/** Names and values in turns, as they came: repeated ones stay repeated. */
function requestHeaders(
  { rawHeaders, headers }: IncomingMessage,
  { authority }: PlainTarget,
  through: Upstream | undefined,
): string[] {
  return [
    ...['Host', authority],
    ...endToEnd(rawHeaders, headers.connection),
    // Says where the body ends: without it the other side would take a body for the next request.
    ...(headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']),
    ...(through?.authorization === undefined ? [] : ['Proxy-Authorization', through.authorization]),
    ...['Connection', 'close'],
  ];
}

function passBack(answer: IncomingMessage, response: ServerResponse, end: (problem?: unknown) => void): void {
  answer.on('error', end);
  response.sendDate = false;
  try {
    const headers = endToEnd(answer.rawHeaders, answer.headers.connection);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  } catch (problem) {
    end(problem);
    return;
  }
  answer.pipe(response);
}

/** Leaves out what is for one hop, and what the Connection header says is, except for what says where a body ends. */
function endToEnd(raw: readonly string[], connection: string | undefined): string[] {
  const named = new Set((connection ?? '').toLowerCase().split(/[\s,]+/));
  named.delete('content-length');
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const low = name.toLowerCase();
    if (!HOP_BY_HOP.has(low) && !named.has(low)) kept.push(name, value);
  }
  return kept;
}
