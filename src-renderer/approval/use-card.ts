/** Fetches one whole card. It is asked for once: a waiting call's card never changes under its digest. */
import { useEffect, useState } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';
import { strings } from '../strings.ts';

export type CardView =
  | { readonly kind: 'fetching' }
  | { readonly kind: 'here'; readonly card: ApprovalCard }
  | { readonly kind: 'missing'; readonly why: string };

export function useCard(bridge: ApprovalBridge, callId: string, digest: string): CardView {
  const [view, setView] = useState<CardView>({ kind: 'fetching' });
  useEffect(() => {
    let live = true;
    bridge.call('approval:card', callId).then(
      (card) => live && setView(asView(card, digest)),
      (problem: unknown) => live && setView({ kind: 'missing', why: problemText(problem) }),
    );
    return () => {
      live = false;
    };
  }, [bridge, callId, digest]);
  return view;
}

// Another digest is another action under the same id: it must not be shown as this one.
function asView(card: ApprovalCard | null, digest: string): CardView {
  if (card === null || card.digest !== digest) return { kind: 'missing', why: strings.approval.gone };
  return { kind: 'here', card };
}
