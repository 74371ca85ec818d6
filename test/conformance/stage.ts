/** One scenario's runtime, peers and callers; everything is closed afterwards. The runtime's clock is turned by hand. */
import type { Principal } from '../../src-runtime/principal.ts';
import { type RunningRuntime, type RuntimeOptions, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { AdvertisedTool } from '../../src-shared/client-tools.ts';
import type { Json } from '../../src-shared/json.ts';
import { ManualClock } from '../support/manual-clock.ts';
import type { Conversation, Peer, PeerKind, Terms } from './peer.ts';

export const TOKEN = 'token-of-the-conformance-suite';
export const SCOPELESS = 'token-without-the-scope';

const me = { tenant: 'default', subject: 'me' };
const principals = new Map<string, Principal>([
  [TOKEN, me],
  [SCOPELESS, { ...me, scopes: ['runs:read'] }],
]);

export interface Ask {
  readonly input?: Json;
  readonly runId?: string;
  readonly agentId?: string;
  readonly signal?: AbortSignal;
}

export class Stage {
  /** The runtime's. */
  readonly clock = new ManualClock();
  readonly #peer: Peer;
  readonly #cleanUps: (() => Promise<void>)[] = [];

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  get kind(): PeerKind {
    return this.#peer.kind;
  }

  async runtime(options: Partial<RuntimeOptions> = {}): Promise<RunningRuntime> {
    const after = (ms: number, run: () => void) => this.clock.after(ms, run);
    const runtime = await startRuntime({ principals, after, ...options });
    this.#cleanUps.push(() => runtime.close());
    return runtime;
  }

  async connect({ url }: RunningRuntime, terms: Partial<Terms> = {}): Promise<Conversation> {
    const conversation = await this.#peer.connect({ url, token: TOKEN, tools: [tool('read')], ...terms });
    this.#cleanUps.push(() => conversation.close());
    return conversation;
  }

  /** A peer that offers `read`, connected to a runtime. */
  async open(
    options: Partial<RuntimeOptions> = {},
  ): Promise<{ runtime: RunningRuntime; peer: Conversation }> {
    const runtime = await this.runtime(options);
    const peer = await this.connect(runtime);
    await peer.opened();
    return { runtime, peer };
  }

  /** Calls a tool as a script would. */
  async ask({ url }: RunningRuntime, name: string, ask: Ask = {}): Promise<unknown> {
    const { input = {}, runId: run_id, agentId: agent_id, signal } = ask;
    const response = await fetch(`${url}/v1/invoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ tool: name, input, run_id, agent_id }),
      ...(signal && { signal }),
    });
    return response.json();
  }

  /** What agents are offered. */
  async offered({ url }: RunningRuntime): Promise<unknown> {
    const response = await fetch(`${url}/v1/tools`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return ((await response.json()) as { tools: unknown }).tools;
  }

  async close(): Promise<void> {
    for (const cleanUp of this.#cleanUps.splice(0).reverse()) await cleanUp();
  }
}

export function tool(name: string, description = `does ${name}`): AdvertisedTool {
  return { name, description, input_schema: { type: 'object' } };
}

export const ok = (output: Json) => ({ ok: true, output });
export const failed = (error: string) => ({ ok: false, error });
