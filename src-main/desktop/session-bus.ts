/** Asks one question on the session bus of a Linux desktop, without holding anybody up: Electron's own way to it blocks. */
import { join } from 'node:path';
import { type BusCall, openBus } from './bus-connection.ts';
import type { Reply } from './dbus-message.ts';

export type BusQuestion = Omit<BusCall, 'mayStart'>;

/** The reply; undefined where there is no bus, or none came in time. The bus starts who is asked, where it knows how to. */
export function askSessionBus(
  env: NodeJS.ProcessEnv,
  asked: BusQuestion,
  limitMs: number,
): Promise<Reply | undefined> {
  const path = busPath(env);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(undefined), limitMs);
    const end = (reply: Reply | undefined) => {
      clearTimeout(timer);
      bus.close();
      resolve(reply);
    };
    const bus = openBus(path, {
      onMessage: (message) => message.replyTo === serial && end(message),
      onEnd: () => end(undefined),
    });
    const serial = bus.send({ ...asked, mayStart: true });
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
