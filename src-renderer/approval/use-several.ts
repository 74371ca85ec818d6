/** Sends one answer to several cards, and keeps for each what main did not take of it. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { AnswerReceipt, YesRequest } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';

/** What was not taken of the answer to one card. */
export interface NotTaken {
  readonly cardId: string;
  readonly summary: string;
  readonly why: string;
  /** So many of its calls, of so many. */
  readonly count: number;
  readonly of: number;
}

export interface Several {
  readonly sending: boolean;
  readonly notTaken: readonly NotTaken[];
  /** `views` are the cards of these calls, in the same order. */
  give(request: YesRequest, views: readonly WaitingView[], seq: number): void;
  /** The person has read it. */
  forget(): void;
}

export function useSeveral(bridge: ApprovalBridge): Several {
  const [sending, setSending] = useState(false);
  const [notTaken, setNotTaken] = useState<readonly NotTaken[]>([]);
  const send = async (request: YesRequest, views: readonly WaitingView[], snapshot: number) => {
    setSending(true);
    setNotTaken([]);
    const receipts = await bridge
      .call('approval:answer-several', { ...request, snapshot })
      .catch((problem: unknown): readonly AnswerReceipt[] =>
        request.calls.map(() => ({ kind: 'refused', why: problemText(problem) })),
      );
    setSending(false);
    setNotTaken(notTakenOf(views, receipts));
  };
  return {
    sending,
    notTaken,
    give: (request, views, seq) => void send(request, views, seq),
    forget: () => setNotTaken([]),
  };
}

/** Receipts come one a call, in the order of the cards and of the calls on each. */
export function notTakenOf(
  views: readonly WaitingView[],
  receipts: readonly AnswerReceipt[],
): readonly NotTaken[] {
  let from = 0;
  return views.flatMap(({ cardId, summary, callIds }) => {
    const own = receipts.slice(from, from + callIds.length);
    from += callIds.length;
    const whys = own.flatMap((receipt) => (receipt.kind === 'refused' ? receipt.why : []));
    const [why] = whys;
    return why === undefined ? [] : [{ cardId, summary, why, count: whys.length, of: callIds.length }];
  });
}
