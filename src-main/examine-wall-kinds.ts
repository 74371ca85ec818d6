/** Builds each kind of wall around a few planted things, and tries from inside what it must stop. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
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
import type { Network } from './network/network.ts';
import type { Places } from './this-machine.ts';
import { runProcess } from './tools/run-process.ts';
import { raiseWall, type WallPlaces } from './tools/wall.ts';
import { PROXY_ENVIRONMENT } from './tools/wall-network.ts';

const KINDS = Object.keys(LET_THROUGH) as Exclude<Wall, 'none'>[];

const BASH = ['bash', '--noprofile', '--norc', '-c', PROBE_SCRIPT];
const BUDGET_MS = 10_000;

export interface KindsQuestion {
  readonly places: Places;
  /** Where programs are looked up. */
  readonly path: string;
  /** An empty folder, canonical, outside of what is private behind a wall. */
  readonly scratch: string;
  /** Missing where this machine gives none to a wall. */
  readonly network: Network | undefined;
}

export async function examineWallKinds(question: KindsQuestion): Promise<readonly Finding[]> {
  const { places, scratch } = question;
  const listener = await listenOnLoopback();
  try {
    const planted = await plant(scratch, listener.port);
    const around: WallPlaces = {
      cwd: planted.shared,
      home: places.home,
      folders: [planted.shared, planted.workspace],
      workspaces: [planted.workspace],
      secretPlaces: [...places.secretPlaces(), dirname(planted.secretFile)],
      ownPaths: [...places.ownPaths, dirname(planted.ownFile)],
    };
    const bare = await tryBehind('none', around, planted, question);
    const findings: Finding[] = [];
    for (const kind of KINDS) {
      const tried = await tryBehind(kind, around, planted, question);
      findings.push(checkWallKind(kind, tried, bare.ran ? bare.worked : new Set()));
    }
    return findings;
  } finally {
    listener.close();
  }
}

async function plant(scratch: string, port: number): Promise<ProbePlaces> {
  for (const name of ['outside', 'shared', 'trusted', 'secret', 'own']) await mkdir(join(scratch, name));
  const [secretFile, ownFile] = [join(scratch, 'secret', 'file'), join(scratch, 'own', 'file')];
  for (const file of [secretFile, ownFile]) await writeFile(file, 'planted by doorman doctor\n');
  return {
    outside: join(scratch, 'outside'),
    shared: join(scratch, 'shared'),
    workspace: join(scratch, 'trusted'),
    secretFile,
    ownFile,
    port,
    proxyPort: Number(new URL(PROXY_ENVIRONMENT.HTTP_PROXY ?? '').port),
    pid: process.pid,
    processName: (await readFile('/proc/self/comm', 'utf8').catch(() => '')).trimEnd(),
  };
}

async function tryBehind(
  kind: Wall,
  around: WallPlaces,
  planted: ProbePlaces,
  { path, network }: KindsQuestion,
): Promise<Tried> {
  const way = kind === 'guarded' ? await network?.open() : undefined;
  const wall = kind === 'none' ? undefined : await raiseWall(kind, BASH, around, way);
  if (wall && !wall.ok) {
    await way?.close();
    return { ran: false, why: wall.message };
  }
  const end = await runProcess({
    argv: wall?.argv ?? BASH,
    passed: wall?.passed ?? [],
    cwd: around.cwd,
    env: { PATH: path, ...probeEnvironment(planted) },
    budgetMs: BUDGET_MS,
    keptBytes: 8192,
    walled: wall?.walled ?? false,
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
