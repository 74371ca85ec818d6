/** Waits for the next change of a host, for whoever watches it from outside. */
import type { Host } from './host.ts';

/** A watcher that is gone is noticed no later than this. Milliseconds. */
const LONGEST_WAIT_MS = 20_000;

/** Resolves at once where something has changed since snapshot `after`; else with the next change, or after a while. */
export function nextChange(
  { state, onChange }: Pick<Host, 'state' | 'onChange'>,
  after: number,
): Promise<void> {
  if (state().seq !== after) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = onChange(done);
    // The end of a host does not wait for it.
    const timer = setTimeout(done, LONGEST_WAIT_MS).unref();
  });
}
