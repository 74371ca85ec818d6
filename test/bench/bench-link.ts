/**
 * What a call costs from an agent in a runtime to a tool that does nothing and back: through the link, the flow, the
 * judgement and the journal, beside a bare WebSocket that carries the same JSON. The runtime is another process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { type LinkHost, openLinkHost } from '../support/link-host.ts';
import { noOpTool } from '../support/no-op-tool.ts';
import { BEARER, type PeerReady, type RoundDone, type RoundOrder, type Way } from './link-messages.ts';
import { type BenchRow, type Contender, durationRow, throughputRow, timeInTurns } from './measure.ts';

const MANY = 64;

/** V8 compiles what runs often in the background; until then the figures fall from round to round. Calls. */
const WARM_UP_CALLS = 6_000;

/** `out` is the folder that holds the built peer. */
export async function benchLink({ out }: { readonly out: URL }): Promise<readonly BenchRow[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-bench-')));
  const peer = fork(fileURLToPath(new URL('./link-bench-peer.js', out)), { stdio: 'inherit' });
  const ready = await nextMessage<PeerReady>(peer);
  const bare = await openBareClient(ready.bareUrl);
  const host = await openHost(root, ready.runtimeUrl);
  try {
    return await measure(peer);
  } finally {
    await host.close();
    bare.terminate();
    peer.kill();
    await rm(root, { recursive: true, force: true });
  }
}

async function measure(peer: ChildProcess): Promise<readonly BenchRow[]> {
  for (const way of ['bare', 'ours'] as const)
    for (const width of [1, MANY]) await order(peer, { way, times: WARM_UP_CALLS, width, each: false });
  const contender = (way: Way, name: string, how: Pick<RoundOrder, 'width' | 'each'>): Contender => ({
    name: `${way} ${name}`,
    run: async (times) => (await order(peer, { way, times, ...how })).micros,
  });
  const took = await timeInTurns(
    (['bare', 'ours'] as const).flatMap((way) => [
      contender(way, 'latency', { width: 1, each: true }),
      contender(way, 'one', { width: 1, each: false }),
      contender(way, 'many', { width: MANY, each: false }),
    ]),
  );
  const of = (name: string): number => took.get(name) ?? Number.NaN;
  return [
    durationRow('latency at 1', 'µs', of('bare latency'), of('ours latency')),
    throughputRow('throughput at 1', '1/s', of('bare one'), of('ours one')),
    throughputRow(`throughput at ${MANY}`, '1/s', of('bare many'), of('ours many')),
  ];
}

async function openHost(root: string, url: string): Promise<LinkHost> {
  const host = await openLinkHost({
    root,
    tools: (folder) => [noOpTool(folder)],
    runtime: { url, invokeTimeoutMs: 60_000, bearer: BEARER },
    onFault: (line) => {
      throw new Error(line);
    },
  });
  await host.connected();
  return host;
}

/** Reads the call and answers it, with the frames that a link and a runtime exchange. */
async function openBareClient(url: string): Promise<WebSocket> {
  const client = new WebSocket(url, { perMessageDeflate: false });
  client.on('message', (data) => {
    const { call_id, input } = JSON.parse(data.toString());
    client.send(JSON.stringify({ type: 'result', call_id, ok: true, output: String(input.n) }));
  });
  await once(client, 'open');
  return client;
}

async function order(peer: ChildProcess, round: RoundOrder): Promise<RoundDone> {
  const done = nextMessage<RoundDone>(peer);
  peer.send(round);
  return done;
}

/** Rejects when the peer ends instead. */
function nextMessage<T>(peer: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the peer ended with ${code}`));
    peer.once('exit', ended);
    peer.once('message', (message) => {
      peer.off('exit', ended);
      resolve(message as T);
    });
  });
}
