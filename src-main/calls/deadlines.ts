/** How the time of a call is shared between the person and the tool. */
import { type Instant, later, remaining } from '../../src-shared/clock.ts';

/** Of the time until the answer is due, this much at most is kept for running. Milliseconds. */
const MAX_RUN_RESERVE_MS = 10_000;

/** A tool that keeps time itself is told to stop this much earlier, so that it can still say how far it came. */
const TOOL_MARGIN_MS = 500;

/** Until when the person can answer: the answer-by time less min(10 s, a quarter of the whole), kept for running. */
export function approvalDeadline(call: { receivedAt: Instant; answerBy: Instant }): Instant {
  const whole = remaining(call.answerBy, call.receivedAt);
  return later(call.answerBy, -Math.min(MAX_RUN_RESERVE_MS, Math.max(0, whole) / 4));
}

/** Until when a question can be answered: nothing runs afterwards, so all of the time is the person's but for sending. */
export function questionDeadline(call: { answerBy: Instant }): Instant {
  return later(call.answerBy, -TOOL_MARGIN_MS);
}

/** Milliseconds that a tool may take when it starts now. */
export function runBudget(answerBy: Instant, now: Instant): number {
  return Math.max(0, remaining(answerBy, now) - TOOL_MARGIN_MS);
}
