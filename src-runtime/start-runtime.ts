/** A small agent runtime: clients offer tools over a WebSocket, scripts call them over HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CandidateTool, candidateTools } from './dispatch.ts';
import { createEndpoint } from './endpoint.ts';
import type { Grants } from './grants.ts';
import { answerHttp } from './http-api.ts';
import { isLoopback, isOurHost } from './loopback.ts';
import { lookupIn, type Principal, type PrincipalLookup } from './principal.ts';
import { Registry, type RegistryOptions } from './registry.ts';
import { DEFAULT_LIMITS, type RuntimeLimits } from './runtime-limits.ts';

/** Defaults are the published runtime's, where it has one. All times in milliseconds. */
export interface RuntimeOptions extends Partial<RuntimeLimits> {
  /** Who each bearer is: a fixed table, or a lookup that compares in constant time. */
  readonly principals: ReadonlyMap<string, Principal> | PrincipalLookup;
  /** The address to listen on; 127.0.0.1 by default. Nothing is encrypted, so others want a proxy in front that does it. */
  readonly host?: string;
  /** 0 (the default) lets the system choose a free port. */
  readonly port?: number;
  readonly helloTimeoutMs?: number;
  readonly pongWaitMs?: number;
  /** Names connections and calls; by default one counter of the process for both (`ctc-1`, `call-2`). */
  readonly newId?: RegistryOptions['newId'];
  readonly after?: RegistryOptions['after'];
}

export interface RunningRuntime {
  /** `http://<host>:<port>` */
  readonly url: string;
  readonly port: number;
  /** Registered client connections of all principals. */
  connections(): number;
  /** For agents in this very process: the tools that a run of this principal begins with. */
  candidateTools(principal: Principal, grants: Grants): CandidateTool[];
  /** Drops all connections and resolves when the port is free. */
  close(): Promise<void>;
}

/** Starts to listen. Rejects with the system's error when it cannot, as on a port in use. */
export async function startRuntime(options: RuntimeOptions): Promise<RunningRuntime> {
  const { principals, host = '127.0.0.1' } = options;
  const shared = {
    ...DEFAULT_LIMITS,
    helloTimeoutMs: 10_000,
    pongWaitMs: 10_000,
    after: realTimer,
    newId: countedIds(),
    ...options,
    lookup: typeof principals === 'function' ? principals : lookupIn(principals),
    isOurs: isLoopback(host) ? isOurHost : () => true,
  };
  const registry = new Registry(shared);
  const endpoint = createEndpoint({ ...shared, registry });
  const http = { ...shared, registry, endpoint, maxBodyBytes: shared.maxFrameBytes };
  const server = createServer((request, response) => void answerHttp(request, response, http));
  server.on('upgrade', endpoint.upgrade);
  const port = await listen(server, host, options.port ?? 0);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    connections: () => registry.size,
    candidateTools: (principal, grants) => candidateTools(registry, principal, grants),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endpoint.close();
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
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
