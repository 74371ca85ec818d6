/** A runtime that greets as it should and then sends odd messages; and what its client must make of them. */
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { Inbox } from '../support/inbox.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { callIn } from './frame-rules.ts';
import { oddMessage } from './mutate.ts';

/** A client that is fed: it calls `acted` for whatever it takes for a call, and answers it. */
export type FedClient = (
  url: string,
  acted: (tool: string, input: unknown) => void,
) => {
  /** Whether it reads binary messages as text, as the published runtime's peers may. */
  readonly readsBinary: boolean;
  close(): Promise<void> | void;
};

const BATCH = 200;

/** A client remembers 65,536 ids; a connection ends before it forgets one that comes again. */
const A_CONNECTION = 20_000;

export async function feedClient(start: FedClient, frames: number, random: SeededRandom): Promise<void> {
  for (let left = frames; left > 0; left -= A_CONNECTION)
    await feedConnection(start, Math.min(left, A_CONNECTION), random);
}

async function feedConnection(start: FedClient, frames: number, random: SeededRandom): Promise<void> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: ([first]) => first ?? false,
  });
  const sockets = new Inbox<WebSocket>();
  server.on('connection', (socket) => sockets.push(socket));
  await once(server, 'listening');
  const acted: string[] = [];
  const client = start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (tool, input) =>
    acted.push(JSON.stringify([tool, input])),
  );
  const socket = await sockets.next();
  const answers = new Inbox<string>();
  socket.on('message', (data) => answers.push(String(data)));
  await answers.next();
  socket.send(JSON.stringify({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['echo'] }));
  const seen = new Set<string>();
  for (let sent = 0; sent < frames; sent += BATCH) {
    const expected = sendBatch(socket, random, client.readsBinary, seen, sent);
    await answers.until((answer) => JSON.parse(answer).call_id === `mark-${sent}`);
    assert.deepEqual(acted.splice(0), [...expected, JSON.stringify(['mark', sent])]);
  }
  await client.close();
  server.close();
  assert.equal(sockets.waiting.length, 0, 'it lost its connection');
}

/** What the client must have acted upon afterwards. */
function sendBatch(
  socket: WebSocket,
  random: SeededRandom,
  readsBinary: boolean,
  seen: Set<string>,
  number: number,
): string[] {
  const expected: string[] = [];
  for (let index = 0; index < BATCH; index += 1) {
    const { bytes, binary } = oddMessage(properFrame(random, `call-${number}-${index}`), random);
    socket.send(bytes, { binary });
    const call = isUtf8(bytes) && (readsBinary || !binary) ? callIn(bytes.toString()) : undefined;
    if (!call || seen.has(call.id)) continue;
    seen.add(call.id);
    expected.push(JSON.stringify([call.tool, call.input]));
  }
  socket.send(JSON.stringify({ type: 'invoke', call_id: `mark-${number}`, tool: 'mark', input: number }));
  return expected;
}

function properFrame(random: SeededRandom, call_id: string) {
  const call = { type: 'invoke', call_id, run_id: 'r', agent_id: 'a', tool: 'echo', input: { n: 1 } };
  const greeting = {
    type: 'hello_ok',
    connection_id: 'ctc-2',
    accepted: ['echo'],
    invoke_timeout_ms: 60_000,
  };
  return random.pick([call, call, call, { type: 'cancel', call_id }, greeting]);
}
