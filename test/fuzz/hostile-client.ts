/** A client that sends odd messages to our runtime, and what an agent must be told for them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ToolText } from '../../src-runtime/dispatch.ts';
import { startRuntime } from '../../src-runtime/start-runtime.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { answerIn } from './frame-rules.ts';
import { oddMessage } from './mutate.ts';

const BEARER = 'bearer-of-the-fuzzer';
const principal = { tenant: 'default', subject: 'fuzzer' };
/** Messages for one call, and calls on one connection. */
const A_CALL = 20;
const A_CONNECTION = 25;

export async function feedRuntime(frames: number, random: SeededRandom): Promise<void> {
  const runtime = await startRuntime({ principals: new Map([[BEARER, principal]]) });
  const url = `${runtime.url.replace('http', 'ws')}/v1/client-tools`;
  for (let sent = 0; sent < frames; ) {
    await sayHelloOddly(url, random);
    const socket = await connect(url);
    socket.send(JSON.stringify({ type: 'hello', tools: [{ name: 'echo' }] }));
    await once(socket, 'message');
    for (let call = 0; call < A_CONNECTION && sent < frames; call += 1, sent += A_CALL) {
      const [tool] = runtime.candidateTools(principal, { agent: ['client__echo'] });
      assert(tool, 'the connection is gone');
      await oneCall(socket, tool.call({}), random);
    }
    socket.close();
    await once(socket, 'close');
  }
  await runtime.close();
}

async function oneCall(socket: WebSocket, reply: Promise<ToolText>, random: SeededRandom): Promise<void> {
  const [data] = await once(socket, 'message');
  const { call_id } = JSON.parse(String(data));
  const proper = { type: 'result', call_id, ok: true, output: { done: true }, error: 'none' };
  let expected: string | undefined;
  for (let index = 0; index < A_CALL; index += 1) {
    const { bytes, binary } = oddMessage(random.pick([proper, { ...proper, ok: false }]), random);
    socket.send(bytes, { binary });
    expected ??= answerIn(bytes.toString(), call_id);
  }
  const last = JSON.stringify({ type: 'result', call_id, ok: true, output: 'the last' });
  socket.send(last);
  const { isError, text } = await reply;
  assert.equal(`${isError ? 'error' : 'text'}: ${text}`, expected ?? answerIn(last, call_id));
}

/** It is let in or turned away; either way nothing else comes of it. */
async function sayHelloOddly(url: string, random: SeededRandom): Promise<void> {
  const socket = await connect(url);
  const tools = [{ name: 'odd', description: 'd', input_schema: { type: 'object' } }];
  const { bytes, binary } = oddMessage({ type: 'hello', client: 'c', tools }, random);
  socket.send(bytes, { binary });
  const first = await Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data)).type),
    once(socket, 'close').then(([code]) => code),
  ]);
  assert(['hello_ok', 1003, 1008].includes(first), `a greeting was met with ${first}`);
  socket.terminate();
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, ['loomcycle.client-tools.v1', `bearer.${BEARER}`]);
  await once(socket, 'open');
  return socket;
}
