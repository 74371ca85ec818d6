/**
 * Finds out whether anything shows tray icons on this Linux desktop: Electron cannot tell, and a Doorman without an
 * icon must say so. It asks the session bus itself.
 */
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { methodCall, type Reply, replyTo } from './dbus-message.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ANSWER_LIMIT_MS = 3000;

/**
 * True when a StatusNotifier host is registered on the session bus that `env` names. False too when there is no
 * bus or it gives no answer within three seconds.
 */
export function hasTrayHost(env: NodeJS.ProcessEnv): Promise<boolean> {
  const path = busPath(env);
  if (path === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_LIMIT_MS, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    ask(socket, end);
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
function ask(socket: Socket, end: (answer: boolean) => void): void {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  let received = Buffer.alloc(0);
  let authenticated = false;
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${uid}\r\n`));
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    if (authenticated) {
      const reply = replyTo(QUESTION, received);
      if (reply !== undefined) end(saysTrue(reply));
    } else if (received.includes('\r\n')) {
      if (!received.toString('latin1').startsWith('OK ')) return end(false);
      authenticated = true;
      received = Buffer.alloc(0);
      socket.write(Buffer.concat([Buffer.from('BEGIN\r\n'), hello, question]));
    }
  });
}

const GREETING = 1;
const QUESTION = 2;

const hello = methodCall({
  serial: GREETING,
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  strings: [],
});

const question = methodCall({
  serial: QUESTION,
  destination: WATCHER,
  path: '/StatusNotifierWatcher',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  strings: [WATCHER, 'IsStatusNotifierHostRegistered'],
});

/** A variant: its signature "b" (length, letter, NUL), a byte to align, then the boolean in four bytes. */
const VARIANT_TRUE = Buffer.from([1, 0x62, 0, 0, 1, 0, 0, 0]);

function saysTrue({ isError, body }: Reply): boolean {
  return !isError && body.equals(VARIANT_TRUE);
}
