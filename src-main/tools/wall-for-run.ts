/** Makes the wall for one shell text, or, where the person wants none, what still lets all of it be ended. */
import type { DecidedWall, Wall } from '../../src-shared/action.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import type { Failed, RunContext } from './define-tool.ts';
import { treeBudget } from './process-budget.ts';
import { underLimits } from './process-limits.ts';
import { collectLists, findProgram } from './process-lists.ts';
import type { ShellSettings } from './shell-environment.ts';
import { contained, type RaisedWall, raiseWall, type WallPlaces, type WallStatus } from './wall.ts';
import { type Named, namedPlaces } from './wall-named.ts';
import type { RunNetwork } from './wall-network.ts';
import { coveredBy } from './wall-paths.ts';
import { openStandIns } from './wall-stand-ins.ts';
import type { FolderWalk } from './wall-walk.ts';

export interface RunPlaces {
  readonly home: string;
  folders(): readonly string[];
  secretPlaces(): readonly string[];
  readonly ownPaths: readonly string[];
  readonly wall: WallStatus;
  /** Folders of PATH that count for this run. */
  readonly path: readonly string[];
  readonly walk: FolderWalk;
  /** Opens the way to the network for one run; rejects where that cannot be done. Missing where there is none. */
  openNetwork?(): Promise<RunNetwork>;
  readonly shell: Pick<ShellSettings, 'locale' | 'tmpDir'>;
}

type RunLimits = Pick<RunContext, 'signal' | 'budgetMs'>;

export interface RunText {
  readonly command: string;
  /** Canonical. */
  readonly cwd: string;
  readonly script: ShellScript;
}

/**
 * Programs that process ids of its own would break: they deal with the processes of this machine, or take on the
 * rights of another user.
 */
const NEEDS_THE_MACHINE =
  /(^|[^\w.-])(sudo|doas|su|pkexec|passwd|mount|umount|crontab|at|kill|killall|pkill|pgrep|pidof|ps|p?top|htop|lsof|fuser|ss|strace|gdb|renice)($|[^\w.-])/;

export async function standForRun(
  { wall, workspaces = [], ...limits }: DecidedWall & RunLimits,
  text: RunText,
  places: RunPlaces,
): Promise<RaisedWall | Failed> {
  const { command, cwd } = text;
  const budget = treeBudget();
  const limited = underLimits(['bash', '--noprofile', '--norc', '-c', command], budget);
  if (wall === 'none') return withoutWall(limited, text, places.wall);
  const folders = places.folders();
  if (workspaces.some((path) => !coveredBy(path, folders))) return NO_LONGER_SHARED;
  const named = namedBehind(wall, text, folders);
  if (!named.ok) return named;
  const lists = await listsFor(text, places, limits);
  if (!lists.ok) return lists;
  return await raiseWithNetwork(places, wall, limited, {
    cwd,
    home: places.home,
    folders,
    workspaces,
    secretPlaces: places.secretPlaces(),
    ownPaths: places.ownPaths,
    named: named.named,
    programs: places.path,
    walk: places.walk,
    ...(places.wall.canSize ? { storeBytes: budget.bytes } : {}),
    ...lists.standIns,
  });
}

type ListsForRun = { readonly ok: true; readonly standIns: Pick<WallPlaces, 'openStandIns'> } | Failed;

/** Behind a wall there are no processes but its own, so what the text lists of all of them is collected before. */
async function listsFor(
  { script }: RunText,
  { path, shell, folders }: RunPlaces,
  { signal, budgetMs }: RunLimits,
): Promise<ListsForRun> {
  const lists = script.kind === 'invalid' ? undefined : script.surroundings?.processLists;
  // Only bubblewrap can put something in the place of a program.
  if (!lists || lists.length === 0 || process.platform !== 'linux') return { ok: true, standIns: {} };
  const collection = await collectLists({
    lists,
    path,
    folders: folders(),
    locale: shell.locale,
    signal,
    budgetMs,
  });
  if (!collection.ok) return collection;
  const { collected } = collection;
  const bash = await findProgram('bash', path);
  if (bash === undefined || collected.length === 0) return { ok: true, standIns: {} };
  return { ok: true, standIns: { openStandIns: () => openStandIns(collected, bash, shell.tmpDir) } };
}

const NO_LONGER_SHARED: Failed = {
  ok: false,
  message: 'not run: the folder that it would run in is no longer shared.',
};

function namedBehind(
  wall: Exclude<Wall, 'none'>,
  { script, cwd }: RunText,
  folders: readonly string[],
): Named {
  if (wall === 'guarded') return { ok: true, named: [] };
  // What runs in a workspace is code, which reads whatever it finds there.
  return namedPlaces(script, cwd, folders, wall === 'workspace-write');
}

const NO_WAY_OUT = 'the way to the network could not be opened, so there is none';

/** Approved commands get a network where this machine can give them one. */
async function raiseWithNetwork(
  { wall: status, openNetwork }: RunPlaces,
  wall: Exclude<Wall, 'none'>,
  argv: readonly string[],
  places: WallPlaces,
): Promise<RaisedWall | Failed> {
  if (wall !== 'guarded' || !status.network || !openNetwork) return await raiseWall(wall, argv, places);
  const network = await openNetwork().catch(() => undefined);
  const raised = await raiseWall(wall, argv, places, network);
  if (!raised.ok) await network?.close();
  return raised.ok && !network ? { ...raised, gaps: [...raised.gaps, NO_WAY_OUT] } : raised;
}

function withoutWall(limited: readonly string[], text: RunText, status: WallStatus): RaisedWall {
  const canContain = status.canContain ?? status.available;
  const walled = canContain && !NEEDS_THE_MACHINE.test(text.command);
  const argv = walled ? contained(limited, text.cwd) : limited;
  const nothing = { passed: [], closedNames: [], gaps: [], hides: () => false };
  return { ok: true, argv, walled, ...nothing, lower: async () => [] };
}
