/** The wall around what a tool starts: whether there is one on this machine, and the command line that builds it. */
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Wall } from '../../src-shared/action.ts';
import type { Failed } from './define-tool.ts';
import { CWD_HIDDEN, type RaisedWall } from './raised-wall.ts';
import { FIRST_PASSED, type ProcessEnd, runProcess } from './run-process.ts';
import { raiseSeatbelt, seatbeltFault } from './seatbelt-wall.ts';
import { closeAll, openExactly } from './wall-handles.ts';
import { holdLinks } from './wall-links.ts';
import { BRIDGE_CHECK, bridged, PROXY_SOCKET, type RunNetwork } from './wall-network.ts';
import { giveBack, isReadable, putPlaceholders } from './wall-placeholders.ts';
import { NO_STAND_INS } from './wall-stand-ins.ts';
import { type Mount, surveyWall, type WallPlaces, type WallSurvey } from './wall-survey.ts';
import { PRIVATE_ROOTS } from './wall-view.ts';

export type { RaisedWall } from './raised-wall.ts';
export type { WallPlaces } from './wall-survey.ts';

export interface WallStatus {
  readonly available: boolean;
  /** True where the person wants no program to run without a wall, not even after a yes. */
  readonly required: boolean;
  /** What is in force, for the window and the command line. */
  readonly text: string;
  /** True where a command without a wall can still be given process ids of its own, so that all of it ends. */
  readonly canContain?: boolean;
  /** True where approved commands can be given a network. */
  readonly network?: boolean;
  /** True where a file system in memory can be given a size. */
  readonly canSize?: boolean;
}

const IN_FORCE = 'Commands run behind bubblewrap: after your yes they write only in your folders.';
const WITH_NETWORK =
  'Commands run behind bubblewrap: unasked without network, after your yes with your folders and public addresses only.';
const WITHOUT_NETWORK =
  'Commands run behind bubblewrap, all without network: socat is missing (on Debian: apt-get install socat).';

const SEATBELT =
  'Commands run behind sandbox-exec, all without network: after your yes they write only in your folders.';

const PROBE_BUDGET_MS = 5000;
const PROBE_BYTES = 32 * 1024;
const MOST_ATTEMPTS = 3;

/** What is hidden lies under folders in memory that hold no data, only the places to mount things on. */
const CLOSED_BYTES = 64 * 1024;

/**
 * Finds out, by building one, whether a wall works on this machine. `path` is where bubblewrap is looked up;
 * `places` are the real ones, so that a place that cannot be hidden is found now and not at the first call. It has a
 * network only where `openNetwork` opens one.
 */
export async function probeWall(
  setting: 'auto' | 'required' | 'off',
  path: string,
  places: Omit<WallPlaces, 'cwd'>,
  openNetwork?: () => Promise<RunNetwork>,
): Promise<WallStatus> {
  const required = setting === 'required';
  const without = (why: string): WallStatus => {
    const effect = required
      ? 'No shell command runs at all.'
      : 'No shell command runs without being asked for.';
    return { available: false, required, text: `${why} ${effect}` };
  };
  if (process.platform === 'darwin' && setting !== 'off') {
    const fault = await seatbeltFault(places, path);
    return fault === undefined
      ? { available: true, required, text: SEATBELT, canContain: false }
      : without(fault);
  }
  if (setting === 'off') {
    const end = await tryOut(contained(['true'], '/'), path);
    const canContain = end.kind === 'ended' && end.exitCode === 0;
    return { ...without('The wall is switched off in the settings.'), canContain };
  }
  if (process.platform !== 'linux') return without('There is no wall for this system yet.');
  const end = await tryGuarded(['true'], path, places);
  if (end.kind === 'not-raised') return without(end.message);
  if (end.kind === 'not-started') {
    return without('bubblewrap is not installed (on Debian: apt-get install bubblewrap).');
  }
  if (end.exitCode === 0 && !(await holdsOn(path))) {
    return without('bubblewrap is too old here to hold on to folders while it mounts them (--bind-fd).');
  }
  if (end.exitCode === 0) {
    const found = { available: true, required, canContain: true, canSize: await givesSizes(path) };
    if (!openNetwork) return { ...found, text: IN_FORCE };
    const network = await bridges(path, places, openNetwork);
    return { ...found, text: network ? WITH_NETWORK : WITHOUT_NETWORK, network };
  }
  const said = end.stderr.head.toString('utf8').split('\n')[0] || 'it did not come to an end';
  return without(`bubblewrap cannot build a wall here (${said}).`);
}

