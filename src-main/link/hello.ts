/** How this end introduces itself when it connects: the sub-protocols and the headers. */
import { CLIENT_TOOLS_PROTOCOL } from '../../src-shared/client-tools.ts';

/** The sub-protocols to offer: the bearer travels in a header, so only the application's. */
export const offeredProtocols = [CLIENT_TOOLS_PROTOCOL];

/** An empty token counts as none. */
export function bearerHeader(token: string | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A header value can hold visible ASCII only; a line break would even add a header. */
export function isSendableToken(token: string | undefined): boolean {
  return !token || /^[\x21-\x7e]+$/.test(token);
}
