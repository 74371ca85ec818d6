/** What a job, or a run, printed so far: both streams in bounded memory, and a way to wait for more. */
import { BESIDE_CUT } from '../../src-shared/masking.ts';
import { createOutputRing, type OutputRing } from './output-ring.ts';

/** What can be read of each stream. Bytes. */
export const KEPT_BYTES = 1024 * 1024;

/** A program that prints a line in pieces has printed the next one by then. Milliseconds. */
const SETTLED_MS = 200;

export interface JobOutput {
  readonly stdout: OutputRing;
  readonly stderr: OutputRing;
  /** Calls `listener` whenever more was printed; the returned function ends that. */
  onMore(listener: () => void): () => void;
  /** False while the last line of a stream is unfinished and was added to less than a moment ago. */
  settled(): boolean;
}

/**
 * `take` is for whoever starts the process.
 * @param keptBytes what can be read of each stream
 */
export function createJobOutput(keptBytes = KEPT_BYTES): JobOutput & {
  take(stream: 'stdout' | 'stderr', chunk: Buffer): void;
} {
  const ring = () => createOutputRing(keptBytes, BESIDE_CUT);
  const streams = { stdout: ring(), stderr: ring() };
  const lastAt = { stdout: 0, stderr: 0 };
  const listeners = new Set<() => void>();
  return {
    ...streams,
    take(stream, chunk) {
      streams[stream].add(chunk);
      lastAt[stream] = performance.now();
      for (const listener of [...listeners]) listener();
    },
    onMore(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settled: () =>
      (['stdout', 'stderr'] as const).every(
        (stream) => performance.now() - lastAt[stream] > SETTLED_MS || endsLine(streams[stream]),
      ),
  };
}

function endsLine(ring: OutputRing): boolean {
  const last = ring.before(ring.total(), 1)[0];
  return last === undefined || last === 0x0a || last === 0x0d;
}