/** Version 0.10 can, and the older ones that distributions mended in 2024 (CVE-2024-42472). */
async function holdsOn(path: string): Promise<boolean> {
  const root = await openExactly('/');
  if (!root) return false;
  const mounts = ['--ro-bind', '/', '/', '--ro-bind-fd', String(FIRST_PASSED), '/'];
  const end = await tryOut(['bwrap', '--json-status-fd', '3', ...mounts, '--', 'true'], path, [root.fd]);
  await root.close();
  return end.kind === 'ended' && end.exitCode === 0;
}

/** Finds out whether the bridge to a proxy stands when a command begins. */
async function bridges(
  path: string,
  places: Omit<WallPlaces, 'cwd'>,
  openNetwork: () => Promise<RunNetwork>,
): Promise<boolean> {
  const network = await openNetwork().catch(() => undefined);
  if (!network) return false;
  const end = await tryGuarded(BRIDGE_CHECK, path, places, network);
  await network.close();
  return end.kind === 'ended' && end.exitCode === 0;
}

/** What it covers can go away while it is built (a socket, say): that says nothing of the wall, so it is built again. */
async function tryGuarded(
  argv: readonly string[],
  path: string,
  places: Omit<WallPlaces, 'cwd'>,
  network?: RunNetwork,
): Promise<ProcessEnd | { readonly kind: 'not-raised'; readonly message: string }> {
  // Lowering the wall must leave the network for the next attempt.
  const kept = network && { ...network, close: async () => undefined };
  for (let attempt = 1; ; attempt += 1) {
    const wall = await raiseWall('guarded', argv, { ...places, cwd: '/' }, kept);
    const end = wall.ok ? await tryOut(wall.argv, path, wall.passed) : undefined;
    if (wall.ok) await wall.lower();
    const built = end?.kind === 'not-started' || (end && !end.neverBegan);
    if (!built && attempt < MOST_ATTEMPTS) continue;
    return end ?? { kind: 'not-raised', message: wall.ok ? '' : wall.message };
  }
}

/** Version 0.7 and later. */
async function givesSizes(path: string): Promise<boolean> {
  const end = await tryOut(['bwrap', '--help'], path);
  return end.kind === 'ended' && /^\s*--size BYTES/m.test(end.stdout.head.toString('latin1'));
}

async function tryOut(
  argv: readonly string[],
  path: string,
  passed: readonly number[] = [],
): Promise<ProcessEnd> {
  const env = { PATH: path };
  return await runProcess({
    argv,
    passed,
    cwd: '/',
    env,
    budgetMs: PROBE_BUDGET_MS,
    keptBytes: PROBE_BYTES,
    walled: true,
  });
}

/** No wall, but process ids of its own: when the first of them ends, the system ends all of them. */
export function contained(argv: readonly string[], cwd: string): readonly string[] {
  return [
    ...['bwrap', '--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent'],
    ...['--json-status-fd', '3', '--chdir', cwd, '--', ...argv],
  ];
}

/**
 * Makes a wall ready to run `argv`. Everything that it mounts is held open from here on and was checked through the
 * open handle, so nothing can be swapped in. Fails where the folder to run in is itself hidden, or just went away; then
 * the network is still the caller's to close.
 */
