/** Fetches the rules that a waiting card offers. Main works them out when it is asked, and takes no other. */
import { useEffect, useState } from 'react';
import type { RuleOffer } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';

export type FetchedOffers =
  | { readonly kind: 'fetching' }
  | { readonly kind: 'here'; readonly offers: readonly RuleOffer[] }
  | { readonly kind: 'failed'; readonly why: string };

export function useRuleOffers(bridge: ApprovalBridge, callId: string): FetchedOffers {
  const [fetched, setFetched] = useState<FetchedOffers>({ kind: 'fetching' });
  useEffect(() => {
    let live = true;
    bridge.call('approval:rules', callId).then(
      (offers) => live && setFetched({ kind: 'here', offers }),
      (problem: unknown) => live && setFetched({ kind: 'failed', why: problemText(problem) }),
    );
    return () => {
      live = false;
    };
  }, [bridge, callId]);
  return fetched;
}
