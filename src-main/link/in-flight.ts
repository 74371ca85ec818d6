/** The calls of one connection: each id is taken once, has one signal, and is answered by one frame or not at all. */
import { createHash } from 'node:crypto';
import type { IncomingCall, Origin } from '../../src-shared/call.ts';
import { CallLedger } from '../../src-shared/call-ledger.ts';
import type { InvokeFrame } from '../../src-shared/client-tools.ts';
import { type Clock, type Instant, later, remaining } from '../../src-shared/clock.ts';
import { type EndSignal, EndSwitch } from '../../src-shared/end-signal.ts';
import type { HandledCall } from '../../src-shared/outcome.ts';
import type { Profile } from '../../src-shared/settings.ts';
import { resultFrame } from './result-frame.ts';

/** The answer leaves this long before the runtime stops waiting (DESIGN.md, *Deadlines*). Milliseconds. */
const ANSWER_MARGIN_MS = 2_000;

export interface InFlightOptions {
  readonly profile: Pick<Profile, 'id' | 'name' | 'invokeTimeoutMs' | 'machine'>;
  readonly clock: Clock;
  newCallId(): string;
  /** The tool's own name behind the one that the runtime uses; undefined for one that this connection did not offer. */
  ownName(name: string): string | undefined;
  /** Largest frame that the runtime takes. Bytes. */
  readonly maxFrameBytes: number;
  onCall(call: IncomingCall, signal: EndSignal): Promise<HandledCall>;
  /** Sends a frame on this connection; `done` hears whether it reached the socket while that was open. */
  send(frame: string, done: (reached: boolean) => void): void;
  /** No call is left. */
  onIdle(): void;
}

interface Live {
  readonly abort: EndSwitch;
  readonly receivedAt: Instant;
  callOff(): void;
}

export class InFlight {
  readonly #options: InFlightOptions;
  readonly #live = new CallLedger<Live>();
  #timeoutMs: number;
  #connectionId = '';
  #lastOrigin:
    | {
        readonly run: string | undefined;
        readonly agent: string | undefined;
        readonly origin: Extract<Origin, { door: 'client-tools' }>;
      }
    | undefined;

  constructor(options: InFlightOptions) {
    this.#options = options;
    this.#timeoutMs = options.profile.invokeTimeoutMs;
  }

  get size(): number {
    return this.#live.size;
  }

  /** Takes a call in; false for an id that this connection has seen before. */
  accept(frame: InvokeFrame): boolean {
    const receivedAt = this.#options.clock.now();
    const live: Live = { abort: new EndSwitch(), receivedAt, callOff: () => {} };
    if (!this.#live.take(frame.call_id, live)) return false;
    void this.#handle(frame, live);
    return true;
  }

  /** Aborts a call that the runtime no longer waits for; false if there is no such call. */
  cancel(callId: string): boolean {
    const live = this.#live.find(callId);
    live?.abort.abort('cancelled');
    return live !== undefined;
  }

  /** What `hello_ok` said. Its time-out counts only downwards, and ends earlier what is already here. */
  handshakeDone(connectionId: string, timeoutMs: number | undefined): void {
    this.#connectionId = brief(connectionId);
    if (timeoutMs === undefined || timeoutMs >= this.#timeoutMs) return;
    this.#timeoutMs = timeoutMs;
    const { clock } = this.#options;
    for (const live of this.#live.entries())
      live.callOff = clock.after(remaining(this.#answerBy(live.receivedAt), clock.now()), () =>
        live.abort.abort('cancelled'),
      );
  }

  /** The connection is gone, and every signal says so. Results that still come find no socket to leave by. */
  end(): void {
    for (const live of this.#live.entries()) {
      live.callOff();
      live.abort.abort('disconnected');
    }
  }

  async #handle(frame: InvokeFrame, live: Live): Promise<void> {
    const handled = await this.#run(this.#incoming(frame, live.receivedAt), live.abort.signal);
    live.callOff();
    this.#live.settle(frame.call_id);
    const { maxFrameBytes: maxBytes, profile } = this.#options;
    const told = { maxBytes, machine: profile.machine };
    this.#options.send(resultFrame(frame.call_id, frame.tool, handled.outcome, told), (reached) =>
      handled.delivered(reached),
    );
    if (this.#live.size === 0) this.#options.onIdle();
  }

  /** A throw is a bug, and costs that call alone. */
  async #run(call: IncomingCall, signal: EndSignal): Promise<HandledCall> {
    try {
      return await this.#options.onCall(call, signal);
    } catch {
      return { outcome: { kind: 'internal-error' }, ran: false, delivered: () => {} };
    }
  }

  #incoming(frame: InvokeFrame, receivedAt: Instant): IncomingCall {
    const ownName = this.#options.ownName(frame.tool);
    return {
      id: this.#options.newCallId(),
      tool: ownName ?? frame.tool,
      ...(ownName === undefined && { notOffered: true as const }),
      input: frame.input,
      origin: this.#originOf(frame),
      receivedAt,
      answerBy: this.#answerBy(receivedAt),
    };
  }

  /** One value for all calls of an agent that come one after the other, so that what is made of it is made once. */
  #originOf({ run_id: run, agent_id: agent }: InvokeFrame): Origin {
    const last = this.#lastOrigin;
    if (last && last.run === run && last.agent === agent && last.origin.connectionId === this.#connectionId)
      return last.origin;
    const { profile } = this.#options;
    const origin = {
      door: 'client-tools' as const,
      profileId: profile.id,
      profileName: profile.name,
      connectionId: this.#connectionId,
      ...(run && { runId: brief(run) }),
      ...(agent && { agentId: brief(agent) }),
    };
    this.#lastOrigin = { run, agent, origin };
    return origin;
  }

  /** A time-out too short for the whole margin keeps half of it. */
  #answerBy(receivedAt: Instant): Instant {
    return later(receivedAt, this.#timeoutMs - Math.min(ANSWER_MARGIN_MS, this.#timeoutMs / 2));
  }
}

/** Names that a peer made up are shown and written down; longer than this they are a trick. Characters. */
const MAX_NAME = 200;

/** A cut name keeps what tells it apart, as two names with the same beginning are two runs. */
function brief(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME)}…${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
