/** The last bytes of a stream, addressed by their place in the whole of it, in bounded memory. */

export interface OutputRing {
  add(chunk: Buffer): void;
  /** Bytes that were added in all. */
  total(): number;
  /** The place of the first byte that can be read. */
  start(): number;
  /** A copy of what is still here from the place `offset` on, `maxBytes` at most. */
  from(offset: number, maxBytes?: number): Buffer;
  /** A copy of up to `maxBytes` before the place `offset`, of which some may lie before `start`. */
  before(offset: number, maxBytes: number): Buffer;
}

const FIRST_BYTES = 4096;

/** Keeps the last `size` bytes, and `more` before them to be looked at only. Takes up memory only as output comes. */
export function createOutputRing(size: number, more = 0): OutputRing {
  const most = size + more;
  let ring = Buffer.alloc(0);
  let total = 0;
  /** Until it is full, every byte lies at its own place, so that growing is copying. */
  const makeRoom = (wanted: number) => {
    if (wanted <= ring.length) return;
    const grown = Buffer.alloc(Math.min(most, Math.max(FIRST_BYTES, 2 * wanted)));
    ring.copy(grown);
    ring = grown;
  };
  const start = () => Math.max(0, total - size);
  const copy = (first: number, length: number): Buffer => {
    const at = most === 0 ? 0 : first % most;
    const untilEnd = Math.min(length, most - at);
    return Buffer.concat([ring.subarray(at, at + untilEnd), ring.subarray(0, length - untilEnd)]);
  };
  return {
    add(chunk) {
      makeRoom(Math.min(most, total + chunk.length));
      const kept = chunk.subarray(Math.max(0, chunk.length - most));
      const at = most === 0 ? 0 : (total + chunk.length - kept.length) % most;
      const untilEnd = Math.min(kept.length, most - at);
      kept.copy(ring, at, 0, untilEnd);
      kept.copy(ring, 0, untilEnd);
      total += chunk.length;
    },
    total: () => total,
    start,
    from(offset, maxBytes = size) {
      const first = Math.min(total, Math.max(start(), offset));
      return copy(first, Math.min(maxBytes, total - first));
    },
    before(offset, maxBytes) {
      const first = Math.max(0, total - most, offset - maxBytes);
      return copy(first, Math.max(0, Math.min(total, offset) - first));
    },
  };
}
