/** What a person may do about results: look at those of a run before they leave, let go what was masked in one. */
import type { Confirm, Host } from './host.ts';
import type { Joined } from './join-rooms.ts';
import { afterYes, done, refused } from './settings-change.ts';
import { sendingWhole, unseenResults } from './widening.ts';

type ResultActions = Pick<Host, 'setWholeNext' | 'reviewRunOf' | 'reviewNoMore'>;

export function resultActions(
  { whole, journal, live, runs }: Pick<Joined, 'whole' | 'journal' | 'live' | 'runs'>,
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
    reviewRunOf(callId) {
      const origin = live.originOf(callId);
      if (!origin) return refused('This call is over already.');
      runs.review(origin);
      return done;
    },
    reviewNoMore: (run) =>
      afterYes({ confirm }, unseenResults('this run'), async () => {
        const changed = runs.setReview(run, false);
        return 'problem' in changed ? refused(changed.problem) : done;
      }),
  };
}
