/** Sends the answer to a card, to its oldest call or to all that it shows, and keeps what main said to it. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { Answer, AnswerReceipt } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';
import { strings } from '../strings.ts';

export interface AnswerHandle {
  readonly sending: boolean;
  /** The call that the card now speaks of is answered; the next snapshot shows the card without it. */
  readonly accepted: boolean;
  readonly refused: string | undefined;
  /** How many answers were taken on this card; after one, it may stand on for others. */
  readonly given: number;
  /** For these calls of the card, in this order; without them for the oldest. */
  readonly give: (answer: Answer, callIds?: readonly string[]) => void;
}

interface Given {
  readonly times: number;
  readonly callIds: ReadonlySet<string>;
}

/** `seq` is the number of the snapshot on screen. */
export function useAnswer(bridge: ApprovalBridge, view: WaitingView, seq: number): AnswerHandle {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [given, setGiven] = useState<Given>({ times: 0, callIds: new Set() });
  const send = async (answer: Answer, callIds: readonly string[]) => {
    setSending(true);
    setRefused(undefined);
    const receipts = await receiptsOf(bridge, { view, seq, answer, callIds });
    const taken = callIds.filter((_id, at) => receipts[at]?.kind === 'accepted');
    setSending(false);
    setRefused(refusalWords(receipts));
    if (taken.length === 0) return;
    setGiven(({ times, callIds: before }) => ({
      times: times + 1,
      callIds: new Set([...before, ...taken]),
    }));
  };
  return {
    sending,
    accepted: given.callIds.has(view.callId),
    refused,
    given: given.times,
    give: (answer, callIds = [view.callId]) => void send(answer, callIds),
  };
}

interface ToSend {
  readonly view: WaitingView;
  readonly seq: number;
  readonly answer: Answer;
  readonly callIds: readonly string[];
}

async function receiptsOf(
  bridge: ApprovalBridge,
  { view: { digest }, seq: snapshot, answer, callIds }: ToSend,
): Promise<readonly AnswerReceipt[]> {
  const [callId, ...others] = callIds;
  if (callId === undefined) return [];
  try {
    if (others.length === 0) {
      return [await bridge.call('approval:answer', { callId, digest, snapshot, answer })];
    }
    const calls = callIds.map((id) => ({ callId: id, digest }));
    return await bridge.call('approval:answer-several', { calls, snapshot, answer });
  } catch (problem) {
    return [{ kind: 'refused', why: problemText(problem) }];
  }
}

/** Of several, how many were not taken, and why the first of them was not. */
function refusalWords(receipts: readonly AnswerReceipt[]): string | undefined {
  const whys = receipts.flatMap((receipt) => (receipt.kind === 'refused' ? receipt.why : []));
  const [why] = whys;
  if (why === undefined || whys.length === receipts.length) return why;
  return strings.approval.refusedSome(whys.length, receipts.length, why);
}
