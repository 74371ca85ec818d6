/** The time of a line as text. Many lines have the same millisecond, and making the text takes longer than the rest. */

/** Gives the present time in ISO 8601, UTC. `now` gives Unix milliseconds. */
export function isoTime(now: () => number): () => string {
  let last = { ms: Number.NaN, text: '' };
  return () => {
    const ms = now();
    if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
    return last.text;
  };
}
