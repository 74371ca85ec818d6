/** Who calls directly: the accepted, those with an invite, and those that wait for a word of the person. */
import { randomUUID } from 'node:crypto';
import type { Contact } from '../src-shared/contact.ts';
import { type Contacts, openContacts } from './direct/contacts.ts';
import type { DirectRooms } from './direct/direct-rooms.ts';
import { Invites } from './direct/invites.ts';
import { Strangers } from './direct/strangers.ts';
import { systemClock } from './system-clock.ts';

export interface DirectPeople {
  readonly contacts: Contacts;
  readonly invites: Invites;
  readonly strangers: Strangers;
  /** Makes a contact, and lets it in where it waits. Resolves to a problem for the person, or to nothing. */
  accept(contact: Contact): Promise<string | undefined>;
  /** Ends a contact at once, or refuses a stranger. Resolves to a problem for the person, or to nothing. */
  refuse(address: string, block: boolean): Promise<string | undefined>;
  /** What a door asks about callers. */
  readonly rooms: Pick<DirectRooms, 'standing' | 'hasInvite' | 'redeem' | 'askAbout'>;
}

/** @param onRevoked called at once with an address that may call no more, or less than before */
export async function openPeople(
  contactsFile: string,
  onRevoked: (address: string) => void,
  onChange: () => void,
): Promise<DirectPeople> {
  const contacts = await openContacts(contactsFile, (address) => {
    onRevoked(address);
    onChange();
  });
  const newId = () => `i-${randomUUID().slice(0, 8)}`;
  const invites = new Invites({ now: Date.now, newId, onChange });
  const strangers = new Strangers({ now: Date.now, after: systemClock.after, onChange });
  return {
    contacts,
    invites,
    strangers,
    async accept(contact) {
      const problem = await contacts.put(contact);
      strangers.settle(contact.address, contacts.problem === undefined ? 'accepted' : 'refused');
      return problem;
    },
    refuse(address, block) {
      const done = contacts.revoke(address, block);
      strangers.settle(address, 'refused');
      return done;
    },
    rooms: {
      standing: contacts.standing,
      hasInvite: () => invites.list().length > 0,
      redeem: (code, address) => redeem(invites, contacts, code, address),
      askAbout: (address, from, signal) => strangers.ask(address, from, signal),
    },
  };
}

async function redeem(invites: Invites, contacts: Contacts, code: string, address: string) {
  const redeemed = invites.redeem(code);
  if (redeemed === undefined) return undefined;
  const { name, tools } = redeemed;
  const limited = tools ? { tools: [...tools] } : {};
  await contacts.put({ address, name, ...limited, since: Date.now(), how: 'invite' });
  return redeemed;
}
