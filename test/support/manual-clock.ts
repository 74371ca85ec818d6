/** A clock that only the test turns, with both hands apart, so that sleep and a set clock can be played. */
import type { Clock, Instant } from '../../src-shared/clock.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export class ManualClock implements Clock {
  #wall = Date.UTC(2026, 0, 1);
  #mono = 1_000;
  readonly #timers = new Set<Timer>();

  now(): Instant {
    return { wall: this.#wall, mono: this.#mono };
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#mono + Math.max(0, ms), run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait: a room that ended must leave none. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets `ms` pass on both clocks and runs what falls due on the way, in order. */
  advance(ms: number): void {
    const end = this.#mono + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) {
      this.#timers.delete(next);
      this.#moveTo(next.due);
      next.run();
    }
    this.#moveTo(end);
  }

  /** The wall clock moves alone: the machine slept (Linux stops the monotonic clock), or somebody set the clock. */
  jumpWall(ms: number): void {
    this.#wall += ms;
  }

  /** Both clocks move while no timer gets to run: the process was stopped, or sleep counted on both clocks. */
  freeze(ms: number): void {
    this.#moveTo(this.#mono + ms);
  }

  #moveTo(mono: number): void {
    const passed = Math.max(0, mono - this.#mono);
    this.#mono += passed;
    this.#wall += passed;
  }

  #nextDue(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
    return first;
  }
}
