/** The calls of one connection: each is run once, can be called off, and is answered by one frame or not at all. */
import { errorFrame, outputFrame } from '../src-shared/answer-frame.ts';
import { CallLedger } from '../src-shared/call-ledger.ts';
import type { InvokeFrame } from '../src-shared/client-tools.ts';
import type { Clock } from '../src-shared/clock.ts';

export interface ToolCall {
  /** Bare name, as it was offered. */
  readonly tool: string;
  /** What the model wrote. Nobody has checked it against the tool's schema. */
  readonly input: unknown;
  readonly callId: string;
  readonly runId: string | undefined;
  readonly agentId: string | undefined;
  /** Aborts (with an `AbortError`) once nobody waits for the answer: it was cancelled, timed out, or the connection is gone. */
  readonly signal: AbortSignal;
}

export interface ToolCallsOptions {
  /** What is returned (or resolved to) is the tool's output, what is thrown its error. */
  onInvoke(call: ToolCall): unknown;
  readonly clock: Pick<Clock, 'after'>;
  /** Largest answer that the runtime takes. Bytes. */
  readonly maxFrameBytes: number | undefined;
  send(frame: string): void;
}

interface Live {
  readonly abort: AbortController;
  stopTimer(): void;
}

export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #ledger = new CallLedger<Live>();

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** Runs a call, for which the runtime waits that long. An id that came before is ignored. */
  accept(frame: InvokeFrame, timeoutMs: number): void {
    const live: Live = { abort: new AbortController(), stopTimer: () => {} };
    if (!this.#ledger.take(frame.call_id, live)) return;
    const timeUp = () => this.cancel(frame.call_id, 'the runtime has stopped waiting for this call');
    live.stopTimer = this.#options.clock.after(timeoutMs, timeUp);
    void this.#run(frame, live);
  }

  /** Calls one off: its signal aborts, and it is not answered any more. */
  cancel(callId: string, why: string): void {
    const live = this.#ledger.find(callId);
    if (!live || !this.#ledger.settle(callId)) return;
    live.stopTimer();
    live.abort.abort(new DOMException(why, 'AbortError'));
  }

  /** Calls all of them off. */
  end(): void {
    for (const callId of this.#ledger.ids()) this.cancel(callId, 'the connection to the runtime is gone');
  }

  async #run(frame: InvokeFrame, live: Live): Promise<void> {
    const answer = await this.#answer(frame, live.abort.signal);
    if (!this.#ledger.settle(frame.call_id)) return;
    live.stopTimer();
    this.#options.send(answer);
  }

  async #answer(frame: InvokeFrame, signal: AbortSignal): Promise<string> {
    const { call_id: callId, run_id: runId, agent_id: agentId, tool, input } = frame;
    const { onInvoke, maxFrameBytes } = this.#options;
    try {
      const output = await onInvoke({ tool, input, callId, runId, agentId, signal });
      return outputFrame(callId, tool, output, maxFrameBytes);
    } catch (error) {
      return errorFrame(callId, messageOf(error));
    }
  }
}

/** Errors of another frame of a page are no instances of this one's Error. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : '';
}
