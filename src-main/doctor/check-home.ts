/** The home folder of Doorman: whose it is, and who else could look into it or change it. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Finding } from '../../src-shared/doctor.ts';
import { modeText, ok, problem } from './finding.ts';

const HOME = { id: 'home', name: 'Home folder' };
const FILES = { id: 'home.files', name: 'Files in it' };

/** `uid` is this user's; absent where the system has none (Windows), and modes then mean nothing. */
export async function checkHome(home: string, uid: number | undefined): Promise<Finding> {
  const stats = await stat(home).catch((error: NodeJS.ErrnoException) => error);
  if (stats instanceof Error) {
    if (stats.code === 'ENOENT') return ok(HOME, `${home} is not there yet. The first start makes it.`);
    return problem(HOME, `${home} cannot be looked at: ${stats.message}.`);
  }
  if (!stats.isDirectory())
    return problem(HOME, `${home} is not a folder.`, 'Move it away, and start again.');
  if (uid === undefined) return ok(HOME, home);
  if (stats.uid !== uid) {
    return problem(
      HOME,
      `${home} belongs to user ${stats.uid}, not to you (${uid}). Doorman does not start in it.`,
      'Run it as that user, or name another folder with DOORMAN_HOME.',
    );
  }
  if ((stats.mode & 0o077) !== 0) {
    const others = (stats.mode & 0o022) !== 0 ? 'changed, rules and all,' : 'read';
    return problem(
      HOME,
      `${home} can be ${others} by other users (mode ${modeText(stats.mode)}). The next start closes it.`,
      `chmod 700 ${home}`,
    );
  }
  return ok(HOME, `${home} is yours alone (mode ${modeText(stats.mode)}).`);
}

/** `secret` files may not even be read by others. Missing ones are no finding. */
export async function checkHomeFiles(
  files: readonly { readonly path: string; readonly secret: boolean }[],
): Promise<Finding> {
  const open: string[] = [];
  for (const { path, secret } of files) {
    const stats = await stat(path).catch(() => undefined);
    const closed = secret ? 0o077 : 0o022;
    if (stats && (stats.mode & closed) !== 0) open.push(path);
  }
  if (open.length === 0) return ok(FILES, 'Nobody else may write them, or read what is secret.');
  const names = open.map((path) => basename(path)).join(', ');
  return problem(FILES, `Open to other users: ${names}.`, `chmod 600 ${open.join(' ')}`);
}
