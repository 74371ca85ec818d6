/** The helper library in Node, with the `ws` package as its WebSocket. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import {
  type ClientToolsStatus,
  connectClientTools,
  type ToolCall,
} from '../../src-client/connect-client-tools.ts';
import { Inbox } from '../support/inbox.ts';
import { assertEnd } from './helper-end.ts';
import type { Conversation, Peer, ReceivedCall, Terms } from './peer.ts';

export const nodeHelperPeer: Peer = {
  kind: 'helper-node',
  connect: async (terms) => converse(terms),
};

function converse({ url, token, tools }: Terms): Conversation {
  const statuses = new Inbox<ClientToolsStatus>();
  const calls = new Inbox<ReceivedCall>();
  const sockets: WebSocket[] = [];
  const host = connectClientTools({
    baseUrl: url,
    authToken: token,
    tools,
    onInvoke: (call) => new Promise((resolve, reject) => calls.push(received(call, resolve, reject))),
    onStatus: (status) => statuses.push(status),
    WebSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols);
        sockets.push(this);
      }
    },
  });
  const socket = () => sockets.at(-1) ?? assert.fail('no socket yet');
  return {
    async opened() {
      const status = await statuses.until(({ state }) => state === 'open');
      assert(status.state === 'open');
      return status.accepted;
    },
    endsAs: async (end) => assertEnd(await statuses.until(({ state }) => state === 'waiting'), end),
    nextCall: () => calls.next(),
    async close() {
      host.close();
      if (socket().readyState !== WebSocket.CLOSED) await once(socket(), 'close');
    },
    raw: {
      async send(frame, form = 'text') {
        socket().send(form === 'text' ? frame : Buffer.from(frame));
      },
      protocol: async () => socket().protocol,
    },
  };
}

function received(
  { callId, tool, input, runId, agentId, signal }: ToolCall,
  resolve: (output: unknown) => void,
  reject: (error: Error) => void,
): ReceivedCall {
  return {
    callId,
    tool,
    input,
    runId,
    agentId,
    calledOff: new Promise((settle) => signal.addEventListener('abort', () => settle())),
    answer: async (output) => resolve(output),
    fail: async (message) => reject(new Error(message)),
  };
}
