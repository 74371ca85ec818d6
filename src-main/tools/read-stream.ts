/** Reads what a program prints, no faster than it is told to, so that one that never stops printing costs little. */
import type { Readable } from 'node:stream';

/** How long a stream rests that printed its share of a second too early. Milliseconds. */
const REST_MS = 50;

/**
 * Sees the stream to its end: one that nobody reads would fill up and hold its program. `mostPerSecond` (bytes) lets
 * the program wait at its full pipe where it prints more.
 */
export function readStream(
  stream: Readable | null,
  onChunk?: (chunk: Buffer) => void,
  mostPerSecond = Number.POSITIVE_INFINITY,
): void {
  if (!stream) return;
  const share = (mostPerSecond * REST_MS) / 1000;
  let left = share;
  stream.on('data', (chunk: Buffer) => {
    onChunk?.(chunk);
    left -= chunk.length;
    if (left > 0) return;
    stream.pause();
    setTimeout(() => {
      left = share;
      stream.resume();
    }, REST_MS);
  });
}
