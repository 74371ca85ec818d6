/** Opens the doors of direct execution: the local one always, the signed one where the person switched it on. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DirectView } from '../src-shared/contact.ts';
import type { DirectSettings } from '../src-shared/settings.ts';
import type { CallRooms } from './calls/call-rooms.ts';
import type { DirectRooms } from './direct/direct-rooms.ts';
import { openReplayLedger } from './direct/replay-ledger.ts';
import { openSignedListener } from './direct/signed-listener.ts';
import { type SocketSessions, socketSessions } from './direct/socket-sessions.ts';
import { directCalls } from './direct-calls.ts';
import { ownIdentity } from './direct-identity.ts';
import { type DirectPeople, openPeople } from './direct-people.ts';
import type { Joined } from './join-rooms.ts';
import type { DoormanPaths } from './paths.ts';
import { systemClock } from './system-clock.ts';

/** Sockets that one listener holds at once. */
const MOST_SOCKETS = 64;

export interface Direct {
  readonly local: SocketSessions;
  readonly people: DirectPeople;
  view(): DirectView;
  /** Listens, or stops listening, as the settings now say. Resolves to a problem for the person, or to nothing. */
  listen(): Promise<string | undefined>;
  close(): Promise<void>;
}

interface Door {
  readonly url: string;
  readonly address: string;
  readonly sessions: SocketSessions;
  close(): Promise<void>;
}

type JoinedRooms = Pick<Joined, 'counter' | 'opened'>;

export async function openDirect(
  { counter, opened }: JoinedRooms,
  rooms: CallRooms,
  paths: DoormanPaths,
): Promise<Direct> {
  const { settings, keychain } = opened;
  let door: Door | undefined;
  let problem: string | undefined;
  let changing: Promise<string | undefined> = Promise.resolve(undefined);
  const people = await openPeople(
    paths.contactsFile,
    (address) => door?.sessions.closeOf(address),
    counter.changed,
  );
  const roomsFor = await directRooms(rooms, people, paths.replayLedger, () => settings.current().direct.name);
  async function change(wanted: DirectSettings | undefined): Promise<string | undefined> {
    const closing = door;
    door = undefined;
    problem = undefined;
    await closing?.close();
    if (wanted?.listen) {
      const made = await openDoor(wanted, () => ownIdentity(keychain), roomsFor, people);
      if (typeof made === 'string') problem = made;
      else door = made;
    }
    counter.changed();
    return problem;
  }
  const inTurn = (wanted: () => DirectSettings | undefined) => {
    changing = changing.then(() => change(wanted()));
    return changing;
  };

  const local = socketSessions(roomsFor(''), 'local', MOST_SOCKETS);
  return {
    local,
    people,
    view: () => ({ listen: settings.current().direct.listen, ...viewOf(door, problem, people) }),
    listen: () => inTurn(() => settings.current().direct),
    async close() {
      local.close();
      await inTurn(() => undefined);
    },
  };
}

function viewOf(
  door: Door | undefined,
  problem: string | undefined,
  people: DirectPeople,
): Omit<DirectView, 'listen'> {
  const { contacts, strangers, invites } = people;
  return {
    ...(door ? { url: door.url, address: door.address } : {}),
    ...(problem === undefined ? {} : { problem }),
    contacts: contacts.list().contacts,
    blocked: contacts.list().blocked,
    ...(contacts.problem === undefined ? {} : { contactsProblem: contacts.problem }),
    strangers: strangers.list(),
    invites: invites.list(),
  };
}

/** A problem for the person where it cannot be opened. */
async function openDoor(
  { host, port, tls }: DirectSettings,
  identity: () => ReturnType<typeof ownIdentity>,
  roomsFor: (address: string) => DirectRooms,
  { invites }: DirectPeople,
): Promise<Door | string> {
  try {
    const own = await identity();
    if (own === undefined) return 'no keychain keeps the key of this machine, so nobody could know it again';
    const { address } = own;
    const rooms = roomsFor(address);
    const sessions = socketSessions(rooms, 'signed', MOST_SOCKETS);
    const pem = tls && {
      cert: await readFile(tls.certFile, 'utf8'),
      key: await readFile(tls.keyFile, 'utf8'),
    };
    const info = () => ({
      name: rooms.about.name,
      tools: rooms.toolNames({ kind: 'local' }),
      invite: invites.list().length > 0,
    });
    const listener = await openSignedListener({ host, port, tls: pem, address, info, sessions });
    return { url: listener.url, address, sessions, close: listener.close };
  } catch (error) {
    return (error as Error).message;
  }
}

/** All that a door asks others, by the address of this machine there. */
async function directRooms(
  rooms: CallRooms,
  people: DirectPeople,
  ledgerFile: string,
  name: () => string,
): Promise<(address: string) => DirectRooms> {
  const now = () => Date.now() / 1000;
  const ledger = await openReplayLedger(ledgerFile, now);
  const limit = (address: string) => {
    const standing = people.contacts.standing(address);
    return standing.kind === 'contact' ? standing.contact.tools : [];
  };
  const calls = directCalls(rooms, limit, name);
  return (address) => ({
    about: {
      address,
      get name() {
        return name();
      },
    },
    now,
    newId: randomUUID,
    after: systemClock.after,
    toolNames: calls.toolNames,
    exec: calls.exec,
    takeSignature: ledger.take,
    ...people.rooms,
  });
}
