/** Chooses the card whose notification the person clicked, once a click. */
import { useEffect, useRef } from 'react';
import type { OpenedCard } from '../../src-shared/opened-card.ts';

export function useOpened(opened: OpenedCard | undefined, choose: (cardId: string) => void): void {
  const done = useRef(0);
  useEffect(() => {
    if (opened === undefined || opened.nth === done.current) return;
    done.current = opened.nth;
    choose(opened.cardId);
  }, [opened, choose]);
}
