/**
 * Asks the X server which windows are on the screen, and what they and their programs are called. Electron tells no
 * programs, and on a desktop without a window manager no windows at all.
 */
import { connectToX, type XConnection } from './x11-connection.ts';

export interface XWindow {
  readonly id: number;
  readonly title: string;
  /** As it names its class; missing where it has none. */
  readonly program?: string;
}

/** A window manager puts windows into frames of its own, seldom more than two deep. */
const MOST_LEVELS = 5;

/** More windows on one screen are not walked through: then nobody can say what is open. */
const MOST_WINDOWS = 5_000;

/** Longer names are cut. In units of four bytes, as the request wants it. */
const MOST_NAME_UNITS = 512;

const WM_NAME = 39;
const WM_CLASS = 67;
const VIEWABLE = 2;

/** Those that can be seen and have a name or a class. Rejects where the server cannot be asked, or shows too much. */
export async function windowsOnX(env: NodeJS.ProcessEnv): Promise<readonly XWindow[]> {
  const server = await connectToX(env);
  try {
    const [interned] = await server.ask([internAtom('_NET_WM_NAME')]);
    const netName = interned?.readUInt32LE(8) ?? 0;
    const found: XWindow[] = [];
    let level = await childrenOf(server, [server.root]);
    let walked = 0;
    for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
      walked += level.length;
      if (walked > MOST_WINDOWS) throw new Error('there are too many windows to know them all');
      const seen = await visible(server, level);
      found.push(...(await named(server, seen, netName)));
      level = await childrenOf(server, seen);
    }
    return found;
  } finally {
    server.close();
  }
}

async function childrenOf(server: XConnection, windows: readonly number[]): Promise<readonly number[]> {
  const replies = await server.ask(windows.map((window) => about(QUERY_TREE, window)));
  return replies.flatMap((reply) =>
    reply ? Array.from({ length: reply.readUInt16LE(16) }, (_, at) => reply.readUInt32LE(32 + at * 4)) : [],
  );
}

async function visible(server: XConnection, windows: readonly number[]): Promise<readonly number[]> {
  const replies = await server.ask(windows.map((window) => about(GET_WINDOW_ATTRIBUTES, window)));
  return windows.filter((_window, at) => replies[at]?.[26] === VIEWABLE);
}

async function named(
  server: XConnection,
  windows: readonly number[],
  netName: number,
): Promise<readonly XWindow[]> {
  const names = [WM_CLASS, WM_NAME, netName];
  const replies = await server.ask(
    windows.flatMap((window) => names.map((name) => getProperty(window, name))),
  );
  return windows.flatMap((id, at) => {
    const [ofClass, plain, full] = replies.slice(at * names.length, (at + 1) * names.length).map(textBytes);
    // Two names, each with a zero behind it: this one window's, and the program's.
    const [, program] = ofClass?.toString('latin1').split('\0') ?? [];
    const title = full?.length ? full.toString('utf8') : (plain?.toString('latin1') ?? '');
    return title || program ? [{ id, title, ...(program ? { program } : {}) }] : [];
  });
}

function textBytes(reply: Buffer | undefined): Buffer | undefined {
  return reply?.[1] === 8 ? reply.subarray(32, 32 + reply.readUInt32LE(16)) : undefined;
}

const GET_WINDOW_ATTRIBUTES = 3;
const QUERY_TREE = 15;
const INTERN_ATOM = 16;
const GET_PROPERTY = 20;

function about(opcode: number, window: number): Buffer {
  const request = Buffer.from([opcode, 0, 2, 0, 0, 0, 0, 0]);
  request.writeUInt32LE(window, 4);
  return request;
}

/** `name` has a length of four times a whole number of letters. */
function internAtom(name: '_NET_WM_NAME'): Buffer {
  const request = Buffer.from([INTERN_ATOM, 0, 2 + name.length / 4, 0, name.length, 0, 0, 0]);
  return Buffer.concat([request, Buffer.from(name)]);
}

/** Of any type. */
function getProperty(window: number, name: number): Buffer {
  const request = Buffer.alloc(24);
  request[0] = GET_PROPERTY;
  request.writeUInt16LE(6, 2);
  request.writeUInt32LE(window, 4);
  request.writeUInt32LE(name, 8);
  request.writeUInt32LE(MOST_NAME_UNITS, 20);
  return request;
}
