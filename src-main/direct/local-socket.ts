/**
 * The local socket: HTTP on a Unix socket (or a named pipe) that only this user can open. It carries control
 * requests to a handler, and WebSockets to another, and knows nothing of what they mean.
 */
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CONTROL_ROUTE,
  type ControlReply,
  type ControlRequest,
  controlRequestSchema,
} from '../../src-shared/control.ts';

/** Control requests are small; a longer body is refused. Bytes. */
const MAX_BODY_BYTES = 64 * 1024;

export interface LocalSocketOptions {
  readonly socket: string;
  readonly folder: string;
  handle(request: ControlRequest): Promise<ControlReply>;
  /** Takes the WebSockets of direct execution. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Listens until closed. The caller holds the lock of the home, so a socket file that is there is a leftover. */
export async function openLocalSocket(options: LocalSocketOptions): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(request, options.handle).then(
      (reply) => send(response, reply.status, reply.body),
      () => send(response, 500, { ok: false, error: 'internal error in Doorman; see its log' }),
    );
  });
  server.on('upgrade', options.upgrade);
  if (process.platform !== 'win32') await prepareFolder(options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socket, resolve);
  });
  if (process.platform !== 'win32') await secureSocket(options.socket);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The folder is what keeps other users out: between listen and chmod the socket itself may be open to all. */
async function prepareFolder(options: LocalSocketOptions): Promise<void> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await lstat(options.folder);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.()) {
    throw new Error(`${options.folder} is not a folder of this user; the local socket cannot be made there`);
  }
  await chmod(options.folder, 0o700);
  await rm(options.socket, { force: true });
}

/** A path that is too long is cut silently by the system, so look at what was really made. */
async function secureSocket(socket: string): Promise<void> {
  const made = await lstat(socket);
  if (!made.isSocket()) throw new Error(`${socket} is not a socket after listening on it`);
  await chmod(socket, 0o600);
}

interface Reply {
  readonly status: number;
  readonly body: ControlReply;
}

async function serve(request: IncomingMessage, handle: LocalSocketOptions['handle']): Promise<Reply> {
  if (request.method !== 'POST' || request.url !== CONTROL_ROUTE) {
    return { status: 404, body: { ok: false, error: `only POST ${CONTROL_ROUTE} is served here` } };
  }
  const text = await readBody(request);
  if (text === undefined) return { status: 413, body: { ok: false, error: 'the request is too large' } };
  const parsed = controlRequestSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const problem = parsed.error.issues
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      .join('; ');
    return { status: 400, body: { ok: false, error: `not a request that Doorman knows: ${problem}` } };
  }
  return { status: 200, body: await handle(parsed.data) };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: ControlReply): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
