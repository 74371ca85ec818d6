/** Runs ripgrep in one folder: as an argument list, behind the read-only wall where one can stand, never through links. */
import { relative, sep } from 'node:path';
import { type EndSignal, endOfEither } from '../../src-shared/end-signal.ts';
import { inside, type OpenedPath } from './confine-path.ts';
import type { Failed, RunContext } from './define-tool.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';
import type { ShellSettings } from './shell-environment.ts';
import { type RaisedWall, raiseWall, type WallStatus } from './wall.ts';

export interface RipgrepEnv {
  readonly home: string;
  folders(): readonly string[];
  wall(): WallStatus;
  readonly shell: ShellSettings;
  readonly ownPaths: readonly string[];
  secretPlaces(): readonly string[];
  /** Says what kind of secret lies at a canonical path, judged by the path alone. */
  secretPlace(path: string): string | undefined;
  /** Says why a canonical path is refused to every tool, as Doorman's own files are. */
  refusedPlace(path: string): string | undefined;
}

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly folder: OpenedPath;
  readonly context: RunContext;
  readonly onStdout: (chunk: Buffer) => void;
  /** Ends it when there is enough. */
  readonly enough: EndSignal;
}

/** Why it ended: all was looked at, `enough` was said, or the time was up. */
export type RipgrepEnd =
  | { readonly ok: true; readonly ended: 'all' | 'enough' | 'time' }
  | (Failed & { readonly ok: false });

/** Milliseconds kept from the budget for checking and sending what was found so far. */
const ENDING_MS = 500;

/** Folders that are private, so empty, behind a wall; what is named in the second cannot be shown again. */
const PRIVATE_BEHIND_WALL: readonly string[] = ['/tmp', '/run'];
const NEVER_SHOWN = '/run';

export async function runRipgrep(request: RipgrepRequest, env: RipgrepEnv): Promise<RipgrepEnd> {
  const { folder, context } = request;
  const program = await ripgrepProgram();
  if (program === undefined) return failed('ripgrep is missing in this installation of Doorman.');
  const argv = [program, ...request.args, ...closedPlaces(folder.path, env), '--', '.'];
  const wall = canStandBehind(program, folder.path, env)
    ? await raise(program, argv, folder, env)
    : undefined;
  if (wall && !wall.ok) return wall;
  const end = await run(wall, argv, request, env).finally(() => wall?.lower());
  if (context.signal.aborted) return failed('it was ended before it finished.');
  if (end.kind === 'not-started') return failed(`not run: ${end.why}.`);
  if (end.by !== 'itself') return { ok: true, ended: end.by === 'time' ? 'time' : 'enough' };
  const said = end.stderr.head.toString('utf8').trim();
  // 1: nothing found. 2 without a word: a folder or file could not be read, as can be with any search.
  if (end.exitCode === 0 || end.exitCode === 1 || (end.exitCode === 2 && said === '')) {
    return { ok: true, ended: 'all' };
  }
  return failed(said === '' ? 'the search broke off.' : said.replace(/^rg: /, ''));
}

/**
 * Keeps ripgrep out of the places that are known beforehand. What they leave open is caught when results are checked.
 */
function closedPlaces(folder: string, env: RipgrepEnv): readonly string[] {
  const places = env.secretPlace(folder) === undefined ? env.secretPlaces() : [];
  return [...places, ...env.ownPaths]
    .filter((path) => path !== folder && inside(path, folder))
    .map((path) => `--glob=!/${relative(folder, path).replaceAll(/[\\*?[\]{}]/g, '\\$&')}`);
}

/** False where the wall would hide what is to be looked through, or ripgrep itself; then it runs without one. */
function canStandBehind(program: string, folder: string, env: RipgrepEnv): boolean {
  const masked = [...env.secretPlaces(), ...env.ownPaths].some((place) => inside(folder, place));
  const hidden =
    PRIVATE_BEHIND_WALL.some((root) => inside(root, folder)) ||
    [program, folder].some((path) => inside(path, NEVER_SHOWN));
  return env.wall().available && !masked && !hidden;
}

function raise(
  program: string,
  argv: readonly string[],
  { path }: OpenedPath,
  env: RipgrepEnv,
): Promise<RaisedWall | Failed> {
  const { home, ownPaths } = env;
  const places = { home, folders: env.folders(), secretPlaces: env.secretPlaces(), ownPaths };
  return raiseWall('read-only', argv, { ...places, cwd: path, named: [path, program] });
}

function run(
  wall: RaisedWall | undefined,
  bare: readonly string[],
  { folder, context, enough, onStdout }: RipgrepRequest,
  env: RipgrepEnv,
): Promise<ProcessEnd> {
  return runProcess({
    argv: wall?.argv ?? bare,
    passed: wall?.passed ?? [],
    cwd: folder.path,
    env: { PATH: env.shell.path.join(':') },
    budgetMs: Math.max(1, context.budgetMs - ENDING_MS),
    keptBytes: 8192,
    signal: endOfEither(context.signal, enough),
    walled: wall?.walled ?? false,
    onStdout,
  });
}

/** Its package finds the binary of this platform, and throws where there is none. */
export async function ripgrepProgram(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    // A packed app cannot start programs inside its archive; the packer leaves them beside it.
    return rgPath.replace(`app.asar${sep}`, `app.asar.unpacked${sep}`);
  } catch {
    return undefined;
  }
}

/**
 * What may not be shown of `folder`, as a test of canonical paths: what every tool is refused, and secret places. Where
 * the folder itself is such a place, the person looked and said yes to what lies in it.
 */
export function withheldIn(folder: string, env: RipgrepEnv): (path: string) => boolean {
  const secretFolder = env.secretPlace(folder) !== undefined;
  return (path) =>
    env.refusedPlace(path) !== undefined || (!secretFolder && env.secretPlace(path) !== undefined);
}

function failed(message: string): Failed {
  return { ok: false, message };
}
