/** Places and contents that nobody hands out unseen: keys, tokens, browser profiles, and the files that hold the rules. */
import { insideAny, withoutDots } from './path-rules.ts';
import { SECRET_FILES, SECRET_FOLDERS } from './secret-places.ts';

/** Case and Unicode spelling do not make another file on every disk, so neither makes one here. */
function plain(path: string): string {
  return withoutDots(path).normalize('NFC').toLowerCase();
}

/** One look for all of them: this is asked of every word of every command. */
const ANY_SECRET_FOLDER = new RegExp(
  `/(?:${SECRET_FOLDERS.map(({ path }) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})/`,
);

/** Says what kind of secret lies at `path`, or below the folder that holds it; nothing when none is known. */
export function secretPlace(path: string): string | undefined {
  const text = plain(path);
  const within = `${text}/`;
  if (ANY_SECRET_FOLDER.test(within))
    return SECRET_FOLDERS.find((entry) => within.includes(`/${entry.path}/`))?.what;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return SECRET_FILES.find((entry) => entry.pattern.test(entry.whole ? text : name))?.what;
}

/** Words that begin a private key in any of the usual forms (PEM, OpenSSH, PGP, PuTTY, age). */
const KEY_HEADERS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/, 'a private key'],
  [/^PuTTY-User-Key-File-/m, 'a PuTTY private key'],
  [/AGE-SECRET-KEY-1/, 'an age private key'],
  [/openssh-key-v1\0/, 'an OpenSSH private key'],
];

/** Looks at the beginning of a file and says which kind of private key it shows, if any. */
export function secretContent(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  return KEY_HEADERS.find(([header]) => header.test(text))?.[1];
}

/** The files of the published system that decide what may run (connectonion, section 8, "first check"). */
const CONTROL_FILES = /\/\.co\/(host\.yaml|schedule\.yaml|admins\.txt|keys\.env|keys)(\/|$)/;

/** True for a file that decides what may run: refused to every tool, whatever the rules say. */
export function isControlFile(path: string): boolean {
  return CONTROL_FILES.test(plain(path));
}

/** Why a path is refused to every tool, or nothing. */
export function refusedPlace(path: string, ownPaths: readonly string[]): string | undefined {
  if (insideAny(withoutDots(path), ownPaths)) return "Doorman's own files are out of reach for every tool";
  if (isControlFile(path)) return 'this file decides what may run, so no tool may touch it';
  return undefined;
}
