/** The cards that ended a moment ago, kept in step with the snapshots that are drawn. */
import { useEffect, useState } from 'react';
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import { dropOld, type EndedCard, LINGER_MS, noteEnded } from './ended-cards.ts';
import { OFFER_MS, offersMore } from './ended-offers.ts';

interface Memory {
  readonly waiting: readonly WaitingView[];
  readonly ended: readonly EndedCard[];
}

export function useEnded(state: AppState): readonly EndedCard[] {
  const [memory, setMemory] = useState<Memory>({ waiting: state.waiting, ended: [] });
  // Set while rendering, not in an effect: no frame may show the queue without the card that just ended.
  if (memory.waiting !== state.waiting) {
    setMemory({ waiting: state.waiting, ended: noteEnded(memory.ended, memory.waiting, state, Date.now()) });
  }
  const { ended } = memory;
  useEffect(() => {
    if (ended.length === 0) return;
    const lingerMs = ({ view }: EndedCard) => (offersMore(view, state) ? OFFER_MS : LINGER_MS);
    const drop = () => setMemory((now) => ({ ...now, ended: dropOld(now.ended, Date.now(), lingerMs) }));
    const next = Math.min(...ended.map((card) => card.endedAt + lingerMs(card)));
    const timer = setTimeout(drop, next - Date.now());
    return () => clearTimeout(timer);
  }, [ended, state]);
  return ended;
}
