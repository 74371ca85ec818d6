/** Looks up what a wall has to show, protect and hide right now: real paths, of things that exist. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Wall } from '../../src-shared/action.ts';
import { inside } from './confine-path.ts';
import { watchNames } from './wall-appeared.ts';
import { openExactly } from './wall-handles.ts';
import { coveredBy, existing, outermost } from './wall-paths.ts';
import { findProtection, type Protection } from './wall-protect.ts';
import { listSockets } from './wall-sockets.ts';
import type { StandIns } from './wall-stand-ins.ts';
import { PRIVATE_ROOTS, readOnlyView, type View } from './wall-view.ts';
import type { FolderWalk, WalkFound } from './wall-walk.ts';

export interface WallPlaces {
  /** Folder to run in, canonical. */
  readonly cwd: string;
  readonly home: string;
  /** Added folders, canonical: writable behind the guarded wall. One that has become a link is left out. */
  readonly folders: readonly string[];
  /** Trusted folders, canonical, each an added one or inside one: writable behind the workspace-write wall. */
  readonly workspaces?: readonly string[];
  readonly secretPlaces: readonly string[];
  /** Doorman's own files and sockets. */
  readonly ownPaths: readonly string[];
  /** What the verdict named, canonical; shown behind the read-only wall. The cwd is shown where this is absent. */
  readonly named?: readonly string[];
  /** Folders of PATH. */
  readonly programs?: readonly string[];
  /** Opens what is to be seen in the place of programs; nothing where one of these just went away. */
  openStandIns?(): Promise<StandIns | undefined>;
  /** Looks for hooks, sockets and secrets deep in the folders; without it only the known places are kept. */
  readonly walk?: FolderWalk;
  /** Bytes that a private file system in memory may hold, where it can be given a size; else half of the memory. */
  readonly storeBytes?: number;
}

export interface Mount {
  readonly path: string;
  readonly writable: boolean;
}

export interface WallSurvey extends Omit<View, 'shown'> {
  /** Parents before children. */
  readonly mounts: readonly Mount[];
  /** Folders not there, and not to be created. */
  readonly missing: readonly string[];
  readonly links: readonly string[];
  readonly maskedFolders: readonly string[];
  readonly maskedFiles: readonly string[];
  readonly cwdHidden: boolean;
  /** True for a path that this wall leaves out. */
  hides(path: string): boolean;
  /** What could not be kept or hidden, each a sentence. */
  readonly gaps: readonly string[];
  /** Says, once nothing runs any more, which protected names came to be, each a sentence. */
  appeared(): Promise<readonly string[]>;
}

/** Too broad to be writable or shown again, whatever was added. */
const NEVER_BOUND: readonly string[] = ['/', '/proc', '/dev', '/sys', '/run'];

/** Each mask takes its time; what is named like a secret deep in the folders is hidden up to this many. */
const MOST_DEEP_MASKS = 60;

/** Which of the shared folders each wall lets be written. */
const WRITES: Readonly<
  Record<Exclude<Wall, 'none'>, (folder: string, workspaces: readonly string[]) => boolean>
> = {
  'read-only': () => false,
  'workspace-write': (folder, workspaces) => workspaces.includes(folder),
  guarded: () => true,
};

/** Finds the mounts for one run. */
export async function surveyWall(places: WallPlaces, wall: Exclude<Wall, 'none'>): Promise<WallSurvey> {
  const { workspaces = [] } = places;
  const asked = wall === 'workspace-write' ? [...places.folders, ...workspaces] : places.folders;
  const { kept: folders, gone } = await stillCanonical(asked);
  const writable = folders.filter((path) => WRITES[wall](path, workspaces));
  const sockets = await listSockets();
  const walks = await walkAll(places, folders, sockets.unplaced);
  const view = wall === 'guarded' ? guardedView(places, folders) : await restrictedView(places, folders);
  const roots = [...view.hidden, ...PRIVATE_ROOTS];
  const inSight = (path: string): boolean =>
    !coveredBy(path, roots) || coveredBy(path, [...view.shown, ...folders]);
  const deep = [...walks.values()];
  const secrets = deep.flatMap((walk) => walk.secrets);
  const known = [...places.secretPlaces, ...places.ownPaths, ...secrets.slice(0, MOST_DEEP_MASKS)];
  const masks = outermost((await existing(known)).filter(inSight));
  const request = { ...places, folders: writable, nested: folders, masks, walks };
  const protection = writable.length > 0 ? await findProtection(request) : NOTHING;
  const alive = [...sockets.paths, ...deep.flatMap((walk) => walk.sockets)];
  const closed = alive.filter((path) => inSight(path) && !coveredBy(path, masks));
  const { maskedFolders, maskedFiles } = await byKind(masks);
  return {
    ...view,
    mounts: mountsOf(view, folders, protection, writable),
    missing: protection.missing,
    links: protection.links,
    maskedFolders,
    maskedFiles: [...new Set([...maskedFiles, ...closed, ...view.hiddenFiles])],
    cwdHidden: coveredBy(places.cwd, masks) || !(inSight(places.cwd) || places.cwd === '/tmp'),
    hides: (path) => !inSight(path),
    appeared: await watchNames({ ...places, writable, walks, version: sockets.unplaced }),
    gaps: gapsOf(gone, deep, protection.leftOut + Math.max(0, secrets.length - MOST_DEEP_MASKS)),
  };
}

