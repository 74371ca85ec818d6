/** Rooms for a session of direct execution: contacts, invites and a ledger in memory, and a tool that says its input. */
import { randomUUID } from 'node:crypto';
import type { Standing } from '../../src-main/direct/contacts.ts';
import type { DirectRooms, Peer } from '../../src-main/direct/direct-rooms.ts';
import { Invites } from '../../src-main/direct/invites.ts';
import { ManualClock } from './manual-clock.ts';

export interface TestRooms extends DirectRooms {
  readonly clock: ManualClock;
  readonly contacts: Set<string>;
  readonly blocked: Set<string>;
  readonly invites: Invites;
  /** The unknown callers that the person is asked about. */
  readonly asked: { readonly address: string; answer(answer: 'accepted' | 'refused' | 'nobody'): void }[];
  time: number;
}

export function directRooms(options: {
  readonly address: string;
  /** Unix seconds. */
  readonly now: number;
  readonly contacts?: readonly string[];
}): TestRooms {
  const clock = new ManualClock();
  const contacts = new Set(options.contacts);
  const blocked = new Set<string>();
  const used = new Set<string>();
  const newId = () => randomUUID();
  const invites = new Invites({ now: () => clock.now().wall, newId, onChange: () => {} });
  const rooms: TestRooms = {
    clock,
    contacts,
    blocked,
    invites,
    asked: [],
    time: options.now,
    about: { address: options.address, name: 'test machine' },
    now: () => rooms.time,
    newId,
    after: (ms, run) => clock.after(ms, run),
    toolNames: () => ['echo'],
    exec: async ({ args }) => ({ status: 'success', result: JSON.stringify(args), durationMs: 1 }),
    standing: (address) => standing(rooms, address),
    async takeSignature(signature) {
      const key = Buffer.from(signature).toString('hex');
      if (used.has(key)) return 'used';
      used.add(key);
      return 'taken';
    },
    hasInvite: () => invites.list().length > 0,
    async redeem(code, address) {
      const redeemed = invites.redeem(code);
      if (redeemed) contacts.add(address);
      return redeemed;
    },
    askAbout: (address, _from, signal) => askedAbout(rooms, address, signal),
  };
  return rooms;
}

function standing({ blocked, contacts }: TestRooms, address: string): Standing {
  if (blocked.has(address)) return { kind: 'blocked' };
  if (!contacts.has(address)) return { kind: 'stranger' };
  return { kind: 'contact', contact: { address, name: 'someone', since: 0, how: 'person' } };
}

function askedAbout(rooms: TestRooms, address: string, signal: AbortSignal) {
  return new Promise<'accepted' | 'refused' | 'nobody'>((resolve) => {
    signal.addEventListener('abort', () => resolve('nobody'));
    rooms.asked.push({
      address,
      answer(answer) {
        if (answer === 'accepted') rooms.contacts.add(address);
        resolve(answer);
      },
    });
  });
}

/** A peer that keeps what it is sent. */
export function sentTo(sent: string[]): Peer & { readonly closed: boolean } {
  const peer = {
    from: 'a test',
    closed: false,
    send: (text: string) => void sent.push(text),
    close() {
      peer.closed = true;
    },
  };
  return peer;
}
