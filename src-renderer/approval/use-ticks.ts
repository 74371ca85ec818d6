/** The cards that the person ticked, to answer them in one step. What ends, or becomes another action, is ticked no more. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { MOST_AT_ONCE } from '../../src-shared/approval.ts';

export interface Ticks {
  /** In the order of the queue. */
  readonly views: readonly WaitingView[];
  /** The calls that wait on them, as one answer names them. */
  readonly calls: readonly { readonly callId: string; readonly digest: string }[];
  has(view: WaitingView): boolean;
  /** False for what is answered in other ways than by yes and no, and where one answer would name too many. */
  canTick(view: WaitingView): boolean;
  toggle(view: WaitingView): void;
  clear(): void;
}

export function useTicks(waiting: readonly WaitingView[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  const views = waiting.filter((view) => ticked.get(view.cardId) === view.digest);
  // Set while rendering: what is gone must not be ticked again if it comes back into the snapshot.
  if (views.length < ticked.size) setTicked(keysOf(views));
  const calls = views.flatMap(({ callIds, digest }) => callIds.map((callId) => ({ callId, digest })));
  const has = ({ cardId, digest }: WaitingView) => ticked.get(cardId) === digest;
  const canTick = (view: WaitingView) =>
    isYesOrNo(view) && (has(view) || calls.length + view.callIds.length <= MOST_AT_ONCE);
  return {
    views,
    calls,
    has,
    canTick,
    toggle(view) {
      if (has(view)) setTicked(keysOf(views.filter(({ cardId }) => cardId !== view.cardId)));
      else if (canTick(view)) setTicked(keysOf([...views, view]));
    },
    clear: () => setTicked(new Map()),
  };
}

function keysOf(views: readonly WaitingView[]): ReadonlyMap<string, string> {
  return new Map(views.map(({ cardId, digest }) => [cardId, digest]));
}

function isYesOrNo({ ask }: WaitingView): boolean {
  return ask === 'no-rule' || ask === 'must-look';
}
