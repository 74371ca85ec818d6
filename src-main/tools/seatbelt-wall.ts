/**
 * The wall on macOS: `sandbox-exec` with a profile made for each run. It has never run on macOS so far, so it counts
 * only where `seatbeltFault` has built both kinds and seen them hold. There is no namespace of processes here: what a
 * run starts is ended by its group, as without a wall.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wall } from '../../src-shared/action.ts';
import { PROTECTED_IN_FOLDERS, PROTECTED_IN_HOME } from '../../src-shared/protected-names.ts';
import type { Failed } from './define-tool.ts';
import { CWD_HIDDEN, type RaisedWall } from './raised-wall.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';
import { SEATBELT_SYSTEM, type SeatbeltFacts, seatbeltProfile, UnspeakablePath } from './seatbelt-profile.ts';
import { coveredBy, existing } from './wall-paths.ts';
import { programPlaces } from './wall-programs.ts';
import type { WallPlaces } from './wall-survey.ts';

/** Not looked up: nobody but root can put another program there. */
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** What else decides which programs git starts, in any `.git` (gitrepository-layout(5)). */
const IN_GIT = [
  ...['.git/config.worktree', '.git/commondir', '.git/gitdir', '.git/modules'],
  ...['commondir', 'gitdir', 'config.worktree'].map((name) => `.git/worktrees/*/${name}`),
];

/** Programs that start with the session; the other names are those of all systems. */
const IN_HOME = ['Library/LaunchAgents'];

const MOST_DEEP_SECRETS = 60;
const GIT_SETTINGS = ['.gitconfig', '.config/git'];
const PROBE_BUDGET_MS = 10_000;

/** `program` is another `sandbox-exec`, for tests. */
export async function raiseSeatbelt(
  wall: Exclude<Wall, 'none'>,
  argv: readonly string[],
  places: WallPlaces,
  program = SANDBOX_EXEC,
): Promise<RaisedWall | Failed> {
  const tmp = await realpath(await mkdtemp(join(tmpdir(), 'doorman-run-')));
  const lower = async () => {
    await rm(tmp, { recursive: true, force: true });
    return [];
  };
  const { facts, gaps } = await lookAround(wall, places, tmp);
  const hides = (path: string) => coveredBy(path, facts.hidden) || !isReadable(path, facts);
  const profile = hides(places.cwd) ? CWD_HIDDEN : profileOf(facts);
  if (typeof profile !== 'string') {
    await lower();
    return profile;
  }
  return {
    ok: true,
    argv: [program, '-p', profile, '--', ...argv],
    walled: false,
    passed: [],
    tmpDir: tmp,
    closedNames: [],
    hides,
    gaps,
    lower,
  };
}

function profileOf(facts: SeatbeltFacts): string | Failed {
  try {
    return seatbeltProfile(facts);
  } catch (error) {
    if (!(error instanceof UnspeakablePath)) throw error;
    return { ok: false, message: `not run: the wall cannot be built, because ${error.message}.` };
  }
}

async function lookAround(wall: Exclude<Wall, 'none'>, places: WallPlaces, tmp: string) {
  const { home, cwd, folders: added, workspaces = [], walk, named = [cwd], programs = [] } = places;
  const folders = await stillCanonical([...added, ...(wall === 'workspace-write' ? workspaces : [])]);
  const walks = walk ? await Promise.all(folders.map((folder) => walk.find(folder, ''))) : [];
  const deep = walks.flatMap(({ secrets }) => secrets);
  const secret = [...places.secretPlaces, ...places.ownPaths, ...deep.slice(0, MOST_DEEP_SECRETS)];
  const shown = [...SEATBELT_SYSTEM, ...folders, ...named];
  const narrow = async () => [
    ...folders,
    ...(await stillCanonical(named)),
    ...(await existing(GIT_SETTINGS.map((name) => join(home, name)))),
    ...(await programPlaces(programs, home, (path) => coveredBy(path, shown))),
  ];
  const writable = folders.filter(
    (path) => wall === 'guarded' || (wall !== 'read-only' && workspaces.includes(path)),
  );
  const facts: SeatbeltFacts = {
    home,
    ...(wall === 'guarded' ? {} : { readable: await narrow() }),
    writable,
    kept: folders.filter((path) => !writable.includes(path)),
    tmp,
    // Those that are missing too: nothing keeps a program outside from making them later.
    hidden: [...new Set([...secret, ...(await existing(secret))])],
    protectedInFolders: [...PROTECTED_IN_FOLDERS, ...IN_GIT],
    protectedInHome: [...PROTECTED_IN_HOME, ...IN_HOME],
  };
  const lost = folders.length < new Set(added).size;
  return {
    facts,
    gaps: [
      ...(lost ? ['a shared folder was moved or replaced, so it is left out'] : []),
      ...(walks.some(({ complete }) => !complete)
        ? ['the shared folders are too large to look for secrets in all of them']
        : []),
      ...(deep.length > MOST_DEEP_SECRETS
        ? [`${deep.length - MOST_DEEP_SECRETS} secret names deep in the folders were too many to keep`]
        : []),
    ],
  };
}

