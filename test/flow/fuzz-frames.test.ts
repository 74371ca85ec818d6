/** The short form of `npm run fuzz:frames`: odd messages in both directions, and only what can be read is acted upon. */
import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectClientTools } from '../../src-client/connect-client-tools.ts';
import { startLink } from '../../src-main/link/link.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import { feedRuntime } from '../fuzz/hostile-client.ts';
import { type FedClient, feedClient } from '../fuzz/hostile-runtime.ts';
import { seededRandom } from '../support/seeded-random.ts';

const seed = Number(process.env.DOORMAN_FUZZ_SEED ?? 5);
const frames = Number(process.env.DOORMAN_FUZZ_FRAMES ?? 5_000);
const limit = 30_000 + frames * 3;

const tool = { name: 'echo', description: '', input_schema: { type: 'object' } };

const link: FedClient = (url, acted) => {
  let ids = 0;
  return Object.assign(
    startLink({
      profile: { id: 'p', name: 'Hostile', url, invokeTimeoutMs: 60_000 },
      token: async () => 'token',
      routes: async () => [undefined],
      tools: () => [tool],
      async onCall({ tool, input }) {
        acted(tool, input);
        return {
          outcome: { kind: 'done', result: { kind: 'text', text: 'ok' } },
          ran: true,
          delivered: () => {},
        };
      },
      onStatus: () => {},
      onCounts: () => {},
      logFault: (fault) => assert.fail(fault as Error),
      clock: systemClock,
      random: () => 0,
      newCallId: () => `call-${++ids}`,
    }),
    { readsBinary: true },
  );
};

const helper: FedClient = (url, acted) => {
  const host = connectClientTools({
    baseUrl: url,
    tools: [tool],
    onInvoke: ({ tool, input }) => acted(tool, input),
    WebSocketImpl: WebSocket,
  });
  return { readsBinary: false, close: () => host.close() };
};

test.each([
  ['link', link],
  ['helper', helper],
] as const)(
  `the %s acts upon nothing but proper frames among ${frames} (seed ${seed})`,
  async (_name, client) => {
    await expect(feedClient(client, frames, seededRandom(seed))).resolves.toBeUndefined();
  },
  limit,
);

test(
  `the runtime acts upon nothing but proper frames among ${frames} (seed ${seed})`,
  async () => {
    await expect(feedRuntime(frames, seededRandom(seed))).resolves.toBeUndefined();
  },
  limit,
);
