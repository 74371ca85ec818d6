/** Which card is on show. One in which the person types is not taken away, even when it ends: the next keys would fall on another. */
import { useState } from 'react';
import type { ListedCard, QueueList } from './queue-list.ts';

export interface HeldCard {
  readonly shown: ListedCard | undefined;
  readonly hold: (typing: boolean) => void;
}

/** `selected` is what is shown while nobody types. */
export function useHeldCard(list: QueueList, selected: ListedCard | undefined): HeldCard {
  const [held, setHeld] = useState<ListedCard>();
  const shown = held === undefined ? selected : asListed(list, held);
  return { shown, hold: (typing) => setHeld(typing ? shown : undefined) };
}

function asListed(list: QueueList, { view }: ListedCard): ListedCard {
  const row = list.rowOf(view.cardId);
  return (row === undefined ? undefined : list.at(row)) ?? { view, ended: true };
}
