/** The door of `GET /v1/client-tools`: who may upgrade to a WebSocket, and the exact refusal for everybody else. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { CLIENT_TOOLS_PATH, CLIENT_TOOLS_PROTOCOL } from '../src-shared/client-tools.ts';
import { type Admission, admitBearer, type GateOptions } from './gate.ts';
import { upgradeBearer } from './principal.ts';
import { hangUp, type Refusal, textRefusal } from './refusal.ts';
import { type ServeOptions, serveClient } from './serve-client.ts';
import { handshakeProblem } from './upgrade-check.ts';

export interface EndpointOptions extends ServeOptions, GateOptions {
  readonly maxFrameBytes: number;
  /** Whether this request may have been meant for this runtime, by the host that it names. */
  isOurs(request: IncomingMessage): boolean;
}

export interface Endpoint {
  /** Takes an HTTP request that asks for an upgrade, whatever its path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** What a request for this path is told that asks for no upgrade. */
  refusal(request: IncomingMessage): Refusal;
  /** Drops every socket without a close frame, as the published runtime does when it stops. */
  close(): void;
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxFrameBytes,
    handleProtocols: appProtocol,
    WebSocket: limitedSocket(options.maxFrameBytes),
  });
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {});
      const admission = admit(request, options);
      if (admission.kind === 'refused') return hangUp(socket, admission.refusal);
      server.handleUpgrade(request, socket, head, (client) =>
        serveClient(client, socket, admission.principal, options),
      );
    },
    refusal(request) {
      const admission = admit(request, options);
      return admission.kind === 'refused' ? admission.refusal : textRefusal(426, 'Upgrade Required');
    },
    close() {
      for (const client of server.clients) client.terminate();
    },
  };
}

function admit(request: IncomingMessage, options: EndpointOptions): Admission {
  const early = misplaced(request, options);
  if (early) return { kind: 'refused', refusal: early };
  const admission = admitBearer(upgradeBearer(request), options);
  if (admission.kind === 'refused') return admission;
  const problem = handshakeProblem(request);
  return problem ? { kind: 'refused', refusal: problem } : admission;
}

/** What the published runtime's router turns away before it looks at a bearer; the check of the host is ours. */
function misplaced(request: IncomingMessage, options: EndpointOptions): Refusal | undefined {
  if (!options.isOurs(request)) return textRefusal(403, 'this runtime answers to its loopback address only');
  if ((request.url ?? '').split('?')[0] !== CLIENT_TOOLS_PATH) return textRefusal(404, 'not found');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return textRefusal(405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
  return undefined;
}

/** Only the application's protocol is echoed, in the client's own spelling; the bearer's entry never is. */
function appProtocol(offered: Set<string>): string | false {
  return [...offered].find((entry) => entry.toLowerCase() === CLIENT_TOOLS_PROTOCOL) ?? false;
}

/** A socket that says why it closes after a message over the limit, in the published words (limit plus one). */
function limitedSocket(maxFrameBytes: number): typeof WebSocket {
  return class extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      super.close(code, code === 1009 ? `read limited at ${maxFrameBytes + 1} bytes` : reason);
    }
  };
}
