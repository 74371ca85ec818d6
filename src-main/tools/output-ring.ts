/** The last bytes of a stream, addressed by their place in the whole of it, in bounded memory. */

export interface OutputRing {
  add(chunk: Buffer): void;
  /** Bytes that were added in all. */
  total(): number;
  /** The place of the first byte that is still here. */
  start(): number;
  /** A copy of what is still here from the place `offset` on, `maxBytes` at most. */
  from(offset: number, maxBytes?: number): Buffer;
}

const FIRST_BYTES = 4096;

/** Keeps the last `size` bytes. Takes up memory only as output comes. */
export function createOutputRing(size: number): OutputRing {
  let ring = Buffer.alloc(0);
  let total = 0;
  /** Until it is full, every byte lies at its own place, so that growing is copying. */
  const makeRoom = (wanted: number) => {
    if (wanted <= ring.length) return;
    const grown = Buffer.alloc(Math.min(size, Math.max(FIRST_BYTES, 2 * wanted)));
    ring.copy(grown);
    ring = grown;
  };
  const start = () => Math.max(0, total - size);
  return {
    add(chunk) {
      makeRoom(Math.min(size, total + chunk.length));
      const kept = chunk.subarray(Math.max(0, chunk.length - size));
      const at = size === 0 ? 0 : (total + chunk.length - kept.length) % size;
      const untilEnd = Math.min(kept.length, size - at);
      kept.copy(ring, at, 0, untilEnd);
      kept.copy(ring, 0, untilEnd);
      total += chunk.length;
    },
    total: () => total,
    start,
    from(offset, maxBytes = size) {
      const first = Math.min(total, Math.max(start(), offset));
      const length = Math.min(maxBytes, total - first);
      const at = size === 0 ? 0 : first % size;
      const untilEnd = Math.min(length, size - at);
      return Buffer.concat([ring.subarray(at, at + untilEnd), ring.subarray(0, length - untilEnd)]);
    },
  };
}
