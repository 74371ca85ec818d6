/** Doorman's own link, on the real clock. */

import assert from 'node:assert/strict';
import { startLink } from '../../src-main/link/link.ts';
import { judgeEnd, type LinkEnd } from '../../src-main/link/link-end.ts';
import type { LinkOptions } from '../../src-main/link/link-options.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import type { LinkStatus } from '../../src-shared/app-state.ts';
import type { IncomingCall } from '../../src-shared/call.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { Json } from '../../src-shared/json.ts';
import type { HandledCall, Outcome, ToolResult } from '../../src-shared/outcome.ts';
import { Inbox } from '../support/inbox.ts';
import type { End, Peer, ReceivedCall, Terms } from './peer.ts';

export const linkPeer: Peer = {
  kind: 'link',
  async connect(terms) {
    const statuses = new Inbox<LinkStatus>();
    const calls = new Inbox<ReceivedCall>();
    const link = startLink(linkOptions(terms, statuses, calls));
    return {
      async opened() {
        const open = await statuses.until(({ kind }) => kind === 'open');
        assert(open.kind === 'open');
        return open.accepted;
      },
      async endsAs(end) {
        const judged = judgeEnd(linkEnd(end));
        const status = await statuses.until(({ kind }) => kind === 'blocked' || kind === 'waiting');
        assert(status.kind === 'blocked' || status.kind === 'waiting');
        assert.equal(status.kind, judged.next === 'block' ? 'blocked' : 'waiting');
        assert.deepEqual([status.reason, status.why], [judged.reason, judged.why]);
      },
      nextCall: () => calls.next(),
      close: () => link.close(),
    };
  },
};

/** What the link is told of an end; that its table reads it rightly is for its own tests. */
function linkEnd(end: End): LinkEnd {
  if (!('status' in end)) return { cause: 'closed', ...end };
  const code = end.body.startsWith('{') ? JSON.parse(end.body).code : undefined;
  return { cause: 'refused', status: end.status, code };
}

function linkOptions(
  { url, token, tools }: Terms,
  statuses: Inbox<LinkStatus>,
  calls: Inbox<ReceivedCall>,
): LinkOptions {
  let ids = 0;
  return {
    profile: { id: 'conformance', name: 'Conformance', url, invokeTimeoutMs: 60_000 },
    routes: async () => [undefined],
    token: async () => token,
    tools: () =>
      tools.map(({ name, description = '', input_schema }) => ({ name, description, input_schema })),
    onCall: (call, signal) => new Promise((resolve) => calls.push(received(call, signal, resolve))),
    onStatus: (status) => statuses.push(status),
    onCounts: () => {},
    logFault: (fault) => assert.fail(fault as Error),
    clock: systemClock,
    random: () => 0,
    newCallId: () => {
      ids += 1;
      return `call-of-doorman-${ids}`;
    },
  };
}

function received(
  { tool, input, origin }: IncomingCall,
  signal: EndSignal,
  resolve: (handled: HandledCall) => void,
): ReceivedCall {
  const end = async (outcome: Outcome) => resolve({ outcome, ran: true, delivered: () => {} });
  assert(origin.door === 'client-tools');
  return {
    callId: undefined,
    tool,
    input,
    runId: origin.runId,
    agentId: origin.agentId,
    calledOff: new Promise((settle) => signal.addEventListener('abort', () => settle())),
    answer: (output) => end({ kind: 'done', result: toolResult(output) }),
    fail: (message) => end({ kind: 'tool-failed', message }),
  };
}

function toolResult(output: Json | undefined): ToolResult {
  if (typeof output === 'string') return { kind: 'text', text: output };
  assert(
    typeof output === 'object' && output !== null && !Array.isArray(output),
    'a link has no such output',
  );
  return { kind: 'data', value: output as { readonly [key: string]: Json } };
}
