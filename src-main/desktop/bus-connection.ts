/** One connection to a D-Bus bus, without holding anybody up: it signs in, sends calls, and hands on each message that comes. */
import { createConnection, type Socket } from 'node:net';
import { type BusMessage, type MethodCall, methodCall, readMessage } from './dbus-message.ts';

export type BusCall = Omit<MethodCall, 'serial'>;

export interface BusConnection {
  /** Sends it, once signed in. Returns the serial that the reply will name. */
  send(call: BusCall): number;
  close(): void;
}

export interface BusListener {
  onMessage(message: BusMessage): void;
  /** Called once, when there is no connection (any more), whoever ended it. */
  onEnd(): void;
}

/** Far more than any message that is asked for here; a bus that sends more is none that we know. */
const MOST_UNREAD = 1024 * 1024;

/** @param path of the socket of the bus, with a NUL in front for an abstract name */
export function openBus(path: string, listener: BusListener): BusConnection {
  const socket = createConnection(path);
  let serial = 0;
  let waiting: Buffer[] | undefined = [];
  const send = (call: BusCall) => {
    serial += 1;
    const bytes = methodCall({ ...call, serial });
    if (waiting === undefined) socket.write(bytes);
    else waiting.push(bytes);
    return serial;
  };
  send(hello);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => listener.onEnd());
  signIn(socket, () => {
    const first = Buffer.concat([Buffer.from('BEGIN\r\n'), ...(waiting ?? [])]);
    waiting = undefined;
    socket.write(first);
    readMessages(socket, listener);
  });
  return { send, close: () => socket.destroy() };
}

/** D-Bus specification, 'Authentication Protocol': the mechanism EXTERNAL. */
function signIn(socket: Socket, signedIn: () => void): void {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  let received = '';
  const onData = (data: Buffer) => {
    received += data.toString('latin1');
    if (!received.includes('\r\n')) return;
    socket.off('data', onData);
    if (received.startsWith('OK ')) signedIn();
    else socket.destroy();
  };
  socket.on('data', onData);
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${uid}\r\n`));
}

function readMessages(socket: Socket, { onMessage }: BusListener): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (let next = readMessage(received); next !== undefined; next = readMessage(received)) {
      received = next.rest;
      onMessage(next.message);
    }
    if (received.length > MOST_UNREAD) socket.destroy();
  });
}

const hello: BusCall = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  strings: [],
  mayStart: false,
};