export async function raiseWall(
  wall: Exclude<Wall, 'none'>,
  argv: readonly string[],
  places: WallPlaces,
  network?: RunNetwork,
): Promise<RaisedWall | Failed> {
  if (process.platform === 'darwin') return await raiseSeatbelt(wall, argv, places);
  const survey = await surveyWall(places, wall);
  if (survey.cwdHidden) return CWD_HIDDEN;
  const ends = await putPlaceholders(survey.missing);
  const placed = survey.missing.filter((path) => ends.get(path) === 'placed');
  const closed = placed.filter((path) => !isReadable(path));
  const files = placed.filter(isReadable).map((path) => ({ path, writable: false }));
  const held = await holdAll([...survey.mounts, ...files], network);
  const standIns = places.openStandIns ? await places.openStandIns() : NO_STAND_INS;
  const handles = held.flatMap(({ handle }) => (handle ? [handle] : [])).concat(standIns?.handles ?? []);
  const links = await holdLinks(survey.links);
  const lower = async () => {
    await Promise.all([closeAll(handles), giveBack(placed)]);
    return [...(await links.putBack()), ...(await survey.appeared())];
  };
  const missing = !standIns || held.some(({ handle }) => !handle);
  if (missing || [...ends.values()].includes('taken')) {
    await lower();
    return { ok: false, message: 'the shared folders changed while the wall was built. Call again.' };
  }
  const mounts = [...bindAll(held), ...standIns.mounts(FIRST_PASSED + held.length)];
  return {
    ok: true,
    argv: wallArguments(survey, mounts, closed, places, network ? bridged(argv) : argv),
    walled: true,
    passed: handles.map((handle) => handle.fd),
    closedNames: closed.map((path) => basename(path)),
    hides: survey.hides,
    gaps: survey.gaps,
    ...(network ? { network } : {}),
    async lower() {
      await network?.close();
      return await lower();
    },
  };
}

interface Held {
  readonly mount: Mount;
  readonly handle: FileHandle | undefined;
}

async function holdAll(mounts: readonly Mount[], network: RunNetwork | undefined): Promise<readonly Held[]> {
  const ways = network ? [{ mount: { path: PROXY_SOCKET, writable: false }, from: network.socket }] : [];
  const places = [...mounts.map((mount) => ({ mount, from: mount.path })), ...ways];
  return await Promise.all(
    places.map(async ({ mount, from }) => ({ mount, handle: await openExactly(from) })),
  );
}

function bindAll(held: readonly Held[]): readonly string[] {
  return held.flatMap(({ mount }, index) => [
    mount.writable ? '--bind-fd' : '--ro-bind-fd',
    String(FIRST_PASSED + index),
    mount.path,
  ]);
}

/**
 * The recipe and its order: later mounts lie on top of earlier ones, so what hides comes last. Each namespace and the
 * dropped capabilities are needed: without them a mask can be unmounted, or passed through /proc/PID/root.
 */
function wallArguments(
  survey: WallSurvey,
  mounts: readonly string[],
  placed: readonly string[],
  { cwd, storeBytes }: WallPlaces,
  argv: readonly string[],
): readonly string[] {
  const size = (bytes: number) => (storeBytes === undefined ? [] : ['--size', String(bytes)]);
  const open = (path: string) => [...size(storeBytes ?? 0), '--tmpfs', path];
  // Much quicker than a mount that is made read-only; what an owner writes after a chmod is gone with the run.
  const closed = (path: string) => [...size(CLOSED_BYTES), '--perms', '0555', '--tmpfs', path];
  return [
    ...['bwrap', '--unshare-user', '--cap-drop', 'ALL', '--unshare-pid', '--unshare-ipc', '--unshare-net'],
    ...['--unshare-uts', '--unshare-cgroup-try', '--new-session', '--die-with-parent'],
    ...['--json-status-fd', '3'],
    ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
    ...survey.hidden.flatMap(closed),
    ...PRIVATE_ROOTS.flatMap(open),
    ...survey.made.flatMap((path) => ['--perms', '0555', '--dir', path]),
    ...mounts,
    ...placed.flatMap(closed),
    ...survey.maskedFolders.flatMap(closed),
    ...survey.maskedFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--chdir', cwd, '--', ...argv],
  ];
}
