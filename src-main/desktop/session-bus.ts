/** Asks one question on the session bus of a Linux desktop, without holding anybody up: Electron's own way to it blocks. */
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { type MethodCall, methodCall, type Reply, replyTo } from './dbus-message.ts';

const GREETING = 1;
const QUESTION = 2;

export type BusQuestion = Omit<MethodCall, 'serial'>;

/** The reply; undefined where there is no bus, or none came in time. The bus starts who is asked, where it knows how to. */
export function askSessionBus(
  env: NodeJS.ProcessEnv,
  asked: BusQuestion,
  limitMs: number,
): Promise<Reply | undefined> {
  const path = busPath(env);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (reply: Reply | undefined) => {
      socket.destroy();
      resolve(reply);
    };
    socket.setTimeout(limitMs, () => end(undefined));
    socket.on('error', () => end(undefined));
    socket.on('close', () => end(undefined));
    ask(socket, methodCall({ ...asked, serial: QUESTION }), end);
  });
}

/** The socket of the session bus, from the first address that names one; a NUL in front marks an abstract name. */
export function busPath(env: NodeJS.ProcessEnv): string | undefined {
  const address = env.DBUS_SESSION_BUS_ADDRESS;
  if (!address) return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'bus') : undefined;
  for (const [, kind, value] of address.matchAll(/unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/g)) {
    if (value === undefined) continue;
    const name = value.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return kind === 'abstract' ? `\0${name}` : name;
  }
  return undefined;
}

/** D-Bus specification, 'Authentication Protocol': the mechanism EXTERNAL, then one question. */
function ask(socket: Socket, question: Buffer, end: (reply: Reply | undefined) => void): void {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  let received = Buffer.alloc(0);
  let authenticated = false;
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${uid}\r\n`));
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    if (authenticated) {
      const reply = replyTo(QUESTION, received);
      if (reply !== undefined) end(reply);
    } else if (received.includes('\r\n')) {
      if (!received.toString('latin1').startsWith('OK ')) return end(undefined);
      authenticated = true;
      received = Buffer.alloc(0);
      socket.write(Buffer.concat([Buffer.from('BEGIN\r\n'), hello, question]));
    }
  });
}

const hello = methodCall({
  serial: GREETING,
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  strings: [],
});
