/**
 * The other process of the benchmark of the link, as a runtime is in real use: our runtime with an agent in it, and
 * beside it a WebSocket server with nothing on top. Both send a call and wait for its answer.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import { NO_OP } from '../support/no-op-tool.ts';
import { BEARER, type PeerReady, type RoundDone, type RoundOrder, type Way } from './link-messages.ts';
import { oneByOne, sideBySide } from './measure.ts';

type Call = (n: number) => Promise<unknown>;

const principal = { tenant: 'default', subject: 'bench' };
const ids = { runId: 'run-1', agentId: 'agent-1' };

function callOurs(runtime: RunningRuntime): Call {
  const [tool] = runtime.candidateTools(principal, { agent: ['*'] });
  if (!tool) throw new Error('the host offers no tool');
  return async (n) => {
    const { isError, text } = await tool.call({ n }, ids);
    if (isError || text !== String(n)) throw new Error(`call ${n} was answered with: ${text}`);
  };
}

function callBare(client: WebSocket): Call {
  const waiting = new Map<string, (output: string) => void>();
  client.on('message', (data) => {
    const { call_id, output } = JSON.parse(data.toString());
    waiting.get(call_id)?.(output);
    waiting.delete(call_id);
  });
  return async (n) => {
    const call_id = `call-${n}`;
    const answered = new Promise<string>((resolve) => waiting.set(call_id, resolve));
    const names = { run_id: ids.runId, agent_id: ids.agentId, tool: NO_OP };
    client.send(JSON.stringify({ type: 'invoke', call_id, ...names, input: { n } }));
    if ((await answered) !== String(n)) throw new Error(`call ${n} has the answer of another one`);
  };
}

function roundOf(call: Call): (order: RoundOrder) => Promise<RoundDone> {
  let n = 0;
  const next = () => {
    n += 1;
    return call(n);
  };
  return async ({ times, width, each }) => {
    const contender = each ? oneByOne('each', next) : sideBySide('all', width, next);
    return { micros: await contender.run(times) };
  };
}

const runtime = await startRuntime({ principals: new Map([[BEARER, principal]]) });
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
await once(server, 'listening');
const ready: PeerReady = {
  runtimeUrl: runtime.url,
  bareUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
};
process.send?.(ready);
const [client] = (await once(server, 'connection')) as [WebSocket];
const rounds = new Map<Way, (order: RoundOrder) => Promise<RoundDone>>();
rounds.set('bare', roundOf(callBare(client)));
process.on('message', async (order: RoundOrder) => {
  // The host says that it is connected by its first order.
  if (!rounds.has('ours')) rounds.set('ours', roundOf(callOurs(runtime)));
  process.send?.(await rounds.get(order.way)?.(order));
});
