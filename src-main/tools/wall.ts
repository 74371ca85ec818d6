/** The wall around what a tool starts: whether there is one on this machine, and the command line that builds it. */
import type { Wall } from '../../src-shared/action.ts';
import type { Failed } from './define-tool.ts';
import { runProcess } from './run-process.ts';
import { surveyWall, type WallPlaces, type WallSurvey } from './wall-survey.ts';

export type { WallPlaces } from './wall-survey.ts';

export interface WallStatus {
  readonly available: boolean;
  /** True where the person wants no program to run without a wall, not even after a yes. */
  readonly required: boolean;
  /** What is in force, for the window and the command line. */
  readonly text: string;
}

export type Walled = { readonly ok: true; readonly argv: readonly string[] } | Failed;

const IN_FORCE =
  'Commands run behind bubblewrap: unasked they write nothing, after your yes only in your folders. No network yet.';

const PROBE_BUDGET_MS = 5000;

/**
 * Finds out, by building one, whether a wall works on this machine. `path` is where bubblewrap is looked up;
 * `places` are the real ones, so that a place that cannot be hidden is found now and not at the first call.
 */
export async function probeWall(
  setting: 'auto' | 'required' | 'off',
  path: string,
  places: Omit<WallPlaces, 'cwd'>,
): Promise<WallStatus> {
  const required = setting === 'required';
  const without = (why: string): WallStatus => {
    const effect = required
      ? 'No shell command runs at all.'
      : 'No shell command runs without being asked for.';
    return { available: false, required, text: `${why} ${effect}` };
  };
  if (setting === 'off') return without('The wall is switched off in the settings.');
  if (process.platform !== 'linux') return without('There is no wall for this system yet.');
  const walled = await wrapInWall('guarded', ['true'], { ...places, cwd: '/' });
  if (!walled.ok) return without(walled.message);
  const end = await runProcess({
    argv: walled.argv,
    cwd: '/',
    env: { PATH: path },
    budgetMs: PROBE_BUDGET_MS,
    keptBytes: 4096,
    walled: true,
  });
  if (end.kind === 'not-started') {
    return without('bubblewrap is not installed (on Debian: apt-get install bubblewrap).');
  }
  if (end.exitCode === 0) return { available: true, required, text: IN_FORCE };
  const said = end.stderr.head.toString('utf8').split('\n')[0] || 'it did not come to an end';
  return without(`bubblewrap cannot build a wall here (${said}).`);
}

/**
 * The argument list that runs `argv` behind `wall`. Fails where the folder to run in is itself hidden by the wall.
 * Descriptor 3 carries bubblewrap's status.
 */
export async function wrapInWall(
  wall: Exclude<Wall, 'none'>,
  argv: readonly string[],
  places: WallPlaces,
): Promise<Walled> {
  const survey = await surveyWall(places, wall === 'guarded');
  if (survey.cwdHidden) {
    return { ok: false, message: 'the wall hides the folder to run in. Use another cwd.' };
  }
  return { ok: true, argv: ['bwrap', ...wallArguments(survey), '--chdir', places.cwd, '--', ...argv] };
}

/**
 * The recipe and its order: later mounts lie on top of earlier ones, so what hides comes last. Each namespace and the
 * dropped capabilities are needed: without them a mask can be unmounted, or passed through /proc/PID/root.
 */
function wallArguments(survey: WallSurvey): readonly string[] {
  return [
    ...['--unshare-user', '--cap-drop', 'ALL', '--unshare-pid', '--unshare-ipc', '--unshare-net'],
    ...['--unshare-uts', '--unshare-cgroup-try', '--new-session', '--die-with-parent'],
    ...['--json-status-fd', '3'],
    ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
    ...survey.hiddenRoots.flatMap((root) => ['--tmpfs', root]),
    ...survey.mounts.flatMap(({ path, writable }) => [writable ? '--bind' : '--ro-bind', path, path]),
    ...survey.maskedFolders.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...survey.maskedFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]),
  ];
}
