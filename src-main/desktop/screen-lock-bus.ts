/**
 * Hears on the buses of a Linux desktop whether the screen is locked, which Electron does not tell there: from the
 * screen savers of the desktops, and from logind's word on the session.
 */
import { type BusCall, type BusConnection, openBus } from './bus-connection.ts';
import type { BusMessage } from './dbus-message.ts';
import { busPath } from './session-bus.ts';

export interface LockListener {
  onChange(locked: boolean): void;
  /** Called when nothing will be heard of the screen any more. What was heard last is then the last word. */
  onDeaf(): void;
}

/** Bus names that say whether the screen is locked, each with the object that says it. All have the same members. */
const SCREEN_SAVERS = [
  { name: 'org.freedesktop.ScreenSaver', path: '/org/freedesktop/ScreenSaver' },
  { name: 'org.kde.screensaver', path: '/ScreenSaver', interface: 'org.freedesktop.ScreenSaver' },
  { name: 'org.gnome.ScreenSaver', path: '/org/gnome/ScreenSaver' },
  { name: 'org.cinnamon.ScreenSaver', path: '/org/cinnamon/ScreenSaver' },
  { name: 'org.mate.ScreenSaver', path: '/org/mate/ScreenSaver' },
  { name: 'org.xfce.ScreenSaver', path: '/org/xfce/ScreenSaver' },
].map((saver) => ({ interface: saver.name, ...saver }));

const BUS = 'org.freedesktop.DBus';
const LOGIND = 'org.freedesktop.login1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const SYSTEM_BUS = 'unix:path=/run/dbus/system_bus_socket';

/** Starts to listen. A bus that is not there says nothing. Returns what ends it. */
export function watchLockOnBuses(env: NodeJS.ProcessEnv, listener: LockListener): () => void {
  /** By who said it. The screen counts as locked while anybody says so, and who falls silent has not taken it back. */
  const said = new Map<string, boolean>();
  let locked = false;
  const hear = (who: string, isLocked: boolean) => {
    said.set(who, isLocked);
    const now = [...said.values()].includes(true);
    if (now === locked) return;
    locked = now;
    listener.onChange(locked);
  };
  const sessionBus = busPath(env);
  const systemBus = busPath({ DBUS_SESSION_BUS_ADDRESS: env.DBUS_SYSTEM_BUS_ADDRESS ?? SYSTEM_BUS });
  const watches = [
    sessionBus === undefined ? undefined : watchScreenSavers(sessionBus, hear, listener.onDeaf),
    systemBus === undefined ? undefined : watchLogind(systemBus, hear),
  ];
  return () => {
    for (const watch of watches) watch?.close();
  };
}

type Hear = (who: string, locked: boolean) => void;

function watchScreenSavers(path: string, hear: Hear, onDeaf: () => void): BusConnection {
  const asked = new Map<number, string>();
  let greeted = false;
  let closed = false;
  const bus = openBus(path, {
    onMessage(message) {
      greeted = true;
      if (message.isSignal && message.member === 'ActiveChanged') {
        hear(message.interface ?? '', firstIsTrue(message));
      } else if (message.isSignal && message.member === 'NameOwnerChanged') {
        askAll();
      } else if (message.replyTo !== undefined) {
        const who = asked.get(message.replyTo);
        asked.delete(message.replyTo);
        if (who !== undefined && !message.isError) hear(who, firstIsTrue(message));
      }
    },
    // A bus that never was has nothing to fall silent about.
    onEnd: () => greeted && !closed && onDeaf(),
  });
  const askAll = () => {
    for (const { name, ...at } of SCREEN_SAVERS) {
      asked.set(bus.send(call({ ...at, destination: name, member: 'GetActive' })), at.interface);
    }
  };
  for (const saver of SCREEN_SAVERS) {
    const signals = `type='signal',sender='${saver.name}',interface='${saver.interface}',member='ActiveChanged'`;
    const arrivals = `type='signal',sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${saver.name}'`;
    for (const rule of [signals, arrivals]) bus.send(match(rule));
  }
  askAll();
  return {
    ...bus,
    close() {
      closed = true;
      bus.close();
    },
  };
}

/** The locked hint of the session that this process belongs to, or of the person's only one. */
function watchLogind(path: string, hear: Hear): BusConnection {
  let question: number | undefined;
  const bus = openBus(path, {
    onMessage(message) {
      if (message.isSignal && message.interface === PROPERTIES) askAgain();
      else if (message.replyTo === question && !message.isError) hear(LOGIND, variantIsTrue(message));
    },
    onEnd: () => {},
  });
  const askAgain = () => {
    question = bus.send(
      call({
        destination: LOGIND,
        path: '/org/freedesktop/login1/session/auto',
        interface: PROPERTIES,
        member: 'Get',
        strings: [`${LOGIND}.Session`, 'LockedHint'],
      }),
    );
  };
  const sessions = '/org/freedesktop/login1/session';
  bus.send(match(`type='signal',sender='${LOGIND}',interface='${PROPERTIES}',path_namespace='${sessions}'`));
  askAgain();
  return bus;
}

function match(rule: string): BusCall {
  return call({
    destination: BUS,
    path: '/org/freedesktop/DBus',
    interface: BUS,
    member: 'AddMatch',
    strings: [rule],
  });
}

/** Who is not there is not started for this. */
function call(one: Omit<BusCall, 'strings' | 'mayStart'> & Partial<Pick<BusCall, 'strings'>>): BusCall {
  return { strings: [], mayStart: false, ...one };
}

/** A boolean has four bytes, whatever their order. */
function firstIsTrue({ body }: BusMessage): boolean {
  return body.subarray(0, 4).some((byte) => byte !== 0);
}

/** A variant of a boolean: its signature (length, letter, NUL), a byte to align, then the boolean. */
function variantIsTrue({ body }: BusMessage): boolean {
  return body.subarray(4, 8).some((byte) => byte !== 0);
}
