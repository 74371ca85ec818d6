/** The real clock: the system's wall time beside the process's monotonic time. */
import { performance } from 'node:perf_hooks';
import type { Clock } from '../src-shared/clock.ts';

/** Delays of more than 2^31 − 1 ms (24 days) are cut to that by the timers of Node. */
export const systemClock: Clock = {
  now: () => ({ wall: Date.now(), mono: performance.now() }),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