const NOTHING: Protection = { readOnly: [], pinned: [], missing: [], links: [], leftOut: 0 };

/** A folder that leads elsewhere by now was moved, and a link put in its place: nobody added where that leads. */
async function stillCanonical(
  added: readonly string[],
): Promise<{ readonly kept: readonly string[]; readonly gone: readonly string[] }> {
  const wanted = added.filter((path) => !NEVER_BOUND.includes(path));
  const same = await Promise.all(
    wanted.map(async (path) => {
      const handle = await openExactly(path);
      await handle?.close();
      return handle !== undefined;
    }),
  );
  const kept = wanted.filter((_, index) => same[index]);
  return { kept: [...new Set(kept)], gone: wanted.filter((_, index) => !same[index]) };
}

async function walkAll(
  { walk, cwd }: WallPlaces,
  folders: readonly string[],
  version: string,
): Promise<ReadonlyMap<string, WalkFound>> {
  if (!walk) return new Map();
  const tops = outermost([...folders, ...(NEVER_BOUND.includes(cwd) ? [] : [cwd])]);
  const found = await Promise.all(tops.map(async (path) => [path, await walk.find(path, version)] as const));
  return new Map(found);
}

/** The whole machine, read-only: the person said yes, and may read what is no secret. */
function guardedView({ cwd }: WallPlaces, folders: readonly string[]): View {
  const again = !coveredBy(cwd, folders) && inside(cwd, '/tmp') && cwd !== '/tmp';
  return { hidden: [], hiddenFiles: [], made: [], shown: again ? [cwd] : [] };
}

async function restrictedView(places: WallPlaces, folders: readonly string[]): Promise<View> {
  const { home, cwd, named = [cwd], programs = [] } = places;
  return await readOnlyView({ home, folders, named, programs });
}

function mountsOf(
  view: View,
  folders: readonly string[],
  protection: Protection,
  writable: readonly string[],
): readonly Mount[] {
  return [
    ...parentsFirst([
      ...view.shown.map((path) => ({ path, writable: false })),
      ...folders.map((path) => ({ path, writable: writable.includes(path) })),
      ...protection.pinned.map((path) => ({ path, writable: true })),
    ]),
    ...parentsFirst(protection.readOnly.map((path) => ({ path, writable: false }))),
  ];
}

/** A file that Doorman may not read needs no mask: what it starts may not either. */
async function byKind(masks: readonly string[]) {
  const kinds = await Promise.all(
    masks.map(async (path) => {
      if ((await stat(path).catch(() => undefined))?.isDirectory()) return 'folder';
      return await access(path, constants.R_OK).then(
        () => 'file' as const,
        () => 'closed' as const,
      );
    }),
  );
  return {
    maskedFolders: masks.filter((_, index) => kinds[index] === 'folder'),
    maskedFiles: masks.filter((_, index) => kinds[index] === 'file'),
  };
}

function gapsOf(gone: readonly string[], walks: readonly WalkFound[], leftOut: number): readonly string[] {
  return [
    ...(gone.length > 0 ? ['a shared folder was moved or replaced, so it is left out'] : []),
    ...(walks.some((walk) => !walk.complete)
      ? ['the shared folders are too large to look for hooks, sockets and secrets in all of them']
      : []),
    ...(leftOut > 0
      ? [`${leftOut} protected or secret names deep in the folders were too many to keep`]
      : []),
  ];
}

function parentsFirst(mounts: readonly Mount[]): readonly Mount[] {
  return [...mounts].sort((a, b) => a.path.length - b.path.length);
}
