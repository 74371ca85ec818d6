/** A StatusNotifier host for tests: takes the watcher's name on the private session bus and reads what registers there. */
import dbus, { type MessageBus, type Variant } from 'dbus-next';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** One line of the menu, as a panel would draw it. */
export interface MenuLine {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly separator: boolean;
}

/** The largest picture of an item: ARGB bytes, four a pixel. */
export interface TrayPixels {
  readonly width: number;
  readonly height: number;
  readonly argb: Buffer;
}

export interface TrayWatcher {
  /** How many items registered since the watcher came up. */
  count(): number;
  tooltip(): Promise<string>;
  icon(): Promise<TrayPixels>;
  menu(): Promise<readonly MenuLine[]>;
  /** What a panel does on a plain click. */
  click(): Promise<void>;
  /** What a panel does when the person picks the menu line with this label. */
  pick(label: string): Promise<void>;
  close(): Promise<void>;
}

class WatcherInterface extends dbus.interface.Interface {
  readonly items: { readonly owner: string; readonly path: string }[] = [];
  RegisteredStatusNotifierItems: readonly string[] = [];
  IsStatusNotifierHostRegistered = true;
  ProtocolVersion = 0;
  RegisterStatusNotifierItem(service: string): void {
    // Items give a bus name, and stand at the path that the specification names.
    this.items.push(
      service.startsWith('/')
        ? { owner: '', path: service }
        : { owner: service, path: '/StatusNotifierItem' },
    );
  }
  RegisterStatusNotifierHost(_service: string): void {}
}

WatcherInterface.configureMembers({
  properties: {
    RegisteredStatusNotifierItems: { signature: 'as', access: 'read' },
    IsStatusNotifierHostRegistered: { signature: 'b', access: 'read' },
    ProtocolVersion: { signature: 'i', access: 'read' },
  },
  methods: {
    RegisterStatusNotifierItem: { inSignature: 's', outSignature: '' },
    RegisterStatusNotifierHost: { inSignature: 's', outSignature: '' },
  },
});

/**
 * Starts to watch on a session bus, by default the one of DBUS_SESSION_BUS_ADDRESS. Only one can watch at a time.
 * `hostRegistered: false` makes a watcher that says nobody draws what registers.
 */
export async function startTrayWatcher(
  busAddress?: string,
  { hostRegistered = true }: { hostRegistered?: boolean } = {},
): Promise<TrayWatcher> {
  const bus = dbus.sessionBus(busAddress === undefined ? {} : { busAddress });
  const watcher = new WatcherInterface(WATCHER);
  watcher.IsStatusNotifierHostRegistered = hostRegistered;
  bus.export('/StatusNotifierWatcher', watcher);
  const reply = await bus.requestName(WATCHER, dbus.NameFlag.DO_NOT_QUEUE);
  if (reply !== dbus.RequestNameReply.PRIMARY_OWNER) throw new Error('another tray host runs on this bus');
  return watcherView(bus, watcher);
}

function watcherView(bus: MessageBus, watcher: WatcherInterface): TrayWatcher {
  const item = () => {
    const last = watcher.items.at(-1);
    if (last === undefined) throw new Error('no tray item has registered');
    return last;
  };
  const property = (name: string) => readProperty(bus, item(), ITEM, name);
  const menuAt = async () => ({ ...item(), path: String(await property('Menu')) });
  const menu = async () => readMenu(bus, await menuAt());
  return {
    count: () => watcher.items.length,
    async tooltip() {
      const [, , title] = (await property('ToolTip')) as [string, unknown, string, string];
      return title;
    },
    async icon() {
      const pictures = (await property('IconPixmap')) as [number, number, Buffer][];
      const [largest] = pictures.sort(([a], [b]) => b - a);
      if (largest === undefined) throw new Error('the tray item has no picture');
      return { width: largest[0], height: largest[1], argb: Buffer.from(largest[2]) };
    },
    menu,
    async click() {
      await call(bus, { ...item(), interface: ITEM, member: 'Activate' }, 'ii', [0, 0]);
    },
    async pick(label) {
      const line = (await menu()).find((candidate) => candidate.label === label);
      if (line === undefined) throw new Error(`the tray menu has no line ${JSON.stringify(label)}`);
      const event = [line.id, 'clicked', new dbus.Variant('i', 0), 0];
      // Sent without asking for a reply, as the line may be the one that quits.
      send(bus, { ...(await menuAt()), interface: MENU, member: 'Event' }, 'isvu', event);
    },
    async close() {
      await bus.releaseName(WATCHER);
      bus.disconnect();
    },
  };
}

interface Place {
  readonly owner: string;
  readonly path: string;
}

async function readProperty(bus: MessageBus, place: Place, of: string, name: string): Promise<unknown> {
  const [value] = await call(bus, { ...place, interface: PROPERTIES, member: 'Get' }, 'ss', [of, name]);
  return (value as Variant<unknown>).value;
}

type MenuNode = [id: number, properties: Record<string, Variant<unknown>>, children: Variant<MenuNode>[]];

async function readMenu(bus: MessageBus, place: Place): Promise<readonly MenuLine[]> {
  const [, root] = await call(bus, { ...place, interface: MENU, member: 'GetLayout' }, 'iias', [0, -1, []]);
  const [, , children] = root as MenuNode;
  return children.map(({ value: [id, properties] }) => ({
    id,
    label: String(properties.label?.value ?? ''),
    enabled: properties.enabled?.value !== false,
    separator: properties.type?.value === 'separator',
  }));
}

interface Method extends Place {
  readonly interface: string;
  readonly member: string;
}

function send(bus: MessageBus, { owner, ...method }: Method, signature: string, body: unknown[]): void {
  const flags = dbus.MessageFlag.NO_REPLY_EXPECTED;
  bus.send(new dbus.Message({ ...method, destination: owner, signature, body, flags }));
}

async function call(bus: MessageBus, to: Method, signature: string, body: unknown[]): Promise<unknown[]> {
  const { owner, ...place } = to;
  const reply = await bus.call(new dbus.Message({ ...place, destination: owner, signature, body }));
  return reply?.body ?? [];
}
