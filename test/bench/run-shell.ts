/** What `shell_run` costs behind each wall, one call at a time and eight at once, beside a bare spawn of the same command. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createNetwork, strictWays } from '../../src-main/network/network.ts';
import { placesToHide } from '../../src-main/policy/places-to-hide.ts';
import { secretPlace } from '../../src-main/policy/sensitive.ts';
import { RunOutputs } from '../../src-main/tools/run-outputs.ts';
import { spawnThrough } from '../../src-main/tools/run-process.ts';
import { createShellRun } from '../../src-main/tools/shell-run.ts';
import { createShell } from '../../src-main/tools/shell-text.ts';
import { SpawnThread } from '../../src-main/tools/spawn-thread.ts';
import { probeWall } from '../../src-main/tools/wall.ts';
import type { Wall } from '../../src-shared/action.ts';
import { type BenchRow, type Contender, durationRow, oneByOne, sideBySide, timeInTurns } from './measure.ts';

const COMMAND = 'echo hello';
const AT_ONCE = 8;
const PATH = ['/usr/bin', '/bin'];

type Run = () => Promise<void>;

/** `workers` is where the built thread that starts programs lies. */
export async function benchShell(workers: URL): Promise<readonly BenchRow[]> {
  // Not in /tmp, which is private behind a wall.
  const home = await realpath(await mkdtemp('/var/tmp/doorman-bench-'));
  const thread = new SpawnThread(new URL('spawn-worker.js', workers).pathname);
  const startHere = spawnThrough(thread.spawn);
  try {
    await plantProject(join(home, 'site'));
    const runs = await contenders(home);
    return [
      ...(await rows(runs, 'one at a time', oneByOne)),
      ...(await rows(runs, `${AT_ONCE} at once`, (name, run) => sideBySide(name, AT_ONCE, run))),
    ];
  } finally {
    startHere();
    await thread.close();
    await rm(home, { recursive: true });
  }
}

async function rows(
  runs: ReadonlyMap<string, Run>,
  how: string,
  measured: (name: string, run: Run) => Contender,
): Promise<readonly BenchRow[]> {
  const times = await timeInTurns([...runs].map(([name, run]) => measured(name, run)));
  const ms = (name: string) => (times.get(name) ?? Number.NaN) / 1000;
  const [bare = '', ...ours] = runs.keys();
  return ours.map((name) =>
    durationRow(`shell_run, ${name}, ${how}, against ${bare}`, 'ms', ms(bare), ms(name)),
  );
}

/** The bare way first. */
async function contenders(home: string): Promise<ReadonlyMap<string, Run>> {
  const site = join(home, 'site');
  const folders = [site];
  const network = createNetwork({ folder: join(home, 'doorman', 'network'), ...strictWays(async () => []) });
  const places = {
    home,
    folders,
    secretPlaces: placesToHide(home, folders),
    ownPaths: [join(home, 'doorman')],
  };
  const status = await probeWall('auto', PATH.join(':'), places, network.open);
  if (!status.available) throw new Error(status.text);
  const run = (wall: Wall, withNetwork: boolean): Run => {
    const tool = createShellRun(
      createShell({
        ...places,
        folders: () => folders,
        secretPlaces: () => places.secretPlaces,
        secretPlace,
        parseShell: async () => ({ kind: 'plain', commands: [], reads: [] }),
        shell: { path: PATH, user: 'bench', shell: '/bin/bash', tmpDir: '/tmp', locale: {} },
        wall: () => ({ ...status, network: withNetwork }),
        openNetwork: network.open,
      }),
      new RunOutputs(),
    );
    return () => runOnce(tool, wall);
  };
  return new Map([
    ['a bare spawn of bash', () => bareSpawn(site)],
    ['without a wall', run('none', false)],
    ['read-only wall', run('read-only', false)],
    ['guarded wall', run('guarded', false)],
    ['guarded wall with a network', run('guarded', true)],
  ]);
}

async function runOnce(tool: ReturnType<typeof createShellRun>, wall: Wall): Promise<void> {
  const resolved = await tool.resolve({ command: COMMAND });
  if (!resolved.ok) throw new Error(resolved.message);
  const call = { id: 'c-1', origin: { door: 'local' as const, caller: 'bench' } };
  const signal = new AbortController().signal;
  const context = { wall, call, signal, budgetMs: 20_000, maxResultBytes: 1_000_000 };
  const ran = await tool.run(resolved.action, context);
  await tool.release?.(resolved.action);
  if (!ran.ok) throw new Error(ran.message);
  if (ran.result.kind !== 'data' || ran.result.value.stdout !== 'hello\n')
    throw new Error(JSON.stringify(ran));
}

function bareSpawn(cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-c', COMMAND], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => (stdout === 'hello\n' ? resolve() : reject(new Error(stdout))));
  });
}

/** A folder as people have them: a repository with some files in some folders. */
async function plantProject(site: string): Promise<void> {
  for (const folder of ['src', 'test', 'docs', 'node_modules/some/lib']) {
    await mkdir(join(site, folder), { recursive: true });
    for (let index = 0; index < 50; index += 1) await writeFile(join(site, folder, `${index}.txt`), 'text\n');
  }
  await writeFile(join(site, 'package.json'), '{"name": "site"}\n');
  await promisify(execFile)('git', ['init', '-q'], { cwd: site });
}
