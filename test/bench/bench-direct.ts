/**
 * What a trivial command costs through the local socket: frames, flow, judgement, journal and run, behind each wall, beside
 * a bare spawn of the same command. Host and caller share this process, so the caller's cost is in ours.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLocalSocket } from '../../src-main/direct/local-socket.ts';
import { callRooms, joinRooms } from '../../src-main/join-rooms.ts';
import { openDirect } from '../../src-main/open-direct.ts';
import { openRooms } from '../../src-main/open-rooms.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import { spawnThrough } from '../../src-main/tools/run-process.ts';
import { SpawnThread } from '../../src-main/tools/spawn-thread.ts';
import type { Wall } from '../../src-shared/action.ts';
import { openDirectSocket } from '../support/direct-socket.ts';
import { type BenchRow, type Contender, durationRow, oneByOne, sideBySide, timeInTurns } from './measure.ts';

const COMMAND = 'echo hello';
const AT_ONCE = 8;
const WALLS: readonly Wall[] = ['none', 'read-only', 'guarded'];

export async function benchDirect({ out }: { readonly out: URL }): Promise<readonly BenchRow[]> {
  const homeBefore = process.env.HOME;
  // Not in /tmp, which is private behind a wall.
  const home = await realpath(await mkdtemp('/var/tmp/doorman-bench-'));
  process.env.HOME = home;
  const thread = new SpawnThread(fileURLToPath(new URL('spawn-worker.js', out)));
  const startHere = spawnThrough(thread.spawn);
  const host = await openHost(home, fileURLToPath(new URL('shell-parser-worker.js', out)));
  try {
    return [
      ...(await rows(host.run, home, 'one at a time', oneByOne)),
      ...(await rows(host.run, home, `${AT_ONCE} at once`, (name, run) => sideBySide(name, AT_ONCE, run))),
    ];
  } finally {
    await host.close();
    startHere();
    await thread.close();
    process.env.HOME = homeBefore;
    await rm(home, { recursive: true });
  }
}

async function rows(
  run: (wall: Wall) => Promise<void>,
  home: string,
  how: string,
  measured: (name: string, work: () => Promise<unknown>) => Contender,
): Promise<readonly BenchRow[]> {
  const contenders = [
    measured('bare', () => bareSpawn(join(home, 'site'))),
    ...WALLS.map((wall) => measured(wall, () => run(wall))),
  ];
  const times = await timeInTurns(contenders);
  const ms = (name: string) => (times.get(name) ?? Number.NaN) / 1000;
  return WALLS.map((wall) => {
    const behind = wall === 'none' ? 'without a wall' : `${wall} wall`;
    return durationRow(`shell_run through the local socket, ${behind}, ${how}`, 'ms', ms('bare'), ms(wall));
  });
}

/** A host with its real rooms. Which wall a verdict names is set by hand, after the real judgement. */
async function openHost(home: string, workerFile: string) {
  const paths = doormanPaths({ DOORMAN_HOME: join(home, 'doorman') });
  await mkdir(paths.home, { mode: 0o700 });
  await mkdir(join(home, 'site'));
  await writeFile(paths.settingsFile, JSON.stringify({ folders: [join(home, 'site')] }));
  const routes = async () => [undefined];
  const opened = await openRooms(paths, process.env, workerFile, routes);
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const joined = joinRooms(opened, { env: process.env, routes, log, journalFolder: paths.journalFolder });
  const real = callRooms(joined, log);
  const wanted: { wall: Wall } = { wall: 'none' };
  const rooms: typeof real = {
    ...real,
    async decide(action, input) {
      const { reasons } = await real.decide(action, input);
      return { kind: 'allow', wall: wanted.wall, reasons };
    },
  };
  const direct = await openDirect(joined, rooms, paths);
  const { socket: file, socketFolder: folder } = paths;
  const handle = async () => ({ ok: false as const, error: 'not here' });
  const listening = await openLocalSocket({ socket: file, folder, handle, upgrade: direct.local.upgrade });
  const socket = await openDirectSocket(file);
  return {
    async run(wall: Wall) {
      wanted.wall = wall;
      const { status, result, error } = await socket.exec('bash', { command: COMMAND });
      if (status !== 'success' || result !== 'hello') throw new Error(error ?? result);
    },
    async close() {
      socket.close();
      await direct.close();
      await listening.close();
      await joined.runtimes.close();
      await joined.journal.close();
      for (const { close } of [opened.permissions, opened.parser, opened.masker]) await close();
    },
  };
}

function bareSpawn(cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = ['--noprofile', '--norc', '-c', COMMAND];
    const child = spawn('bash', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
  });
}
