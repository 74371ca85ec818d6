import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNetwork } from '../../../../src-main/network/network.ts';
import { createReach } from '../../../../src-main/network/reach.ts';
import { openRunProxy } from '../../../../src-main/network/run-proxy.ts';
import { allButTheTest, openTunnel, PUBLIC, privateFolder, startBytes, tunnel } from './network-fixture.ts';

const routes = async () => [undefined];
const never = () => new Promise<never>(() => undefined);

async function open(
  connections: number,
  idleMs: number,
  lookUp: (host: string) => Promise<readonly string[]>,
) {
  const folder = await privateFolder();
  await mkdir(folder, { recursive: true });
  const socket = join(folder, 'p');
  const reach = createReach({ lookUp, refuses: allButTheTest, routes });
  const proxy = await openRunProxy({ socket, reach, limits: { connections, idleMs } });
  onTestFinished(() => proxy.close());
  return { ...proxy, socket };
}

it('opens no more ways than the limit for many requests on one connection', async () => {
  let asked = 0;
  const run = await open(4, 5_000, () => {
    asked += 1;
    return never();
  });
  const client = connect(run.socket);
  onTestFinished(() => void client.destroy());
  const one = (at: number) => `GET http://h${at}.example/ HTTP/1.1\r\nHost: x\r\n\r\n`;
  client.write(Array.from({ length: 200 }, (_, at) => one(at)).join(''));
  await vi.waitFor(() => expect(run.traffic().failed.length).toBeGreaterThan(0));
  expect(asked).toBe(4);
});

it('ends a way whose client has gone, though the other side takes nothing more', async () => {
  const arrived: Socket[] = [];
  const port = await startBytes((socket) => {
    socket.pause();
    socket.on('error', () => undefined);
    arrived.push(socket);
  });
  const run = await open(1, 300, never);
  const client = await openTunnel(run, `${PUBLIC}:${port}`);
  let taken = 0;
  const written = () => {
    taken += 1;
  };
  for (let chunk = 0; chunk < 512; chunk += 1) client.write(Buffer.alloc(65_536), written);
  // Until all buffers on the way are full.
  let before = -1;
  await vi.waitFor(
    () => {
      const still = before === taken;
      before = taken;
      expect(still).toBe(true);
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(taken).toBeLessThan(512);
  client.destroy();
  await vi.waitFor(async () => {
    const again = await tunnel(run, `${PUBLIC}:${port}`);
    expect(again.status).toBe(200);
  }, 10_000);
  expect(arrived).toHaveLength(2);
});

it('shares a limit among all runs', async () => {
  let asked = 0;
  const network = createNetwork({
    folder: await privateFolder(),
    refuses: allButTheTest,
    lookUp: never,
    routes: async () => {
      asked += 1;
      return await never();
    },
    mostWays: 2,
  });
  const runs = [await network.open(), await network.open(), await network.open()];
  const clients = runs.map(({ socket }, at) => {
    const client = connect(socket);
    client.on('error', () => undefined).write(`CONNECT h${at}.example:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
    return client;
  });
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    await Promise.all(runs.map((run) => run.close()));
  });
  await vi.waitFor(() => expect(runs.flatMap((run) => run.traffic().failed)).toHaveLength(1));
  expect(asked).toBe(2);
});
