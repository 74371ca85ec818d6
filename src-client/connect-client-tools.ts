/** The door of the helper: offers tools to an agent runtime from a browser page, an extension, an IDE or a script. */
import {
  type AdvertisedTool,
  bearerProtocol,
  CLIENT_TOOLS_PROTOCOL,
  clientToolsUrl,
  helloFrame,
} from '../src-shared/client-tools.ts';
import type { Clock } from '../src-shared/clock.ts';
import { type ClientToolsStatus, ReconnectingHost } from './reconnecting-host.ts';
import type { ToolCall } from './tool-calls.ts';
import type { WebSocketConstructor } from './web-socket-like.ts';

export type { AdvertisedTool, ClientToolsStatus, ToolCall, WebSocketConstructor };

/** The published runtime waits this long for an answer unless told otherwise. Milliseconds. */
const INVOKE_TIMEOUT_MS = 60_000;

export interface ConnectClientToolsOptions {
  /** Base address of the runtime: `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** The bearer. It travels as a sub-protocol entry, since a page cannot set headers. */
  readonly authToken?: string;
  /** Bare names of letters, digits, `_` and `-`, at most 56 characters; a model sees them behind `client__`. */
  readonly tools: readonly AdvertisedTool[];
  /** Runs one call. What it returns is the output, what it throws the error that the model reads. */
  onInvoke(call: ToolCall): unknown;
  /** Hears each change of the status, which begins as `connecting`. */
  onStatus?(status: ClientToolsStatus): void;
  /** Told to the runtime, for its log. */
  readonly clientName?: string;
  /** Where there is no global `WebSocket` (Node before 22): the one of the `ws` package. */
  readonly WebSocketImpl?: WebSocketConstructor;
  /** Whether to connect again when a connection ends; true by default. */
  readonly reconnect?: boolean;
  /** How long the runtime waits for an answer, where it does not say so itself; 60,000 ms by default. */
  readonly invokeTimeoutMs?: number;
  /** The largest message that the runtime takes; 1,048,576 bytes by default. */
  readonly maxFrameBytes?: number;
}

/** A client that is connected, or on its way to be. */
export interface ClientToolHost {
  readonly status: ClientToolsStatus;
  /** Ends a wait and connects at once, as when the machine is online again. */
  retryNow(): void;
  /** Ends it for good. Calls under way are aborted and not answered. */
  close(): void;
}

/**
 * Connects, and stays connected until `close`. Throws a TypeError for options that can never work: an address that is
 * none, a token that no sub-protocol entry can hold, no WebSocket. Everything later is told to `onStatus`.
 */
export function connectClientTools(options: ConnectClientToolsOptions): ClientToolHost {
  const { authToken, tools } = options;
  const url = clientToolsUrl(new URL(options.baseUrl));
  const protocols = [CLIENT_TOOLS_PROTOCOL, ...(authToken ? [bearerEntry(authToken)] : [])];
  const Socket = options.WebSocketImpl ?? globalThis.WebSocket;
  if (Socket === undefined) throw new TypeError('there is no global WebSocket: pass one as WebSocketImpl');
  return new ReconnectingHost({
    openSocket: () => new Socket(url, protocols),
    hello: helloFrame(options.clientName ?? 'doorman-client-tools', tools),
    names: tools.map(({ name }) => name),
    onInvoke: (call) => options.onInvoke(call),
    onStatus: (status) => options.onStatus?.(status),
    reconnect: options.reconnect ?? true,
    invokeTimeoutMs: options.invokeTimeoutMs ?? INVOKE_TIMEOUT_MS,
    maxFrameBytes: options.maxFrameBytes,
    clock,
    random: Math.random,
  });
}

/** The message does not repeat the token. */
function bearerEntry(token: string): string {
  const entry = bearerProtocol(token);
  if (entry === undefined)
    throw new TypeError('authToken holds a character that a WebSocket sub-protocol cannot carry');
  return entry;
}

const clock: Clock = {
  now: () => ({ wall: Date.now(), mono: performance.now() }),
  after(ms, run) {
    // A longer timer would fire at once.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
