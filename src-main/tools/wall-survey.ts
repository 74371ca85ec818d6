/** Looks up what a wall has to show, protect and hide right now: real paths, of things that exist. */
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { inside } from './confine-path.ts';

export interface WallPlaces {
  /** Folder to run in, canonical. */
  readonly cwd: string;
  readonly home: string;
  /** Added folders: writable behind the guarded wall. */
  readonly folders: readonly string[];
  readonly secretPlaces: readonly string[];
  /** Doorman's own files and sockets. */
  readonly ownPaths: readonly string[];
}

interface Mount {
  readonly path: string;
  readonly writable: boolean;
}

export interface WallSurvey {
  /** Folders that start out empty and private. */
  readonly hiddenRoots: readonly string[];
  /** Parents before children. */
  readonly mounts: readonly Mount[];
  readonly maskedFolders: readonly string[];
  readonly maskedFiles: readonly string[];
  readonly cwdHidden: boolean;
}

/** /tmp is private; /run holds the sockets of the session bus, of agents and of containers. */
const HIDDEN_ROOTS = ['/tmp', '/run'] as const;

/** Too broad to be writable or shown again, whatever was added. */
const NEVER_BOUND: readonly string[] = ['/', '/proc', '/dev', '/sys', '/run'];

/** Read-only in every writable folder: what runs by itself later, outside the wall, and Doorman's rules. */
const PROTECTED = ['.co', '.git/hooks', '.git/config', '.husky', '.envrc'] as const;

/** Read-only where the home itself is writable: start-up files of shells and desktops, folders of PATH. */
const PROTECTED_IN_HOME = [
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc',
  '.zshrc .zshenv .zprofile .zlogin .zlogout .xprofile .xsession .xsessionrc .xinitrc',
  '.gitconfig .config/git .config/fish .config/autostart .config/systemd .config/environment.d',
  '.config/plasma-workspace .local/share/systemd .local/share/applications .local/bin bin',
].flatMap((names) => names.split(' '));

/** Finds the mounts for one run. `writable` is true for the guarded wall. */
export async function surveyWall(places: WallPlaces, writable: boolean): Promise<WallSurvey> {
  const folders = (await existing(places.folders)).filter((path) => !NEVER_BOUND.includes(path));
  const shown = folders.map((path) => ({ path, writable }));
  const cwdShown = folders.some((folder) => inside(places.cwd, folder));
  if (!cwdShown && inside(places.cwd, '/tmp') && places.cwd !== '/tmp') {
    shown.push({ path: places.cwd, writable: false });
  }
  const visible = (path: string): boolean =>
    !HIDDEN_ROOTS.some((root) => inside(path, root)) || shown.some((mount) => inside(path, mount.path));
  const masks = outermost((await existing([...places.secretPlaces, ...places.ownPaths])).filter(visible));
  const protectedMounts = writable ? await protect(folders, masks, places) : [];
  const sockets = (await listSockets()).filter((path) => visible(path) && !coveredBy(path, masks));
  const isFolder = (path: string) =>
    stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  const kinds = await Promise.all(masks.map(async (path) => ({ path, folder: await isFolder(path) })));
  const maskedFolders = kinds.filter(({ folder }) => folder).map(({ path }) => path);
  return {
    hiddenRoots: HIDDEN_ROOTS,
    mounts: [...parentsFirst(shown), ...protectedMounts],
    maskedFolders,
    maskedFiles: [...kinds.filter(({ folder }) => !folder).map(({ path }) => path), ...sockets],
    cwdHidden: coveredBy(places.cwd, maskedFolders) || !(visible(places.cwd) || places.cwd === '/tmp'),
  };
}

/**
 * Read-only mounts on what must not change. Every folder above one and above a mask, up to the added folder, becomes
 * a mount point of its own, because a plain folder could be renamed and a new one put in its place.
 */
async function protect(
  folders: readonly string[],
  masks: readonly string[],
  places: WallPlaces,
): Promise<readonly Mount[]> {
  const readOnly = new Set<string>();
  const pinned = new Set<string>();
  for (const folder of folders) {
    const found = await protectedIn(folder, places);
    for (const path of found) readOnly.add(path);
    for (const path of [...found, ...masks.filter((mask) => inside(mask, folder))]) {
      for (let up = dirname(path); up !== folder && inside(up, folder); up = dirname(up)) pinned.add(up);
    }
  }
  const pins = [...pinned].filter((path) => !coveredBy(path, [...readOnly]));
  return parentsFirst([
    ...pins.map((path) => ({ path, writable: true })),
    ...[...readOnly].map((path) => ({ path, writable: false })),
  ]);
}

/** What is to be protected in a folder, in the home if that lies in it, and in the folders down to the cwd. */
async function protectedIn(folder: string, places: WallPlaces): Promise<readonly string[]> {
  const candidates = foldersBetween(folder, places.cwd).flatMap((at) =>
    PROTECTED.map((name) => join(at, name)),
  );
  if (inside(places.home, folder)) {
    candidates.push(...[...PROTECTED_IN_HOME, ...PROTECTED].map((name) => join(places.home, name)));
  }
  const found = await existing(candidates);
  return found.filter((path) => inside(path, folder) && path !== folder);
}

/** `folder` and every folder below it on the way to `cwd`; only `folder` where `cwd` lies elsewhere. */
function foldersBetween(folder: string, cwd: string): readonly string[] {
  if (!inside(cwd, folder)) return [folder];
  const steps = relative(folder, cwd).split(sep).filter(Boolean);
  return [folder, ...steps.map((_, index) => join(folder, ...steps.slice(0, index + 1)))];
}

/** The real paths of those that exist, each once. */
async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

/**
 * Sockets with a name in the file system that somebody listens on: a read-only mount does not keep a program from
 * connecting to one.
 */
async function listSockets(): Promise<readonly string[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const named = table.split('\n').flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  const found = await existing(named);
  const sockets = await Promise.all(
    found.map(async (path) => ((await lstat(path).catch(() => undefined))?.isSocket() ? [path] : [])),
  );
  return sockets.flat();
}

const coveredBy = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => inside(path, folder));

/** Without those that lie in another one. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && inside(path, other)));
}

function parentsFirst(mounts: readonly Mount[]): readonly Mount[] {
  return [...mounts].sort((a, b) => a.path.length - b.path.length);
}
