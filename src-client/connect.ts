/** Runs single tools on a machine, with no model in between: a client of direct execution for browsers and Node. */
import type { Json } from '../src-shared/json.ts';
import { DirectCaller, type ExecResult, failed } from './direct-caller.ts';
import { type DirectKeys, keysFromSeed } from './direct-keys.ts';
import { findMachine } from './find-machine.ts';
import type { WebSocketConstructor, WebSocketLike } from './web-socket-like.ts';

export { type DirectKeys, type ExecResult, keysFromSeed };

/** As the published client waits. Milliseconds. */
const CALL_TIMEOUT_MS = 60_000;

/** A person at the machine may have to say yes first. Milliseconds. */
const CONNECT_TIMEOUT_MS = 6 * 60_000;

export interface ConnectOptions {
  /** Who calls. Without it only a local socket takes commands. */
  readonly keys?: DirectKeys;
  /** Where to ask for the place of an address. */
  readonly relay?: string;
  /** Asked for an invite code where the machine wants one. */
  readonly inviteCode?: () => Promise<string | undefined>;
  readonly connectTimeoutMs?: number;
  /** Where there is no global `WebSocket` (Node before 22): the one of the `ws` package. */
  readonly WebSocketImpl?: WebSocketConstructor;
  /** Instead of a look-up: a socket to the machine that is being opened, as to a local one. */
  readonly openSocket?: () => WebSocketLike;
}

export interface Machine {
  /** Resolves to nothing once commands are taken, or to what is in the way. */
  readonly connected: Promise<string | undefined>;
  /**
   * Runs one tool. Never rejects: what goes wrong is in the result. Many may be under way on the one socket; none is
   * ever sent twice. `timeout` in milliseconds, 60,000 by default.
   */
  call(tool: string, args?: Json, options?: { readonly timeout?: number }): Promise<ExecResult>;
  close(): void;
}

/** Connects in the background; a connection that was lost is opened anew by the next call. */
export function connect(target: string, options: ConnectOptions = {}): Machine {
  let caller = open(target, options);
  let closed = false;
  return {
    get connected() {
      return caller.then((opened) => (typeof opened === 'string' ? opened : opened.connected));
    },
    async call(tool, args = {}, { timeout = CALL_TIMEOUT_MS } = {}) {
      if (closed) return failed('the connection was closed by its owner');
      const before = await caller;
      if (typeof before !== 'string' && before.isOver) caller = open(target, options);
      const opened = await caller;
      return typeof opened === 'string' ? failed(opened) : opened.call(tool, args, timeout);
    },
    close() {
      closed = true;
      void caller.then((opened) => typeof opened !== 'string' && opened.close());
    },
  };
}

async function open(target: string, options: ConnectOptions): Promise<DirectCaller | string> {
  const { keys, inviteCode, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  try {
    if (options.openSocket) return new DirectCaller({ socket: options.openSocket(), connectTimeoutMs });
    const found = await findMachine(target, options.relay);
    if (!found.ok) return found.error;
    const Socket = options.WebSocketImpl ?? globalThis.WebSocket;
    if (Socket === undefined) return 'there is no global WebSocket: pass one as WebSocketImpl';
    const socket = new Socket(found.url, []);
    return new DirectCaller({ socket, keys, to: found.address, connectTimeoutMs, inviteCode });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
