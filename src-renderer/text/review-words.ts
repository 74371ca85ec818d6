/** What became of a result that waited for the person, for a card that ended while it was shown. */
import type { CallView } from '../../src-shared/app-state.ts';
import { strings } from '../strings.ts';

export function reviewEndWords(callId: string, recent: readonly CallView[]): string {
  const call = recent.find((one) => one.callId === callId);
  const { sent, edited, withheld, over } = strings.review.ended;
  if (call?.outcome === 'withheld') return withheld;
  if (call?.outcome === 'done' || call?.outcome === 'tool-failed') return call.edited ? edited : sent;
  return over;
}
