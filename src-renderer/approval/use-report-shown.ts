/** Tells main that the whole text of a card was on screen. True once main knows. */
import { useEffect, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { type ApprovalBridge, replyOf } from '../bridge.ts';

export function useReportShown(
  bridge: ApprovalBridge,
  { cardId, digest }: Pick<WaitingView, 'cardId' | 'digest'>,
  wholeSeen: boolean,
): boolean {
  const [known, setKnown] = useState(false);
  useEffect(() => {
    if (!wholeSeen) return;
    let live = true;
    void replyOf(bridge.call('approval:shown', { cardId, digest })).then(() => live && setKnown(true));
    return () => {
      live = false;
      setKnown(false);
    };
  }, [bridge, cardId, digest, wholeSeen]);
  return known;
}
