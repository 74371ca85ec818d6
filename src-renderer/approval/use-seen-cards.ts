/** The cards whose whole text was on screen since the window opened. */
import { useMemo, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';

/** By `seenKey`. */
export interface SeenCards {
  has(key: string): boolean;
  add(key: string): void;
}

/** Another action on the same card was not seen. */
export function seenKey({ cardId, digest }: Pick<WaitingView, 'cardId' | 'digest'>): string {
  return `${cardId} ${digest}`;
}

export function useSeenCards(): SeenCards {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      has: (key) => seen.has(key),
      add: (key) => setSeen((now) => (now.has(key) ? now : new Set([...now, key]))),
    }),
    [seen],
  );
}
