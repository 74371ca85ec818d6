/** Notices that the machine slept or a clock was set: what waited in the meantime is not fresh any more. */
import { type Clock, clockJump, type Instant } from '../../src-shared/clock.ts';

/** How often the watch is to be looked at. Milliseconds. */
export const WATCH_INTERVAL_MS = 2_000;

/** From DESIGN.md, *Deadlines*: a larger difference than this between the clocks, or a longer stop, counts as sleep. */
const MAX_JUMP_MS = 5_000;

export class TimeWatch {
  readonly #clock: Clock;
  #last: Instant;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = clock.now();
  }

  /**
   * True once if, since the last look, the clocks went apart by over 5 s, or nobody looked for over 5 s more than the
   * interval. The second finds a sleep where both clocks count it, and a stopped process.
   */
  jumped(): boolean {
    const now = this.#clock.now();
    const last = this.#last;
    this.#last = now;
    const gap = Math.max(now.wall - last.wall, now.mono - last.mono);
    return Math.abs(clockJump(last, now)) > MAX_JUMP_MS || gap > WATCH_INTERVAL_MS + MAX_JUMP_MS;
  }
}
