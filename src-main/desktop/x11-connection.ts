/** One connection to the X server: a few questions, each with its reply (X Window System Protocol, release 7.7). */
import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What an X server may take before it counts as silent. Milliseconds. */
const SILENT_MS = 2_000;

export interface XConnection {
  /** The root window of the first screen. */
  readonly root: number;
  /** Sends all requests, and resolves to their replies in this order; to undefined where one is an error, as for what is gone. */
  ask(requests: readonly Buffer[]): Promise<readonly (Buffer | undefined)[]>;
  close(): void;
}

/** Rejects where there is no server, it says nothing, or it does not let us in. */
export async function connectToX(env: NodeJS.ProcessEnv): Promise<XConnection> {
  const place = displayPlace(env.DISPLAY ?? '');
  const socket = createConnection(place.connect);
  socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the X server says nothing')));
  const server = new Incoming(socket);
  try {
    socket.write(setupRequest(await cookieFor(place.number, env)));
    const root = rootWindow(await readSetup(server));
    return {
      root,
      async ask(requests) {
        socket.write(Buffer.concat(requests));
        const replies: (Buffer | undefined)[] = [];
        while (replies.length < requests.length) replies.push(await readReply(server));
        return replies;
      },
      close: () => socket.destroy(),
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Hands out what arrives in pieces of the size that is asked for. */
class Incoming {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#pieces = socket[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#rest.length < bytes) {
      const { value, done } = await this.#pieces.next();
      if (done) throw new Error('the X server closed the connection');
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }
}

function displayPlace(display: string) {
  const [, host = '', number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined) throw new Error('there is no X display');
  const isLocal = host === '' || host === 'unix';
  const connect = isLocal ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: 6000 + Number(number) };
  return { number, connect };
}

/** The secret that the session left for this display; none where the server wants none. */
async function cookieFor(number: string, env: NodeJS.ProcessEnv): Promise<Buffer | undefined> {
  const file = env.XAUTHORITY ?? join(homedir(), '.Xauthority');
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  let at = 0;
  const next = () => {
    const start = at + 2;
    at = start + bytes.readUInt16BE(at);
    return bytes.subarray(start, at);
  };
  // Each entry: family, then address, number, name and data, each with its length before it.
  while (at + 2 < bytes.length) {
    at += 2;
    next();
    const display = next().toString('latin1');
    const name = next().toString('latin1');
    const data = next();
    if (name === 'MIT-MAGIC-COOKIE-1' && (display === number || display === '')) return data;
  }
  return undefined;
}

function setupRequest(cookie: Buffer | undefined): Buffer {
  const name = Buffer.from(cookie === undefined ? '' : 'MIT-MAGIC-COOKIE-1');
  const head = Buffer.alloc(12);
  head.write('l');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(cookie?.length ?? 0, 8);
  return Buffer.concat([head, padded(name), padded(cookie ?? Buffer.alloc(0))]);
}

async function readSetup(server: Incoming): Promise<Buffer> {
  const head = await server.take(8);
  const rest = await server.take(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error('the X server refused the connection');
  return rest;
}

/** The first screen stands behind the vendor's name and the list of pixel formats. */
function rootWindow(setup: Buffer): number {
  const vendor = Math.ceil(setup.readUInt16LE(16) / 4) * 4;
  const formats = setup.readUInt8(21) * 8;
  return setup.readUInt32LE(32 + vendor + formats);
}

async function readReply(server: Incoming): Promise<Buffer | undefined> {
  for (;;) {
    const head = await server.take(32);
    if (head[0] === 0) return undefined;
    // Anything else is told to every client.
    if (head[0] === 1) return Buffer.concat([head, await server.take(head.readUInt32LE(4) * 4)]);
  }
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
