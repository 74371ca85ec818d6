/** Who a connection or a request belongs to, found from its bearer and from nothing else that it says. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BEARER_PROTOCOL_PREFIX } from '../src-shared/client-tools.ts';

export interface Principal {
  readonly tenant: string;
  readonly subject: string;
}

/** Finds the principal of a bearer. An implementation compares in constant time. */
export type PrincipalLookup = (bearer: string) => Principal | undefined;

/** The key under which tools are filed and calls are routed; different principals never share one. */
export function routingKey(principal: Principal): string {
  return JSON.stringify([principal.tenant, principal.subject]);
}

/** A lookup over fixed bearers that takes equally long whichever entry matches, or none. */
export function lookupIn(principals: ReadonlyMap<string, Principal>): PrincipalLookup {
  const entries = [...principals].map(([bearer, principal]) => ({ digest: sha256(bearer), principal }));
  return (bearer) => {
    const digest = sha256(bearer);
    let found: Principal | undefined;
    for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry.principal;
    return found;
  };
}

/** The bearer in the `Authorization` header. A header of another scheme counts as present and unusable. */
export function headerBearer(request: IncomingMessage): string | undefined {
  return /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * The bearer of an upgrade request: the first carrier that is present decides, even if it is unusable. As in the
 * published runtime only the first `Sec-WebSocket-Protocol` line is searched.
 */
export function upgradeBearer(request: IncomingMessage): string | undefined {
  if (request.headers.authorization !== undefined) return headerBearer(request);
  const at = request.rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'sec-websocket-protocol',
  );
  const offered = at < 0 ? [] : (request.rawHeaders[at + 1] ?? '').split(',').map((entry) => entry.trim());
  return offered
    .find((entry) => entry.startsWith(BEARER_PROTOCOL_PREFIX))
    ?.slice(BEARER_PROTOCOL_PREFIX.length);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
