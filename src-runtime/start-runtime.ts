/** A small agent runtime on loopback: clients offer tools over a WebSocket, scripts call them over HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_FRAME_BYTES } from '../src-shared/client-tools.ts';
import { createEndpoint } from './endpoint.ts';
import { answerHttp } from './http-api.ts';
import { lookupIn, type Principal, type PrincipalLookup } from './principal.ts';
import { Registry, type RegistryOptions } from './registry.ts';

/** Defaults are the published runtime's, where it has one. All times in milliseconds. */
export interface RuntimeOptions {
  /** Who each bearer is: a fixed table, or a lookup that compares in constant time. */
  readonly principals: ReadonlyMap<string, Principal> | PrincipalLookup;
  /** 0 (the default) lets the system choose a free port. */
  readonly port?: number;
  readonly invokeTimeoutMs?: number;
  readonly maxFrameBytes?: number;
  /** Connections a principal may hold at a time. */
  readonly maxConnections?: number;
  readonly helloTimeoutMs?: number;
  readonly pingIntervalMs?: number;
  readonly pongWaitMs?: number;
  /** Names connections and calls; by default one counter of the process for both (`ctc-1`, `call-2`). */
  readonly newId?: RegistryOptions['newId'];
  readonly after?: RegistryOptions['after'];
}

export interface RunningRuntime {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Registered client connections of all principals. */
  connections(): number;
  /** Drops all connections and resolves when the port is free. */
  close(): Promise<void>;
}

/** Starts listening on 127.0.0.1. Rejects with the system's error when it cannot, as on a port in use. */
export async function startRuntime(options: RuntimeOptions): Promise<RunningRuntime> {
  const after = options.after ?? realTimer;
  const invokeTimeoutMs = options.invokeTimeoutMs ?? 60_000;
  const maxFrameBytes = options.maxFrameBytes ?? MAX_FRAME_BYTES;
  const lookup = typeof options.principals === 'function' ? options.principals : lookupIn(options.principals);
  const registry = new Registry({
    maxConnections: options.maxConnections ?? 8,
    invokeTimeoutMs,
    after,
    newId: options.newId ?? countedIds(),
  });
  const endpoint = createEndpoint({
    registry,
    lookup,
    maxFrameBytes,
    invokeTimeoutMs,
    helloTimeoutMs: options.helloTimeoutMs ?? 10_000,
    pingIntervalMs: options.pingIntervalMs ?? 20_000,
    pongWaitMs: options.pongWaitMs ?? 10_000,
    after,
  });
  const server = createServer((request, response) => {
    void answerHttp(request, response, { registry, lookup, maxBodyBytes: maxFrameBytes });
  });
  server.on('upgrade', endpoint.upgrade);
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: () => registry.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endpoint.close();
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function countedIds(): RegistryOptions['newId'] {
  let count = 0;
  return (prefix) => {
    count += 1;
    return `${prefix}-${count}`;
  };
}

function realTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}
