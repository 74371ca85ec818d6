/** What a job printed so far: both streams in bounded memory, and a way to wait for more. */
import { createOutputRing, type OutputRing } from './output-ring.ts';

/** What is kept of each stream. Bytes. */
export const KEPT_BYTES = 1024 * 1024;

export interface JobOutput {
  readonly stdout: OutputRing;
  readonly stderr: OutputRing;
  /** Calls `listener` whenever more was printed; the returned function ends that. */
  onMore(listener: () => void): () => void;
}

/** `take` is for whoever starts the process. */
export function createJobOutput(): JobOutput & {
  take(stream: 'stdout' | 'stderr', chunk: Buffer): void;
} {
  const streams = { stdout: createOutputRing(KEPT_BYTES), stderr: createOutputRing(KEPT_BYTES) };
  const listeners = new Set<() => void>();
  return {
    ...streams,
    take(stream, chunk) {
      streams[stream].add(chunk);
      for (const listener of [...listeners]) listener();
    },
    onMore(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
