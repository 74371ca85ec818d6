/**
 * Who is connected, what each connection offers, and which calls wait for an answer. It knows no socket: a connection
 * hands in a way to send. Calls are routed by the principal of the connection, never by anything in the input.
 */
import {
  type AdvertisedTool,
  bareToolName,
  isBareToolName,
  type ResultFrame,
} from '../src-shared/client-tools.ts';
import type { Json } from '../src-shared/json.ts';
import { type Principal, routingKey } from './principal.ts';

/** Sends one frame; `done` hears whether it left. */
export type SendFrame = (frame: string, done: (error?: Error | null) => void) => void;

export interface Invocation {
  /** Bare name. */
  readonly tool: string;
  readonly input: unknown;
  readonly runId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** How a call ended. Everything but `result` means that no client answered. */
export type Invoked =
  | {
      readonly kind: 'result';
      readonly ok: boolean;
      readonly output: Json | undefined;
      readonly error: string | undefined;
    }
  | { readonly kind: 'no-client' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' };

/** One registered connection, as the socket that owns it sees it. */
export interface Registration {
  readonly connectionId: string;
  /** Usable names in the order of the hello, duplicates kept. */
  readonly accepted: readonly string[];
  /** Wakes whoever waits for this call on this connection; false (and nothing else) when nobody does. */
  deliverResult(result: ResultFrame): boolean;
  /** Ends the connection: every call that waits on it ends as `disconnected`. */
  deregister(): void;
}

export interface RegistryOptions {
  /** Connections that one principal may hold at a time. */
  readonly maxConnections: number;
  /** Milliseconds, sending included. */
  readonly invokeTimeoutMs: number;
  /** Runs something once after so many milliseconds; the returned function calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly newId: (prefix: 'ctc' | 'call') => string;
}

interface Connected {
  readonly tools: ReadonlyMap<string, AdvertisedTool>;
  readonly send: SendFrame;
  readonly waiting: Map<string, (ended: Invoked) => void>;
}

export class Registry {
  readonly #options: RegistryOptions;
  /** Per principal, oldest first. */
  readonly #connected = new Map<string, Connected[]>();

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Registered connections of all principals. */
  get size(): number {
    return [...this.#connected.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** Files a connection and its tools. Names that are not wire-safe are skipped; of equal names the last counts. */
  register(
    principal: Principal,
    tools: readonly AdvertisedTool[],
    send: SendFrame,
  ): Registration | 'too-many' {
    const key = routingKey(principal);
    const siblings = this.#connected.get(key) ?? [];
    if (siblings.length >= this.#options.maxConnections) return 'too-many';
    const usable = tools.filter((tool) => isBareToolName(tool.name));
    const connected: Connected = {
      tools: new Map(usable.map((tool) => [tool.name, tool])),
      send,
      waiting: new Map(),
    };
    this.#connected.set(key, [...siblings, connected]);
    return {
      connectionId: this.#options.newId('ctc'),
      accepted: usable.map((tool) => tool.name),
      deliverResult: (result) => deliver(connected, result),
      deregister: () => this.#deregister(key, connected),
    };
  }

  /** Whether a call of this bare name would find a client. */
  provides(principal: Principal, tool: string): boolean {
    return this.#provider(principal, tool) !== undefined;
  }

  /** What the principal's connections offer together; of equal names the newest registration's. */
  tools(principal: Principal): AdvertisedTool[] {
    const union = new Map<string, AdvertisedTool>();
    for (const connected of this.#connected.get(routingKey(principal)) ?? [])
      for (const [name, tool] of connected.tools) union.set(name, tool);
    return [...union.values()];
  }

  /** Hands the call to the newest connection that offers the tool and waits until it ends in one of the listed ways. */
  invoke(principal: Principal, invocation: Invocation, signal?: AbortSignal): Promise<Invoked> {
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
    const connected = this.#provider(principal, bareToolName(invocation.tool));
    if (!connected) return Promise.resolve({ kind: 'no-client' });
    return this.#delegate(connected, invocation, signal);
  }

  #delegate(connected: Connected, invocation: Invocation, signal?: AbortSignal): Promise<Invoked> {
    const callId = this.#options.newId('call');
    return new Promise((resolve) => {
      const settle = (ended: Invoked): void => {
        if (!connected.waiting.delete(callId)) return;
        callOff();
        signal?.removeEventListener('abort', cancel);
        resolve(ended);
      };
      // The published runtime tells its client nothing here; a client that does not know the frame ignores it.
      const giveUp = (kind: 'timeout' | 'cancelled'): void => {
        settle({ kind });
        connected.send(JSON.stringify({ type: 'cancel', call_id: callId }), () => {});
      };
      const cancel = (): void => giveUp('cancelled');
      const callOff = this.#options.after(this.#options.invokeTimeoutMs, () => giveUp('timeout'));
      signal?.addEventListener('abort', cancel, { once: true });
      connected.waiting.set(callId, settle);
      const frame = invokeFrame(callId, invocation);
      if (frame === undefined) settle({ kind: 'disconnected' });
      else connected.send(frame, (error) => error && settle({ kind: 'disconnected' }));
    });
  }

  #provider(principal: Principal, tool: string): Connected | undefined {
    return this.#connected.get(routingKey(principal))?.findLast((connected) => connected.tools.has(tool));
  }

  #deregister(key: string, connected: Connected): void {
    const left = (this.#connected.get(key) ?? []).filter((other) => other !== connected);
    if (left.length > 0) this.#connected.set(key, left);
    else this.#connected.delete(key);
    for (const settle of [...connected.waiting.values()]) settle({ kind: 'disconnected' });
  }
}

function deliver(connected: Connected, result: ResultFrame): boolean {
  const settle = connected.waiting.get(result.call_id);
  settle?.({ kind: 'result', ok: result.ok, output: result.output, error: result.error });
  return settle !== undefined;
}

/** Undefined for an input that cannot be written as JSON (nested too deep); the published runtime ends it as `disconnected`. */
function invokeFrame(callId: string, invocation: Invocation): string | undefined {
  try {
    return JSON.stringify({
      type: 'invoke',
      call_id: callId,
      run_id: invocation.runId || undefined,
      agent_id: invocation.agentId || undefined,
      tool: bareToolName(invocation.tool),
      input: invocation.input ?? null,
    });
  } catch {
    return undefined;
  }
}