/** What leads elsewhere by now was moved, and nobody added where that leads. */
async function stillCanonical(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(paths.filter((path, index) => path !== '/' && real[index] === path))];
}

function isReadable(path: string, { readable, writable, tmp }: SeatbeltFacts): boolean {
  return !readable || coveredBy(path, [...SEATBELT_SYSTEM, ...readable, ...writable, tmp]);
}

/** Every line but the first is something that a wall must stop, or that only the guarded one lets through. */
const PROBE = `echo built
(: > shared/made) 2>/dev/null && echo writes
(: > "$PROBE_HOME/outside/made") 2>/dev/null && echo leak
(read -r line < "$PROBE_HOME/secret/file" && [ "$line" ]) 2>/dev/null && echo leak
(kill -0 "$PROBE_PID") 2>/dev/null && echo leak
(exec 3<>/dev/tcp/127.0.0.1/"$PROBE_PORT") 2>/dev/null && echo leak
true`;

/** What is wrong with the wall of this machine, or nothing where both kinds were built and held. */
export async function seatbeltFault(
  places: Omit<WallPlaces, 'cwd'>,
  path: string,
  program = SANDBOX_EXEC,
): Promise<string | undefined> {
  const listener = await listen();
  const base = await realpath(await mkdtemp(join(tmpdir(), 'doorman-probe-')));
  try {
    for (const name of ['shared', 'outside', 'secret']) await mkdir(join(base, name));
    await writeFile(join(base, 'secret', 'file'), 'planted\n');
    const around: WallPlaces = {
      ...places,
      cwd: base,
      named: [base],
      folders: [join(base, 'shared')],
      secretPlaces: [...places.secretPlaces, join(base, 'secret')],
    };
    for (const [wall, expected] of [
      ['read-only', 'built\n'],
      ['guarded', 'built\nwrites\n'],
    ] as const) {
      const end = await probeOne(wall, around, { path, port: listener.port, program });
      const said = end.kind === 'ended' ? end.stdout.head.toString('utf8') : '';
      if (said !== expected) return faultOf(end, said);
    }
    return undefined;
  } finally {
    listener.close();
    await rm(base, { recursive: true, force: true });
  }
}

async function probeOne(
  wall: 'read-only' | 'guarded',
  around: WallPlaces,
  { path, port, program }: { readonly path: string; readonly port: number; readonly program: string },
): Promise<ProcessEnd> {
  const raised = await raiseSeatbelt(wall, ['bash', '--noprofile', '--norc', '-c', PROBE], around, program);
  if (!raised.ok) return { kind: 'not-started', why: raised.message };
  const env = { PATH: path, PROBE_HOME: around.cwd, PROBE_PID: `${process.pid}`, PROBE_PORT: `${port}` };
  return await runProcess({
    argv: raised.argv,
    cwd: around.cwd,
    env,
    budgetMs: PROBE_BUDGET_MS,
    keptBytes: 4096,
  }).finally(() => raised.lower());
}

async function listen(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function faultOf(end: ProcessEnd, said: string): string {
  if (end.kind === 'not-started') return `sandbox-exec cannot be started (${end.why}).`;
  if (said.includes('leak')) return 'sandbox-exec was tried, and its wall does not hold.';
  const why =
    end.stderr.head.toString('utf8').split('\n', 1)[0] || `it ended with ${end.killedBy ?? end.exitCode}`;
  return `sandbox-exec cannot build a wall here (${why}).`;
}
