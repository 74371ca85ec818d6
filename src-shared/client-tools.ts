/** The client-tools wire: the frames of both directions, and the names, limits and addresses that both ends share. */
import type { Json } from './json.ts';

export const CLIENT_TOOLS_PATH = '/v1/client-tools';
/** The WebSocket sub-protocol that both ends must name. */
export const CLIENT_TOOLS_PROTOCOL = 'loomcycle.client-tools.v1';
/** A sub-protocol entry with this prefix carries the bearer of a client that cannot set headers. Never echoed. */
export const BEARER_PROTOCOL_PREFIX = 'bearer.';
/** What the runtime puts in front of a bare tool name before an agent sees it. */
export const TOOL_PREFIX = 'client__';
/** Largest message that a runtime takes, in bytes, inclusive; one byte more costs the whole connection. */
export const MAX_FRAME_BYTES = 1_048_576;

export interface AdvertisedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly input_schema?: unknown;
}

export interface HelloFrame {
  readonly type: 'hello';
  readonly client: string | undefined;
  readonly tools: readonly AdvertisedTool[];
}

export interface HelloOkFrame {
  readonly type: 'hello_ok';
  readonly connection_id: string;
  readonly accepted: readonly string[];
  /** Our addition: how long the runtime waits for an answer. Milliseconds. */
  readonly invoke_timeout_ms: number | undefined;
}

export interface InvokeFrame {
  readonly type: 'invoke';
  readonly call_id: string;
  readonly run_id: string | undefined;
  readonly agent_id: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

/** Our addition: the runtime no longer waits for this call. Peers that do not know it ignore it. */
export interface CancelFrame {
  readonly type: 'cancel';
  readonly call_id: string;
}

export interface ResultFrame {
  readonly type: 'result';
  readonly call_id: string;
  readonly ok: boolean;
  readonly output: Json | undefined;
  readonly error: string | undefined;
}

/** Most characters of a bare name: prefix and bare name together have at most 64. */
export const MAX_BARE_NAME = 64 - TOOL_PREFIX.length;

/** A runtime skips other names. */
export function isBareToolName(name: string): boolean {
  return name.length <= MAX_BARE_NAME && /^[a-zA-Z0-9_-]+$/.test(name);
}

/** The bare name behind either spelling of a tool's name. */
export function bareToolName(name: string): string {
  return name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : name;
}

/** The WebSocket address of a runtime. Only scheme, host, port and path of its base address count. */
export function clientToolsUrl(base: { protocol: string; host: string; pathname: string }): string {
  const scheme = base.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${base.host}${base.pathname.replace(/\/+$/, '')}${CLIENT_TOOLS_PATH}`;
}

/**
 * The sub-protocol entry that carries a bearer. Undefined for a token that cannot be one: an entry is a "token" of
 * RFC 9110, so it holds neither spaces nor any of `"(),/:;<=>?@[\]{}`.
 */
export function bearerProtocol(token: string): string | undefined {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(token) ? BEARER_PROTOCOL_PREFIX + token : undefined;
}

/**
 * The first frame of a client. Names that a runtime would skip are left out, and so is a schema that is no object:
 * it would make the model's provider refuse the whole run.
 */
export function helloFrame(client: string, tools: readonly AdvertisedTool[]): string {
  const sendable = tools
    .filter((tool) => isBareToolName(tool.name))
    .map(({ name, description, input_schema: schema }) => ({
      name,
      description,
      input_schema:
        typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : undefined,
    }));
  return JSON.stringify({ type: 'hello', client, tools: sendable });
}
