/** How the time of a call is shared between the person and the tool. */
import { type Instant, later, remaining } from '../../src-shared/clock.ts';

/** Of the time until the answer is due, this much at most is kept for running. Milliseconds. */
const MAX_RUN_RESERVE_MS = 10_000;

/** A tool that keeps time itself is told to stop this much earlier, so that it can still say how far it came. */
const TOOL_MARGIN_MS = 500;

/** Of the time until the answer is due, this much at most is kept for looking at the result. Milliseconds. */
const MAX_REVIEW_RESERVE_MS = 30_000;

type Times = { readonly receivedAt: Instant; readonly answerBy: Instant };

/** Until when a call has to have run: less a third (30 s at most) where its result is looked at before it leaves. */
export function runDeadline(call: Times, reviewed: boolean): Instant {
  const whole = Math.max(0, remaining(call.answerBy, call.receivedAt));
  return reviewed ? later(call.answerBy, -Math.min(MAX_REVIEW_RESERVE_MS, whole / 3)) : call.answerBy;
}

/** Until when a result can be looked at: all that is left but for sending. */
export function reviewDeadline(call: Pick<Times, 'answerBy'>): Instant {
  return later(call.answerBy, -TOOL_MARGIN_MS);
}

/** Until when the person can answer: the time by which it has to have run, less min(10 s, a quarter of the whole) for running. */
export function approvalDeadline(call: Times, reviewed = false): Instant {
  const whole = remaining(call.answerBy, call.receivedAt);
  const reserve = Math.min(MAX_RUN_RESERVE_MS, Math.max(0, whole) / 4);
  return later(runDeadline(call, reviewed), -reserve);
}

/** Until when a question can be answered: nothing runs afterwards, so all of the time is the person's but for sending. */
export function questionDeadline(call: { answerBy: Instant }): Instant {
  return later(call.answerBy, -TOOL_MARGIN_MS);
}

/** Milliseconds that a tool may take when it starts now. */
export function runBudget(answerBy: Instant, now: Instant): number {
  return Math.max(0, remaining(answerBy, now) - TOOL_MARGIN_MS);
}
