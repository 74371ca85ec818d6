/** What a network costs a command behind the guarded wall, and what the proxy costs a download. Needs bubblewrap, socat, curl. */
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createNetwork } from '../../src-main/network/network.ts';
import { RunOutputs } from '../../src-main/tools/run-outputs.ts';
import { createShellRun } from '../../src-main/tools/shell-run.ts';
import { createShell } from '../../src-main/tools/shell-text.ts';
import { type BenchRow, durationRow, oneByOne, throughputRow, timeInTurns } from './measure.ts';

const DOWNLOAD_MIB = 64;

export async function benchNetwork(): Promise<readonly BenchRow[]> {
  // Not in /tmp, which is private behind a wall.
  const home = await realpath(await mkdtemp('/var/tmp/doorman-bench-'));
  const server = createServer((_request, response) => {
    const piece = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < DOWNLOAD_MIB; sent += 1) response.write(piece);
    response.end();
  });
  try {
    await mkdir(join(home, 'site'));
    await once(server.listen(0, '127.0.0.2'), 'listening');
    return await rows(home, `http://127.0.0.2:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    await rm(home, { recursive: true });
  }
}

async function rows(home: string, url: string): Promise<readonly BenchRow[]> {
  const [with_, without] = [runner(home, true), runner(home, false)];
  const command = await timeInTurns([
    oneByOne('without', () => without('guarded', 'true')),
    oneByOne('with', () => with_('guarded', 'true')),
  ]);
  const curl = `curl -sS -o /dev/null ${url}`;
  const download = await timeInTurns([
    oneByOne('directly', () => without('none', curl)),
    oneByOne('proxy', () => with_('guarded', curl)),
    oneByOne('tunnel', () => with_('guarded', `${curl} -p`)),
  ]);
  const ms = (name: string) => (command.get(name) ?? Number.NaN) / 1000;
  const each = (name: string) => (download.get(name) ?? Number.NaN) / DOWNLOAD_MIB;
  return [
    durationRow(
      'shell_run of true, guarded, with a network against without',
      'ms',
      ms('without'),
      ms('with'),
    ),
    throughputRow(
      `${DOWNLOAD_MIB} MiB by curl, through the proxy against without a wall`,
      'MiB/s',
      each('directly'),
      each('proxy'),
    ),
    throughputRow(
      `${DOWNLOAD_MIB} MiB by curl, through a tunnel against without a wall`,
      'MiB/s',
      each('directly'),
      each('tunnel'),
    ),
  ];
}

/** Runs commands through the tool. */
function runner(home: string, network: boolean) {
  const { open } = createNetwork({
    folder: join(home, `net-${network}`),
    refuses: () => undefined,
    lookUp: async () => [],
    routes: async () => [undefined],
  });
  const tool = createShellRun(
    createShell({
      home,
      folders: () => [join(home, 'site')],
      parseShell: async () => ({ kind: 'plain', commands: [], reads: [] }),
      shell: { path: ['/usr/bin', '/bin'], user: 'bench', shell: '/bin/bash', tmpDir: '/tmp', locale: {} },
      wall: () => ({ available: true, required: false, text: '', network }),
      openNetwork: open,
      secretPlaces: () => [],
      ownPaths: [],
      secretPlace: () => undefined,
    }),
    new RunOutputs(),
  );
  return async (wall: 'guarded' | 'none', command: string): Promise<void> => {
    const resolved = await tool.resolve({ command });
    if (!resolved.ok) throw new Error(resolved.message);
    const ran = await tool.run(resolved.action, {
      wall,
      call: { id: 'c-1', origin: { door: 'local', caller: 'bench' } },
      signal: new AbortController().signal,
      budgetMs: 60_000,
      maxResultBytes: 100_000,
    });
    await tool.release?.(resolved.action);
    if (!ran.ok || ran.result.kind !== 'data' || ran.result.value.exit_code !== 0)
      throw new Error(JSON.stringify(ran));
  };
}
