/** The cards that ended a moment ago, kept in step with the snapshots that are drawn. */
import { useEffect, useState } from 'react';
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import { dropOld, type EndedCard, LINGER_MS, noteEnded } from './ended-cards.ts';

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
  const oldest = memory.ended[0]?.endedAt;
  useEffect(() => {
    if (oldest === undefined) return;
    const drop = () => setMemory((now) => ({ ...now, ended: dropOld(now.ended, Date.now()) }));
    const timer = setTimeout(drop, oldest + LINGER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [oldest]);
  return memory.ended;
}
