/** Fetches one whole card: once, and again when another call is the oldest on it. What it would do never changes under its digest. */
import { useEffect, useState } from 'react';
import type { StandingCard } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';
import { strings } from '../strings.ts';

export type CardView =
  | { readonly kind: 'fetching' }
  | { readonly kind: 'here'; readonly card: StandingCard }
  | { readonly kind: 'missing'; readonly why: string };

export function useCard(bridge: ApprovalBridge, callId: string, digest: string): CardView {
  const [view, setView] = useState<CardView>({ kind: 'fetching' });
  useEffect(() => {
    let live = true;
    bridge.call('approval:card', callId).then(
      (card) => live && setView((known) => newView(known, card, digest)),
      (problem: unknown) => live && setView({ kind: 'missing', why: problemText(problem) }),
    );
    return () => {
      live = false;
    };
  }, [bridge, callId, digest]);
  return view;
}

// A card that was here stays to be read when it ends.
function newView(known: CardView, card: StandingCard | null, digest: string): CardView {
  const view = asView(card, digest);
  return view.kind === 'missing' && known.kind === 'here' ? known : view;
}

// Another digest is another action under the same id: it must not be shown as this one.
function asView(card: StandingCard | null, digest: string): CardView {
  if (card === null || card.digest !== digest) return { kind: 'missing', why: strings.approval.gone };
  return { kind: 'here', card };
}
