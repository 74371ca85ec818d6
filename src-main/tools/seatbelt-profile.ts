/**
 * The text of a profile for macOS's `sandbox-exec`. Written after published profiles (Chromium's, Nix's, Codex's,
 * sandbox-runtime's) and never run on macOS so far: whoever uses one tries it first and sees that it holds.
 */
import { inside } from './confine-path.ts';
import { foldersBetween } from './wall-paths.ts';

/** Everything canonical: the kernel compares with real paths, in which /tmp is /private/tmp. */
export interface SeatbeltFacts {
  readonly home: string;
  /** What may be read beside the system; absent where all may be that is not hidden. */
  readonly readable?: readonly string[];
  readonly writable: readonly string[];
  /** Folders that stay as they are though they lie in writable ones. */
  readonly kept?: readonly string[];
  /** A folder for temporary files of this run alone. */
  readonly tmp: string;
  /** Secret places and Doorman's own. */
  readonly hidden: readonly string[];
  /** Relative names that must stay as they are: in every folder below the writable ones, and in the home. `*`: any part. */
  readonly protectedInFolders: readonly string[];
  readonly protectedInHome: readonly string[];
}

/** A path that cannot be written into a profile without doubt. */
export class UnspeakablePath extends Error {}

/** `sandbox-exec` takes no longer string (sandbox-runtime, SBPL_STRING_MAX_BYTES: it fails at 1025). Bytes. */
const MOST_STRING_BYTES = 1000;

/** Folders of the system. `/Library` has no one's secrets but those in the hidden places. */
export const SEATBELT_SYSTEM: readonly string[] = [
  '/usr /bin /sbin /System /Library /opt /nix /Applications/Xcode.app /private/etc /private/var/select',
  '/private/var/db/timezone /private/var/db/dyld /private/var/db/xcode_select_link',
].flatMap((paths) => paths.split(' '));

const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'];

const KERNEL_FACTS = [
  'argmax boottime hostname maxfiles maxfilesperproc maxproc ngroups osproductversion osrelease ostype',
  'osvariant_status osversion secure_kernel usrstack64 version',
].flatMap((names) => names.split(' '));

/**
 * What every program needs. No other process is seen: `kern.procargs2` would show environments, `kern.proc.all` lists
 * them. The only services are those that look up users and the temporary folder; none leads to the pasteboard, the
 * keychain, Apple events or to starting other programs. Nothing of the network, sockets with a path included.
 */
const BASE = `(version 1)
(deny default)
(allow process-fork)
(allow process-exec*)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow ipc-posix-sem)
(allow file-map-executable)
(allow mach-lookup
  (global-name "com.apple.system.opendirectoryd.libinfo")
  (global-name "com.apple.system.opendirectoryd.membership")
  (global-name "com.apple.bsd.dirhelper"))
(allow sysctl-read
  (sysctl-name-prefix "hw.")
  (sysctl-name-prefix "machdep.cpu.")
  (sysctl-name-prefix "kern.proc.pgrp.")
  (sysctl-name-prefix "kern.proc.pid.")
  ${KERNEL_FACTS.map((name) => `(sysctl-name "kern.${name}")`).join(' ')}
  (sysctl-name "sysctl.proc_cputype")
  (sysctl-name "vm.loadavg"))
(allow file-read* (literal "/") (subpath "/dev/fd") ${DEVICES.map((path) => `(literal "${path}")`).join(' ')})
(allow file-read-metadata (literal "/dev") (literal "/etc") (literal "/tmp") (literal "/var"))
(allow file-write-data (subpath "/dev/fd") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper"))
(allow file-ioctl (literal "/dev/null") (literal "/dev/dtracehelper"))
`;

