/** A notification daemon for tests: takes the desktop's name on the private session bus and keeps what it is told to show. */
import dbus from 'dbus-next';

const NAME = 'org.freedesktop.Notifications';

/** Reasons of the Desktop Notifications Specification. */
const DISMISSED = 2;
const CLOSED_BY_CALL = 3;

export interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

export interface NotificationDaemon {
  /** What is on show: not yet closed by the app. */
  shown(): readonly ShownNotification[];
  /** How many were shown since the start, closed ones included. */
  count(): number;
  /** What a desktop says when the person clicks one. */
  click(id: number): void;
  close(): Promise<void>;
}

class NotificationsInterface extends dbus.interface.Interface {
  readonly onShow = new Map<number, ShownNotification>();
  count = 0;
  GetCapabilities(): string[] {
    return ['body', 'actions', 'body-markup'];
  }
  GetServerInformation(): string[] {
    return ['doorman-test', 'doorman', '1', '1.2'];
  }
  Notify(
    _app: string,
    replaces: number,
    _icon: string,
    title: string,
    body: string,
    actions: string[],
    _hints: unknown,
    _timeout: number,
  ): number {
    this.count += 1;
    const id = replaces === 0 ? this.count : replaces;
    this.onShow.set(id, { id, title, body, actions });
    return id;
  }
  CloseNotification(id: number): void {
    this.remove(id, CLOSED_BY_CALL);
  }
  remove(id: number, reason: number): void {
    if (this.onShow.delete(id)) this.NotificationClosed(id, reason);
  }
  NotificationClosed(id: number, reason: number): number[] {
    return [id, reason];
  }
  ActionInvoked(id: number, action: string): unknown[] {
    return [id, action];
  }
}

NotificationsInterface.configureMembers({
  methods: {
    GetCapabilities: { outSignature: 'as' },
    GetServerInformation: { outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u' },
  },
  signals: { NotificationClosed: { signature: 'uu' }, ActionInvoked: { signature: 'us' } },
});

/** Starts to take notifications on the bus of DBUS_SESSION_BUS_ADDRESS. */
export async function startNotificationDaemon(): Promise<NotificationDaemon> {
  const bus = dbus.sessionBus();
  const daemon = new NotificationsInterface(NAME);
  bus.export('/org/freedesktop/Notifications', daemon);
  const reply = await bus.requestName(NAME, dbus.NameFlag.DO_NOT_QUEUE | dbus.NameFlag.REPLACE_EXISTING);
  if (reply !== dbus.RequestNameReply.PRIMARY_OWNER) throw new Error('another notification daemon runs');
  return {
    shown: () => [...daemon.onShow.values()],
    count: () => daemon.count,
    click: (id) => {
      daemon.ActionInvoked(id, 'default');
      daemon.remove(id, DISMISSED);
    },
    async close() {
      await bus.releaseName(NAME);
      bus.disconnect();
    },
  };
}
