/** What a person may do about direct callers: let them in, turn them away, invite, open and close the signed door. */
import type { NewContact, NewInvite } from '../src-shared/contact.ts';
import type { ActionReply, InviteReply } from '../src-shared/ipc-contract.ts';
import type { Confirm, Host } from './host.ts';
import type { Direct } from './open-direct.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { afterYes, change } from './settings-change.ts';
import { invitingCaller, lettingIn, openingDoor } from './widening.ts';

export interface DirectActionRooms {
  readonly direct: Direct;
  readonly settings: SettingsStore;
  readonly confirm: Confirm;
  changed(): void;
}

type DirectActions = Pick<
  Host,
  'acceptCaller' | 'refuseCaller' | 'inviteCaller' | 'withdrawInvite' | 'setListening'
>;

export function directActions(rooms: DirectActionRooms): DirectActions {
  const { direct, settings, confirm } = rooms;
  const { people } = direct;
  return {
    acceptCaller: (contact: NewContact) =>
      afterYes(rooms, lettingIn(contact), async () =>
        replyOf(await people.accept({ ...contact, since: Date.now(), how: 'person' })),
      ),
    async refuseCaller({ address, block }) {
      return replyOf(await people.refuse(address, block));
    },
    async inviteCaller(invite: NewInvite): Promise<InviteReply> {
      if (!(await confirm(invitingCaller(invite))))
        return { ok: false, error: 'Not invited.', cancelled: true };
      const made = people.invites.make(invite.name, invite.tools);
      return made
        ? { ok: true, code: made.code }
        : { ok: false, error: 'Too many invites are open: withdraw one.' };
    },
    withdrawInvite(id) {
      const gone = people.invites.withdraw(id);
      return gone ? { ok: true } : { ok: false, error: 'That invite is over already.' };
    },
    setListening: (listen) =>
      afterYes(rooms, listen ? openingDoor(settings.current().direct) : undefined, async () => {
        const saved = await change(rooms, ({ direct: before }) => ({ direct: { ...before, listen } }));
        const problem = await direct.listen();
        return problem === undefined ? saved : { ok: false, error: `The door is not open: ${problem}` };
      }),
  };
}

function replyOf(problem: string | undefined): ActionReply {
  return problem === undefined ? { ok: true } : { ok: false, error: problem };
}
