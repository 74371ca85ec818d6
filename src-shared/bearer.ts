/** Whether a token can travel the way it is to travel. Tokens themselves never stand in what is said about them. */
import { bearerProtocol } from './client-tools.ts';
import type { BearerWay } from './settings.ts';

/**
 * What is wrong with a token, for the person; undefined for one that can be sent. An empty one means that none is sent.
 * A header value can hold visible ASCII only: a line break would even add a header.
 */
export function tokenProblem(token: string, way: BearerWay): string | undefined {
  if (token === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(token))
    return 'The token holds a space, a line break or another character that cannot be sent.';
  if (way === 'subprotocol' && bearerProtocol(token) === undefined)
    return 'The token holds a character that a WebSocket sub-protocol cannot carry, such as / = or a comma. Send it by header.';
  return undefined;
}
