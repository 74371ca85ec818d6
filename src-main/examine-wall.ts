/** Builds each kind of wall around a few planted things, and tries from inside what it must stop. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Wall } from '../src-shared/action.ts';
import type { Finding } from '../src-shared/doctor.ts';
import { checkWallKind, type Tried } from './doctor/check-wall.ts';
import {
  attemptsIn,
  LET_THROUGH,
  PROBE_SCRIPT,
  type ProbePlaces,
  probeEnvironment,
} from './doctor/wall-probe.ts';
import type { Places } from './this-machine.ts';
import { runProcess } from './tools/run-process.ts';
import { raiseWall, type WallPlaces } from './tools/wall.ts';

const KINDS = Object.keys(LET_THROUGH) as Exclude<Wall, 'none'>[];

const BASH = ['bash', '--noprofile', '--norc', '-c', PROBE_SCRIPT];
const BUDGET_MS = 10_000;

/** `path` is where programs are looked up, `cache` the person's folder for what may go any time. */
export async function examineWalls(places: Places, path: string, cache: string): Promise<readonly Finding[]> {
  const listener = await listenOnLoopback();
  const base = await plant(cache);
  try {
    const planted = await plantedPlaces(base, listener.port);
    const around: WallPlaces = {
      cwd: planted.shared,
      home: places.home,
      folders: [planted.shared, planted.workspace],
      workspaces: [planted.workspace],
      secretPlaces: [...places.secretPlaces(), join(base, 'secret')],
      ownPaths: [...places.ownPaths, join(base, 'own')],
    };
    const bare = await tryBehind('none', around, planted, path);
    const findings: Finding[] = [];
    for (const kind of KINDS) {
      const tried = await tryBehind(kind, around, planted, path);
      findings.push(checkWallKind(kind, tried, bare.ran ? bare.worked : new Set()));
    }
    return findings;
  } finally {
    listener.close();
    await rm(base, { recursive: true, force: true });
  }
}

async function plant(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const base = await realpath(await mkdtemp(join(cache, 'doorman-doctor-')));
  for (const name of ['outside', 'shared', 'trusted', 'secret', 'own']) await mkdir(join(base, name));
  for (const name of ['secret', 'own'])
    await writeFile(join(base, name, 'file'), 'planted by doorman doctor\n');
  return base;
}

async function plantedPlaces(base: string, port: number): Promise<ProbePlaces> {
  return {
    outside: join(base, 'outside'),
    shared: join(base, 'shared'),
    workspace: join(base, 'trusted'),
    secretFile: join(base, 'secret', 'file'),
    ownFile: join(base, 'own', 'file'),
    port,
    pid: process.pid,
    processName: (await readFile('/proc/self/comm', 'utf8').catch(() => '')).trimEnd(),
  };
}

async function tryBehind(kind: Wall, around: WallPlaces, planted: ProbePlaces, path: string): Promise<Tried> {
  const wall = kind === 'none' ? undefined : await raiseWall(kind, BASH, around);
  if (wall && !wall.ok) return { ran: false, why: wall.message };
  const end = await runProcess({
    argv: wall?.argv ?? BASH,
    passed: wall?.passed ?? [],
    cwd: around.cwd,
    env: { PATH: path, ...probeEnvironment(planted) },
    budgetMs: BUDGET_MS,
    keptBytes: 8192,
    walled: wall !== undefined,
  }).finally(() => wall?.lower());
  if (end.kind === 'not-started') return { ran: false, why: `${end.why}.` };
  if (end.exitCode !== 0) {
    const said = end.stderr.head.toString('utf8').split('\n', 1)[0] || 'it did not come to an end';
    return { ran: false, why: `${said}.` };
  }
  return { ran: true, worked: attemptsIn(end.stdout.head.toString('utf8')) };
}

async function listenOnLoopback(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
