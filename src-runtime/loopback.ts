/** Who may speak to a runtime on loopback: programs of this machine, not pages that a browser was lured to. */
import type { IncomingMessage } from 'node:http';

/** Whether a listening address is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host === 'localhost';
}

/** A request by a name that is not loopback's came through somebody's DNS record (rebinding). Any port, for tunnels. */
export function isOurHost(request: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
}

/** Browsers put an `Origin` on what a page sends; scripts and agents do not. */
export function comesFromPage(request: IncomingMessage): boolean {
  return request.headers.origin !== undefined;
}
