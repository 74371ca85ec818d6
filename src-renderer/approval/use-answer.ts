/** Sends one card's answer with what it was given on, and keeps what main said to it. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { Answer, AnswerReceipt } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';

export interface AnswerHandle {
  readonly sending: boolean;
  readonly accepted: boolean;
  readonly refused: string | undefined;
  readonly give: (answer: Answer) => void;
}

/** `seq` is the number of the snapshot on screen. */
export function useAnswer(bridge: ApprovalBridge, view: WaitingView, seq: number): AnswerHandle {
  const [sending, setSending] = useState(false);
  const [receipt, setReceipt] = useState<AnswerReceipt>();
  const send = async (answer: Answer) => {
    setSending(true);
    setReceipt(undefined);
    const request = { callId: view.callId, digest: view.digest, snapshot: seq, answer };
    const given = await bridge
      .call('approval:answer', request)
      .catch((problem: unknown): AnswerReceipt => ({ kind: 'refused', why: problemText(problem) }));
    setSending(false);
    setReceipt(given);
  };
  return {
    sending,
    accepted: receipt?.kind === 'accepted',
    refused: receipt?.kind === 'refused' ? receipt.why : undefined,
    give: (answer) => void send(answer),
  };
}
