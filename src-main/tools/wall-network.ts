/** The one way out of the guarded wall: the socket of a proxy, and a bridge to it that programs can use like any proxy. */
import type { Json } from '../../src-shared/json.ts';

/** Where the programs of one run went: each `host:port` once. */
export interface NetworkTraffic {
  readonly reached: readonly string[];
  /** Followed by what was wrong with it. */
  readonly refused: readonly string[];
  /** Let through and not reached. Followed by why. */
  readonly failed: readonly string[];
  /** How many more there were than the lists hold. */
  readonly unlisted: number;
}

/** A proxy for one run alone. */
export interface RunNetwork {
  /** Canonical path of the Unix socket on which it listens. */
  readonly socket: string;
  traffic(): NetworkTraffic;
  /** Ends every connection. May be called again. */
  close(): Promise<void>;
}

/** Where the socket stands behind the wall. */
export const PROXY_SOCKET = '/run/doorman-proxy.sock';

/** Below the ports that the system gives out by itself (32768 and up), and not registered for anything (IANA). */
const PORT = 31280;

/**
 * Started before the command and known to listen when that begins: `sh` waits until socat says so, and becomes the
 * command. The bridge belongs to nobody (its parent has gone), so no program has a child that it did not start, and it
 * ends with the process ids of the wall. What it goes on to say has no reader, which socat does not mind.
 * `-t`: seconds that one side may go on after the other has ended.
 */
const BRIDGE =
  `: "$( { socat -d -d -t 60 -b 65536 TCP-LISTEN:${PORT},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${PROXY_SOCKET} ` +
  '2>&1 >/dev/null & } | while read -r line; do case $line in *listening*) break ;; esac; done )"\nexec "$@"';

/** The argument list that starts the bridge and becomes `argv`. Without socat it becomes `argv` all the same. */
export function bridged(argv: readonly string[]): readonly string[] {
  return ['sh', '-c', BRIDGE, 'sh', ...argv];
}

/** A command that succeeds where the bridge listens (proc(5), /proc/net/tcp). */
export const BRIDGE_CHECK: readonly string[] = [
  'grep',
  '-q',
  `:${PORT.toString(16).toUpperCase()} 0*:0000 0A `,
  '/proc/net/tcp',
];

const PROXY = `http://127.0.0.1:${PORT}`;

/** What is behind the wall itself needs no proxy: a server that a test starts, say. */
const DIRECT = 'localhost,127.0.0.1,::1';

/** Makes programs use the bridge. Most read the first ones, some only those in small letters. */
export const PROXY_ENVIRONMENT: Readonly<Record<string, string>> = {
  HTTP_PROXY: PROXY,
  HTTPS_PROXY: PROXY,
  ALL_PROXY: PROXY,
  NO_PROXY: DIRECT,
  http_proxy: PROXY,
  https_proxy: PROXY,
  all_proxy: PROXY,
  no_proxy: DIRECT,
  // Node's own fetch and http look at them only when told to (22.21, 24 and later).
  NODE_USE_ENV_PROXY: '1',
  YARN_HTTP_PROXY: PROXY,
  YARN_HTTPS_PROXY: PROXY,
  ELECTRON_GET_USE_PROXY: '1',
};

/** For the result of a run; nothing where nothing went anywhere. */
export function trafficReport(network: RunNetwork | undefined): { readonly [key: string]: Json } | undefined {
  if (!network) return undefined;
  const { reached, refused, failed, unlisted } = network.traffic();
  const report = {
    ...(reached.length > 0 ? { reached: [...reached] } : {}),
    ...(refused.length > 0 ? { refused: [...refused] } : {}),
    ...(failed.length > 0 ? { failed: [...failed] } : {}),
    ...(unlisted > 0 ? { more: unlisted } : {}),
  };
  return Object.keys(report).length > 0 ? report : undefined;
}
