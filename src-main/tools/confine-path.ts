/**
 * Turns the path that an agent sent into one open object. It is opened once; the path to judge is read back from the
 * open handle, so what is judged is what is read. Where the object lies is for the policy to judge, not for this file.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import type { Failed } from './define-tool.ts';

/** Where relative paths and `~` lead. Both canonical. */
export interface PathContext {
  readonly home: string;
  folders(): readonly string[];
}

export interface OpenedPath {
  readonly handle: FileHandle;
  /** Canonical, read from the open handle. */
  readonly path: string;
  /** The path as the agent wrote it: the only one that an error text may name. */
  readonly sent: string;
  /** Bytes, when it was opened. */
  readonly size: number;
  /** Names that the object has; over 1, it can also lie in another folder. */
  readonly links: number;
  readonly identity: string;
}

export type Opened = { readonly ok: true; readonly opened: OpenedPath } | Failed;

type Wanted = 'file' | 'directory';

/** True where `path` is `folder` or lies in it. Both absolute and canonical. */
export function inside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * The absolute path that `sent` means: relative ones from the first added folder (else home), `~` as home, `..` taken
 * from the text. Nothing else is expanded: globs, `%2e` and `$HOME` are letters.
 */
function absolutePath(sent: string, context: PathContext): string | Failed {
  if (sent === '') return failed('the path is empty.');
  if (sent.includes('\0')) return failed('the path holds a NUL character. Send the path alone.');
  if (/^file:/i.test(sent)) return failed(`"${sent}" is an address. Send a plain path, without file://.`);
  if (sent === '~' || sent.startsWith('~/')) return resolve(context.home, `.${sent.slice(1)}`);
  if (sent.startsWith('~')) {
    const message = `"${sent}": ~ with a user name is not supported. Send an absolute path (./~name for a file).`;
    return { ok: false, message, place: sent };
  }
  return isAbsolute(sent) ? resolve(sent) : resolve(context.folders()[0] ?? context.home, sent);
}

/**
 * Opens a regular file or a folder for reading. Devices, FIFOs and sockets are refused before they are opened, and
 * never block even where something is swapped in between. The caller closes `handle`.
 */
export async function openPath(sent: string, wanted: Wanted, context: PathContext): Promise<Opened> {
  const path = absolutePath(sent, context);
  return typeof path === 'string' ? await openAt(path, sent, wanted) : path;
}

/** Opens the folder that holds what `sent` means, whatever that is. `name` is empty for the root. */
export async function openParent(
  sent: string,
  context: PathContext,
): Promise<{ readonly ok: true; readonly opened: OpenedPath; readonly name: string } | Failed> {
  const path = absolutePath(sent, context);
  if (typeof path !== 'string') return path;
  const parent = await openAt(dirname(path), sent, 'directory');
  return parent.ok ? { ...parent, name: basename(path) } : parent;
}

async function openAt(path: string, sent: string, wanted: Wanted): Promise<Opened> {
  let handle: FileHandle | undefined;
  try {
    const before = await stat(path);
    const wrong = wrongKind(sent, before, wanted);
    if (wrong) return wrong;
    const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
    handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    const opened = await describeOpen(handle, path, sent, wanted);
    if (!opened.ok) await handle.close();
    return opened;
  } catch (error) {
    await handle?.close();
    return { ok: false, message: `cannot open "${sent}": ${systemReason(error)}.`, place: path };
  }
}

async function describeOpen(handle: FileHandle, path: string, sent: string, wanted: Wanted): Promise<Opened> {
  const stats = await handle.stat({ bigint: true });
  const wrong = wrongKind(sent, stats, wanted);
  if (wrong) return wrong;
  const canonical = await realPathOf(handle, path);
  if (inside(canonical, `/proc/${process.pid}`)) {
    return failed(`cannot open "${sent}": Doorman's own process is out of reach.`);
  }
  const opened: OpenedPath = {
    handle,
    path: canonical,
    sent,
    size: Number(stats.size),
    links: wanted === 'file' ? Number(stats.nlink) : 1,
    identity: `${stats.dev}:${stats.ino}`,
  };
  return (await stillThere(opened))
    ? { ok: true, opened }
    : failed(`cannot open "${sent}": it was moved, replaced or removed in this very moment. Call again.`);
}

/**
 * Opens the regular file that lies at exactly this canonical path, with no link on the way; else nothing. The caller
 * closes it.
 */
export async function openExactly(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if ((await handle.stat()).isFile() && (await realPathOf(handle, path)) === path) return handle;
  } catch {
    // Not there, not readable, or a link: nothing to open either way.
  }
  await handle?.close();
  return undefined;
}

/** Where the open object lies; on other systems than Linux, where its name leads now. */
async function realPathOf(handle: FileHandle, path: string): Promise<string> {
  return process.platform === 'linux' ? await readlink(`/proc/self/fd/${handle.fd}`) : await realpath(path);
}

/** True while the canonical path still leads to the object that is open: nothing was swapped in under its name. */
export async function stillThere(opened: OpenedPath): Promise<boolean> {
  try {
    const now = await stat(opened.path, { bigint: true });
    return `${now.dev}:${now.ino}` === opened.identity && (await realpath(opened.path)) === opened.path;
  } catch {
    return false;
  }
}

/** The answer where `stillThere` says no at the time of running. */
export function changedSince(opened: OpenedPath): Failed {
  return failed(`"${opened.sent}" was replaced after it was decided on, so nothing was done. Call again.`);
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
}

function wrongKind(sent: string, kind: Kind, wanted: Wanted): Failed | undefined {
  if (wanted === 'file' ? kind.isFile() : kind.isDirectory()) return undefined;
  if (kind.isDirectory()) return failed(`"${sent}" is a folder, not a file. Use fs_list_directory.`);
  if (kind.isFile()) return failed(`"${sent}" is a file, not a folder.`);
  return failed(`"${sent}" is a device, pipe or socket; only files and folders can be opened.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of it is not a folder',
  EACCES: 'no permission on this machine',
  EPERM: 'no permission on this machine',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open; try again later',
};

/** A system error in words, without the path that Node puts into its message. */
function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return REASONS[code] ?? code;
}

function failed(message: string): Failed {
  return { ok: false, message };
}
