/** A screen saver for tests: owns the name on a real bus, answers whether it is active, and says so when that changes. */
import dbus from 'dbus-next';

const SAVER = 'org.freedesktop.ScreenSaver';
const SESSION = 'org.freedesktop.login1.Session';

export interface ScreenSaver {
  lock(locked: boolean): void;
  close(): Promise<void>;
}

class SaverInterface extends dbus.interface.Interface {
  active = false;
  GetActive(): boolean {
    return this.active;
  }
  ActiveChanged(active: boolean): boolean {
    return active;
  }
}

SaverInterface.configureMembers({
  methods: { GetActive: { inSignature: '', outSignature: 'b' } },
  signals: { ActiveChanged: { signature: 'b' } },
});

class SessionInterface extends dbus.interface.Interface {
  LockedHint = false;
}

SessionInterface.configureMembers({ properties: { LockedHint: { signature: 'b', access: 'read' } } });

/** By default on the session bus of DBUS_SESSION_BUS_ADDRESS. */
export async function startScreenSaver(busAddress?: string, active = false): Promise<ScreenSaver> {
  const bus = dbus.sessionBus(busAddress === undefined ? {} : { busAddress });
  const saver = new SaverInterface(SAVER);
  saver.active = active;
  bus.export('/org/freedesktop/ScreenSaver', saver);
  await bus.requestName(SAVER, dbus.NameFlag.DO_NOT_QUEUE);
  return {
    lock(locked) {
      saver.active = locked;
      saver.ActiveChanged(locked);
    },
    async close() {
      await bus.releaseName(SAVER);
      bus.disconnect();
    },
  };
}

/** Logind as far as its word on the session goes. */
export async function startLogind(busAddress: string): Promise<ScreenSaver> {
  const bus = dbus.sessionBus({ busAddress });
  const session = new SessionInterface(SESSION);
  bus.export('/org/freedesktop/login1/session/auto', session);
  await bus.requestName('org.freedesktop.login1', dbus.NameFlag.DO_NOT_QUEUE);
  return {
    lock(locked) {
      session.LockedHint = locked;
      dbus.interface.Interface.emitPropertiesChanged(session, { LockedHint: locked }, []);
    },
    async close() {
      await bus.releaseName('org.freedesktop.login1');
      bus.disconnect();
    },
  };
}
