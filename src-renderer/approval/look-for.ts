/** Which stretch of the queue the window asks main for: what is in view, and enough around it to scroll on without a gap. */
import { type Look, MOST_LOOKED_AT } from '../../src-shared/app-state.ts';

/** The rows in view, as places in the queue, both in it. */
export interface InView {
  readonly first: number;
  readonly last: number;
}

/** A new stretch reaches so many rows beyond the view, */
const AHEAD = 24;

/** and is asked for when fewer than these are left. */
const ENOUGH = 10;

/** The stretch that there is, while it is enough: otherwise every scrolled row would be a question to main. */
export function lookFor(now: Look, { first, last }: InView, waitingCount: number): Look {
  const end = now.from + now.count;
  const enoughBefore = now.from === 0 || first - ENOUGH >= now.from;
  const enoughBehind = end >= waitingCount || last + ENOUGH < end;
  const inside = first >= now.from && last < Math.max(end, 1);
  if (enoughBefore && enoughBehind && inside) return { from: now.from, count: now.count };
  const from = Math.max(0, first - AHEAD);
  return { from, count: Math.min(last + AHEAD + 1 - from, MOST_LOOKED_AT) };
}
