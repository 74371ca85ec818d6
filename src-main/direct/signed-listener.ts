/**
 * The TCP listener of direct execution: what a published client looks up over HTTP, and the WebSocket. Web pages get
 * nothing here: a request with an Origin, or for a host that is not this one, is refused.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { OIP } from '../../src-shared/direct-exec.ts';
import type { SocketSessions } from './socket-sessions.ts';

export interface ListenerOptions {
  /** The address of an interface. Without `tls` it must be of loopback. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly address: string;
  info(): { readonly name: string; readonly tools: readonly string[]; readonly invite: boolean };
  readonly sessions: SocketSessions;
}

export interface SignedListener {
  /** As a client names it: `http://127.0.0.1:8742`. */
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Rejects where it cannot listen, with the system's reason. */
export async function openSignedListener(options: ListenerOptions): Promise<SignedListener> {
  if (!options.tls && !LOOPBACK.has(options.host)) {
    throw new Error(`${options.host} is not of loopback: listening there needs a certificate`);
  }
  const server = makeServer(options, (request, response) => answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  const url = `${options.tls ? 'https' : 'http'}://${name}:${port}`;
  const hosts = ownHosts(options, name, port);
  const answer: RequestListener = (request, response) => {
    const status = whyRefused(request, hosts);
    if (status !== undefined) send(response, status, { error: REFUSED[status] });
    else serve(request, response, options, url);
  };
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (whyRefused(request, hosts) === undefined) options.sessions.upgrade(request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
  });
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        options.sessions.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function makeServer({ tls }: ListenerOptions, listener: RequestListener): Server {
  const limits = { requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 16 * 1024 };
  return tls ? createTlsServer({ ...limits, ...tls }, listener) : createServer(limits, listener);
}

/** What a `Host` header may say. Another name that leads here is a page that was rebound to this machine. */
function ownHosts({ host, tls }: ListenerOptions, name: string, port: number): ReadonlySet<string> {
  const names = LOOPBACK.has(host) ? ['127.0.0.1', '[::1]', 'localhost', name] : [name];
  const standard = port === (tls ? 443 : 80);
  return new Set(names.flatMap((each) => [`${each}:${port}`, ...(standard ? [each] : [])]));
}

const REFUSED = {
  403: 'web pages are not served here',
  421: 'this is not that host',
} as const;

function whyRefused({ headers }: IncomingMessage, hosts: ReadonlySet<string>): 403 | 421 | undefined {
  if (headers.origin !== undefined) return 403;
  return headers.host !== undefined && hosts.has(headers.host.toLowerCase()) ? undefined : 421;
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenerOptions,
  url: string,
): void {
  const [status, body] = replyTo(request, options, url);
  send(response, status, body);
}

function replyTo(
  { method, url: asked }: IncomingMessage,
  options: ListenerOptions,
  url: string,
): readonly [number, object] {
  if (method !== 'GET') return [405, { error: 'only GET is served here' }];
  const path = asked?.split('?')[0];
  if (path === '/info') return [200, infoOf(options)];
  if (path === '/health') return [200, { status: 'healthy', agent: options.info().name }];
  return path === `/api/agents/${options.address}` ? [200, whereabouts(url)] : [404, { error: 'not found' }];
}

function infoOf({ address, info }: ListenerOptions) {
  const { name, tools, invite } = info();
  return {
    name,
    address,
    tools,
    model: '',
    trust: 'contacts',
    version: OIP.version,
    skills: [],
    accepted_inputs: { text: true, images: false },
    protocol: OIP,
    ...(invite ? { onboard: { invite_code: true, payment: null } } : {}),
  };
}

/** What a relay says of an agent, so that a client that takes Doorman for its relay finds Doorman. */
function whereabouts(url: string) {
  const socket = `${url.replace(/^http/, 'ws')}${OIP.websocket_path}`;
  const lastSeen = new Date().toISOString().replace('Z', '');
  return { endpoints: [url, socket], relay: null, last_seen: lastSeen, online: true };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
