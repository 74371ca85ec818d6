/** A queue on a clock that is turned by hand, with what it heard of late answers. */
import { ApprovalQueue } from '../../../../src-main/approvals/approval-queue.ts';
import type { LateAnswer } from '../../../../src-main/approvals/ended-questions.ts';
import type { AnswerRequest, ApprovalCard } from '../../../../src-shared/approval.ts';
import { later } from '../../../../src-shared/clock.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

export function setUp(limit = 32) {
  const clock = new ManualClock();
  let seq = 1;
  const screen = { locked: false };
  const late: LateAnswer[] = [];
  const queue = new ApprovalQueue({
    clock,
    limit,
    screenLocked: () => screen.locked,
    snapshot: () => seq,
    onChange: () => {
      seq += 1;
    },
    onLate: (answer) => {
      late.push(answer);
      return true;
    },
    isOffered: (_callId, lines) => lines === 'offered',
  });
  const controller = new AbortController();
  const ask = (card = approvalCard(), ms = 1000) =>
    queue.ask(card, later(clock.now(), ms), controller.signal);
  const request = (card: ApprovalCard, answer: AnswerRequest['answer']): AnswerRequest => ({
    callId: card.callId,
    digest: card.digest,
    snapshot: seq,
    answer,
  });
  return { clock, queue, controller, ask, request, late, screen, seq: () => seq };
}

/** The cards, the oldest first. */
export function standing({ cards }: ApprovalQueue) {
  return Array.from({ length: cards.size }, (_, place) => cards.at(place)).flatMap((card) => card ?? []);
}
