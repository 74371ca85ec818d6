/**
 * Finds out whether anything shows tray icons on this Linux desktop: Electron cannot tell, and a Doorman without an
 * icon must say so. It asks the session bus itself.
 */
import type { Reply } from './dbus-message.ts';
import { askSessionBus, type BusQuestion } from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ANSWER_LIMIT_MS = 3000;

/**
 * True when a StatusNotifier host is registered on the session bus that `env` names. False too when there is no
 * bus or it gives no answer within three seconds.
 */
export async function hasTrayHost(env: NodeJS.ProcessEnv): Promise<boolean> {
  const reply = await askSessionBus(env, question, ANSWER_LIMIT_MS);
  return reply !== undefined && saysTrue(reply);
}

const question: BusQuestion = {
  destination: WATCHER,
  path: '/StatusNotifierWatcher',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  strings: [WATCHER, 'IsStatusNotifierHostRegistered'],
};

/** A variant: its signature "b" (length, letter, NUL), a byte to align, then the boolean in four bytes. */
const VARIANT_TRUE = Buffer.from([1, 0x62, 0, 0, 1, 0, 0, 0]);

function saysTrue({ isError, body }: Reply): boolean {
  return !isError && body.equals(VARIANT_TRUE);
}
