/** What calls that run have printed so far: the last of it, for the person who looks on. It goes with the run. */
import { createJobOutput, type JobOutput } from './job-output.ts';

/** What is kept of each stream of a run, beside what the run itself collects for its answer. Bytes. */
const SHOWN_BYTES = 16 * 1024;

export class RunOutputs {
  readonly #running = new Map<string, JobOutput>();

  /** What is printed is heard, until `over`. */
  begin(callId: string) {
    const output = createJobOutput(SHOWN_BYTES);
    this.#running.set(callId, output);
    return {
      hears: {
        onStdout: (chunk: Buffer) => output.take('stdout', chunk),
        onStderr: (chunk: Buffer) => output.take('stderr', chunk),
      },
      over: () => {
        if (this.#running.get(callId) === output) this.#running.delete(callId);
      },
    };
  }

  of(callId: string): JobOutput | undefined {
    return this.#running.get(callId);
  }
}
