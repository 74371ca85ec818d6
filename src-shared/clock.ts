/** Time as a value: two clocks side by side, because either alone can be wrong (sleep stops one, a set clock moves the other). */

/** One moment on both clocks, in milliseconds. `wall` counts from the Unix epoch, `mono` from an arbitrary start. */
export interface Instant {
  readonly wall: number;
  readonly mono: number;
}

/** The source of time that rooms are given; tests give one that they turn by hand. */
export interface Clock {
  now(): Instant;
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export function later(instant: Instant, ms: number): Instant {
  return { wall: instant.wall + ms, mono: instant.mono + ms };
}

/** Milliseconds left until `deadline`: the smaller of what either clock says, negative once it has passed. */
export function remaining(deadline: Instant, now: Instant): number {
  return Math.min(deadline.wall - now.wall, deadline.mono - now.mono);
}

/** A deadline has passed as soon as either clock says so. */
export function hasPassed(deadline: Instant, now: Instant): boolean {
  return remaining(deadline, now) <= 0;
}

/** How far the wall clock ran ahead of (or behind) the monotonic one between two moments, in milliseconds. */
export function clockJump(from: Instant, to: Instant): number {
  return to.wall - from.wall - (to.mono - from.mono);
}
