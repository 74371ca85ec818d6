/** A client with nothing but `ws`: it can say everything, and does nothing by itself. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { type ClientOptions, WebSocket } from 'ws';
import { Inbox } from '../support/inbox.ts';
import type { Conversation, End, Peer, ReceivedCall } from './peer.ts';

export interface BareOptions extends ClientOptions {
  readonly autoPong?: boolean;
  readonly protocols?: readonly string[];
  /** What it says first, instead of its hello. */
  readonly first?: string;
}

export function barePeer({ protocols, first, ...options }: BareOptions = {}): Peer {
  return {
    kind: 'bare',
    async connect({ url, token, tools }) {
      const entries = protocols ?? ['loomcycle.client-tools.v1', `bearer.${token}`];
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/client-tools`, [...entries], options);
      socket.on('open', () => socket.send(first ?? JSON.stringify({ type: 'hello', tools })));
      return converse(socket);
    },
  };
}

function converse(socket: WebSocket): Conversation {
  const accepted = new Inbox<readonly string[]>();
  const calls = new Inbox<ReceivedCall>();
  const ends = new Inbox<End>();
  const callOffs = new Map<string, () => void>();
  socket.on('error', () => {});
  socket.on('unexpected-response', async (_request, response) => {
    ends.push({ status: response.statusCode ?? 0, body: await text(response) });
  });
  socket.on('close', (code, reason) => {
    for (const callOff of callOffs.values()) callOff();
    ends.push({ code, reason: reason.toString() });
  });
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    if (frame.type === 'hello_ok') accepted.push(frame.accepted);
    else if (frame.type === 'cancel') callOffs.get(frame.call_id)?.();
    else calls.push(received(socket, frame, callOffs));
  });
  return {
    opened: () => accepted.next(),
    async endsAs(end) {
      assert.deepEqual(await ends.next(), end);
    },
    nextCall: () => calls.next(),
    async close() {
      socket.terminate();
    },
    raw: {
      async send(frame, form = 'text') {
        socket.send(form === 'text' ? frame : Buffer.from(frame));
      },
      protocol: async () => socket.protocol,
    },
  };
}

function received(
  socket: WebSocket,
  frame: { call_id: string; tool: string; input: unknown; run_id?: string; agent_id?: string },
  callOffs: Map<string, () => void>,
): ReceivedCall {
  const { call_id, tool, input, run_id: runId, agent_id: agentId } = frame;
  const send = async (result: object) => socket.send(JSON.stringify({ type: 'result', call_id, ...result }));
  return {
    callId: call_id,
    tool,
    input,
    runId,
    agentId,
    calledOff: new Promise((resolve) => callOffs.set(call_id, resolve)),
    answer: (output) => send({ ok: true, output }),
    fail: (error) => send({ ok: false, error }),
  };
}
