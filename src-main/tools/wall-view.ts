/** What the read-only wall shows: the system, the added folders, programs, and what the verdict named. Nothing else. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inside } from './confine-path.ts';
import { coveredBy, existing, foldersBetween, outermost } from './wall-paths.ts';
import { programPlaces } from './wall-programs.ts';

export interface View {
  /** Folders that start out empty; what is shown again lies in them. */
  readonly hidden: readonly string[];
  /** Files at the top of the file system that belong to nobody's system. */
  readonly hiddenFiles: readonly string[];
  /** Folders to make in the hidden ones, parents first. */
  readonly made: readonly string[];
  /** Canonical; shown read-only. */
  readonly shown: readonly string[];
}

export interface ViewRequest {
  readonly home: string;
  readonly folders: readonly string[];
  /** The folder to run in, and what the verdict named. */
  readonly named: readonly string[];
  /** Folders of PATH. */
  readonly programs: readonly string[];
}

/** Private to each run: /run holds the sockets of the session bus, of agents and of containers. */
export const PRIVATE_ROOTS: readonly string[] = ['/tmp', '/run'];

/** Folders of the system itself (hier(7), and those of Nix, Guix and Snap). All others at the top hold data. */
const SYSTEM: ReadonlySet<string> = new Set(
  'bin sbin lib lib32 lib64 libx32 usr etc opt boot sys proc dev run tmp nix gnu snap'.split(' '),
);

/** In /var, which otherwise holds data of services, mail and logs: what package managers and manuals look up. */
const SYSTEM_IN_VAR: readonly string[] = [
  '/var/lib/dpkg',
  '/var/lib/apt',
  '/var/lib/rpm',
  '/var/lib/pacman',
  '/var/lib/flatpak',
  '/var/lib/snapd',
  '/var/cache/apt',
  '/var/cache/man',
];

/** The person's own settings for git, which are read by every git command. */
const GIT_SETTINGS = ['.gitconfig', '.config/git'] as const;

const NEVER_SHOWN: readonly string[] = ['/proc', '/dev', '/run'];

/** True where naming a path shows nothing more: it is the system's, or it is never shown. */
export function alwaysShown(path: string): boolean {
  if (PRIVATE_ROOTS.includes(path) || coveredBy(path, NEVER_SHOWN) || coveredBy(path, SYSTEM_IN_VAR))
    return true;
  const top = path.split('/')[1] ?? '';
  return top !== 'tmp' && SYSTEM.has(top);
}

/** Works out the view. A named `/` shows everything that is not private. */
export async function readOnlyView(request: ViewRequest): Promise<View> {
  const { home, folders } = request;
  const named = request.named.filter(
    (path) => !coveredBy(path, NEVER_SHOWN) && !PRIVATE_ROOTS.includes(path),
  );
  const { data, files } = named.includes('/') ? { data: [], files: [] } : await dataRoots();
  const wanted = named.includes('/') ? [] : [...data, home];
  const hidden = outermost(wanted).filter((path) => !coveredBy(path, PRIVATE_ROOTS));
  const roots = [...hidden, ...PRIVATE_ROOTS];
  const inSight = (path: string): boolean =>
    !coveredBy(path, roots) || coveredBy(path, [...folders, ...named]);
  const settings = await existing(GIT_SETTINGS.map((name) => join(home, name)));
  const shown = outermost([
    ...named,
    ...settings.filter((path) => inside(path, home)),
    ...(await existing(SYSTEM_IN_VAR)).filter((path) => inside(path, '/var')),
    ...(await programPlaces(request.programs, home, inSight)),
  ]).filter((path) => coveredBy(path, roots) && !coveredBy(path, folders));
  return { hidden, hiddenFiles: files, made: foldersToMake([...shown, ...folders], home, roots), shown };
}

/** What lies at the top of the file system and is not of the system. */
async function dataRoots(): Promise<{ readonly data: readonly string[]; readonly files: readonly string[] }> {
  const entries = (await readdir('/', { withFileTypes: true })).filter(({ name }) => !SYSTEM.has(name));
  const named = (kind: (entry: Dirent) => boolean) => entries.filter(kind).map(({ name }) => `/${name}`);
  const files = await Promise.all(
    named((entry) => entry.isFile()).map(async (path) => {
      const stats = await stat(path).catch(() => undefined);
      return stats && stats.size > 0 ? [path] : [];
    }),
  );
  return { data: named((entry) => entry.isDirectory()), files: files.flat() };
}

/** The home, and the folders above what is shown, in the hidden ones; shortest first. */
function foldersToMake(shown: readonly string[], home: string, roots: readonly string[]): readonly string[] {
  const above = roots.flatMap((root) => [
    ...[...shown, home].flatMap((path) => foldersBetween(root, path)),
    ...(inside(home, root) && home !== root ? [home] : []),
  ]);
  return [...new Set(above)].filter((path) => !coveredBy(path, shown)).sort((a, b) => a.length - b.length);
}
