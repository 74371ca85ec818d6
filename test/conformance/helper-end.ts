/** How an end looks to the helper: a WebSocket of a page is told nothing about a refused handshake. */
import assert from 'node:assert/strict';
import type { ClientToolsStatus } from '../../src-client/connect-client-tools.ts';
import type { End } from './peer.ts';

/** Throws unless the status tells that end as well as a page can know it. */
export function assertEnd(status: ClientToolsStatus, end: End): void {
  assert(status.state === 'waiting');
  assert.equal(
    status.why,
    'status' in end
      ? 'the runtime could not be reached, or refused the connection (is the token valid?)'
      : `the connection was closed (code ${end.code}${end.reason && `: ${end.reason}`})`,
  );
}
