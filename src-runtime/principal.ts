/** Who a connection or a request belongs to, found from its bearer and from nothing else that it says. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BEARER_PROTOCOL_PREFIX } from '../src-shared/client-tools.ts';
import { headerLines } from './header-lines.ts';

export interface Principal {
  readonly tenant: string;
  readonly subject: string;
  /** What its bearer is good for. Left out by a program that makes its own table: everything. */
  readonly scopes?: readonly string[];
  /** Which tools may be called with its bearer: exact names, or beginnings that end in `*`. Left out: all. */
  readonly tools?: readonly string[];
}

/** Finds the principal of a bearer. An implementation compares in constant time. */
export type PrincipalLookup = (bearer: string) => Principal | undefined;

/** An entry of a table knows its bearer by the SHA-256 alone. */
export interface PrincipalEntry {
  readonly digest: Buffer;
  readonly principal: Principal;
}

/** The key under which tools are filed and calls are routed; different principals never share one. */
export function routingKey(principal: Principal): string {
  return JSON.stringify([principal.tenant, principal.subject]);
}

/** The scopes that the published runtime takes for `runs:create`, which client tools need. */
const SUFFICIENT_SCOPES = new Set(['runs:create', 'substrate:admin', 'substrate:tenant', 'substrate:user']);

/** Whether the bearer of this principal may offer and call client tools. */
export function mayOfferTools({ scopes }: Principal): boolean {
  return scopes === undefined || scopes.some((scope) => SUFFICIENT_SCOPES.has(scope));
}

/** A lookup over fixed bearers. */
export function lookupIn(principals: ReadonlyMap<string, Principal>): PrincipalLookup {
  return lookupAmong([...principals].map(([bearer, principal]) => ({ digest: sha256(bearer), principal })));
}

/** A lookup that takes equally long whichever entry matches, or none. */
export function lookupAmong(entries: readonly PrincipalEntry[]): PrincipalLookup {
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
 * The bearer of an upgrade request: of the header, the cookie and the sub-protocol, the first that is present decides,
 * even if it is unusable. As in the published runtime only the first `Sec-WebSocket-Protocol` line is searched.
 */
export function upgradeBearer(request: IncomingMessage): string | undefined {
  if (request.headers.authorization !== undefined) return headerBearer(request);
  const cookie = sessionCookie(request.headers.cookie ?? '');
  if (cookie !== undefined) return cookie;
  const [line = ''] = headerLines(request, 'sec-websocket-protocol');
  return line
    .split(',')
    .map((entry) => entry.trim())
    .find((entry) => entry.startsWith(BEARER_PROTOCOL_PREFIX))
    ?.slice(BEARER_PROTOCOL_PREFIX.length);
}

/** The cookie of the published runtime's own pages. */
function sessionCookie(header: string): string | undefined {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith('loomcycle_session='))
    ?.slice('loomcycle_session='.length)
    .replace(/^"(.*)"$/, '$1');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
