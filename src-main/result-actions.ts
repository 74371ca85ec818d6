/** What a person may do about results: let credentials that were masked go in the next result of the same action. */
import type { Confirm, Host } from './host.ts';
import type { Joined } from './join-rooms.ts';
import { afterYes, done, refused } from './settings-change.ts';
import { sendingWhole } from './widening.ts';

type ResultActions = Pick<Host, 'setWholeNext'>;

export function resultActions(
  { whole, journal }: Pick<Joined, 'whole' | 'journal'>,
  confirm: Confirm,
): ResultActions {
  return {
    async setWholeNext({ callId, whole: wanted }) {
      if (!wanted) {
        whole.takeBack(callId);
        return done;
      }
      const masked = whole.offered(callId);
      if (!masked) return refused('Of this call nothing is known any more. It can be asked for again.');
      return afterYes({ confirm }, sendingWhole(masked.text, masked.masked), async () => {
        const step = { step: 'whole-next' as const, by: 'window' as const, masked: masked.masked };
        if (!journal.append(callId, step))
          return refused('The journal cannot be written, and nothing is sent unrecorded.');
        whole.grant(masked);
        return done;
      });
    },
  };
}
