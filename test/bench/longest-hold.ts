/** Measures the longest stretch in which a piece of work lets the event loop of this thread do nothing else. */
import { readFileSync } from 'node:fs';

/** Noise of the machine can lengthen a stretch but never shorten it, so the shortest of a few tries is the truth. */
const TRIES = 3;

/**
 * Milliseconds of the longest hold. `fine` is what needs no second look; above it the work is measured again, alone,
 * and the smallest figure counts.
 */
export async function longestHold(work: () => Promise<unknown>, fine: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > fine; tries++) least = Math.min(least, await holdOf(work));
  return least;
}

/** One beat a turn of the event loop; what lies between two beats is what a click or a frame would have waited. */
async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = readClocks();
  let going = true;
  const beat = (): void => {
    const now = readClocks();
    longest = Math.max(longest, Math.min(now.wall - last.wall, now.used - last.used));
    last = now;
    if (going) setImmediate(beat);
  };
  setImmediate(beat);
  try {
    await work();
  } finally {
    going = false;
    beat();
  }
  return longest;
}

/**
 * Milliseconds on the wall, and milliseconds that this thread had a processor. The second alone would miss nothing but
 * waiting in the system, the first counts other programs of a busy machine too; the lesser is what the work itself took.
 */
function readClocks(): { readonly wall: number; readonly used: number } {
  const wall = performance.now();
  if (schedule === undefined) return { wall, used: wall };
  return { wall, used: Number(readFileSync(schedule, 'latin1').split(' ')[0]) / 1e6 };
}

/** Linux keeps account of each thread, to a tick of 1 to 10 ms; the main one has the number of the process. */
const schedule = process.platform === 'linux' ? `/proc/self/task/${process.pid}/schedstat` : undefined;
