/** How long a client waits before it connects again, so that it neither gives up nor hammers. All in milliseconds. */

/** Shortest and longest wait, from issue 5's rule. */
const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;

/** A connection that lived this long was stable: the next wait begins at the shortest again. */
export const STABLE_AFTER_MS = 30_000;

/** Full jitter between the floor and a ceiling that doubles with each failure, from 1 s up to 60 s. `random` is in 0..1. */
export function fastWait(failures: number, random: number): number {
  const ceiling = Math.min(MAX_WAIT_MS, 2 * MIN_WAIT_MS * 2 ** Math.min(failures, 16));
  return MIN_WAIT_MS + random * (ceiling - MIN_WAIT_MS);
}

/** One to two minutes. */
export function slowWait(random: number): number {
  return MAX_WAIT_MS * (1 + random);
}

/** Five to ten minutes, for what somebody must mend. */
export function rareWait(random: number): number {
  return 5 * MAX_WAIT_MS * (1 + random);
}