/** The last rule that fits counts, so what is denied comes after what is allowed. Throws `UnspeakablePath`. */
export function seatbeltProfile(facts: SeatbeltFacts): string {
  const { home, readable, writable, tmp, hidden } = facts;
  const readRoots = readable && [...SEATBELT_SYSTEM, ...readable, ...writable, tmp];
  return [
    BASE,
    readRoots ? rule('allow file-read*', readRoots.map(subpath)) : '(allow file-read*)',
    // Only to walk to what may be read: their contents stay unread.
    rule('allow file-read-metadata', [...ancestors(readRoots ?? [])].map(literal)),
    rule('allow file-write*', [subpath(tmp)]),
    ...writing(facts),
    '(deny file-write-setugid)',
    ...writable.map((folder) => rule('deny file-write*', protectedBelow(folder, facts))),
    rule('deny file-write*', protectedInHome(facts)),
    rule(
      'deny file-read* file-write* process-exec*',
      hidden.map((path) => anywhereInCase(path, home)),
    ),
    // A folder above could be renamed, and what lies in it then has a name that no rule knows.
    rule('deny file-write-unlink', pinned(facts).map(literal)),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** The outer folders before those that lie in them. */
function writing({ writable, kept = [] }: SeatbeltFacts): readonly string[] {
  return [...writable, ...kept]
    .sort((a, b) => a.length - b.length)
    .map((path) => rule(`${kept.includes(path) ? 'deny' : 'allow'} file-write*`, [subpath(path)]));
}

/** Without a filter a rule would mean every path. */
function rule(head: string, filters: readonly string[]): string {
  return filters.length === 0 ? '' : `(${head}\n  ${[...new Set(filters)].join('\n  ')})`;
}

/** Packages bring such names of their own, which nobody works in (as in the walk on other systems). */
const NOT_IN_PACKAGES = '(require-not (regex "/node_modules/"))';

/**
 * The names themselves and all below, and the exact folders above the last part, which could otherwise be put in place
 * ready-made. File systems here tell no capitals from small letters.
 */
function protectedBelow(folder: string, { protectedInFolders }: SeatbeltFacts): readonly string[] {
  const within = (pattern: string) =>
    `(require-all ${subpath(folder)} ${NOT_IN_PACKAGES} (regex ${quoted(pattern)}))`;
  return protectedInFolders.flatMap((name) => [
    within(`/${nameInAnyCase(name)}(/|$)`),
    ...prefixes(name).map((prefix) => within(`/${nameInAnyCase(prefix)}$`)),
  ]);
}

function protectedInHome({ home, writable, protectedInHome: names }: SeatbeltFacts): readonly string[] {
  if (!writable.some((folder) => inside(home, folder))) return [];
  const at = (pattern: string) => `(regex ${quoted(`^${escaped(home)}/${pattern}`)})`;
  return names.flatMap((name) => [
    at(`${nameInAnyCase(name)}(/|$)`),
    ...prefixes(name).map((prefix) => at(`${nameInAnyCase(prefix)}$`)),
  ]);
}

/** `a/b` of `a/b/c`, and `a`. */
function prefixes(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function pinned({ writable, kept = [], hidden }: SeatbeltFacts): readonly string[] {
  return writable.flatMap((folder) => [
    folder,
    ...[...hidden, ...writable, ...kept].flatMap((path) => foldersBetween(folder, path)),
  ]);
}

function ancestors(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => foldersBetween('/', path)));
}

/** The path and all below it, in whatever case the part below the home is written. */
function anywhereInCase(path: string, home: string): string {
  if (!inside(path, home) || path === home) return subpath(path);
  const pattern = `^${escaped(home)}/${inAnyCase(path.slice(home.length + 1))}(/|$)`;
  return Buffer.byteLength(pattern) * 2 > MOST_STRING_BYTES ? subpath(path) : `(regex ${quoted(pattern)})`;
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function literal(path: string): string {
  return `(literal ${quoted(path)})`;
}

/**
 * A string as the profile's reader takes it. What control characters mean to it is written nowhere, and one string that
 * is read otherwise than meant could open everything, so such paths are refused.
 */
function quoted(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UnspeakablePath('a path holds a control character');
  const string = `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  if (Buffer.byteLength(string) > MOST_STRING_BYTES) throw new UnspeakablePath('a path is too long');
  return string;
}

/** For extended regular expressions. Brackets, where they do, need no second escaping in a string. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?(){}|[$]/g, '[$&]').replaceAll(/[\\^]/g, '\\$&');
}

/** A name that is protected wherever it lies: a `*` stands for one part of a path. */
function nameInAnyCase(name: string): string {
  return name.split('*').map(inAnyCase).join('[^/]+');
}

function inAnyCase(text: string): string {
  return [...text]
    .map((letter) => {
      const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()];
      return /^\p{L}\p{L}$/u.test(small + capital) && small !== capital
        ? `[${small}${capital}]`
        : escaped(letter);
    })
    .join('');
}
