/** What the person wrote: settings, rules, added folders, trusted projects. */
import { realpath, stat } from 'node:fs/promises';
import type { Finding } from '../../src-shared/doctor.ts';
import { type Settings, settingsSchema } from '../../src-shared/settings.ts';
import { ok, problem, warning } from './finding.ts';

const SETTINGS = { id: 'settings', name: 'Settings' };
const PERMISSIONS = { id: 'permissions', name: 'Permission file' };
const FOLDERS = { id: 'folders', name: 'Added folders' };
const TRUSTED = { id: 'trusted', name: 'Trusted projects' };

/** `text` is the file as it is, if there is one; `fault` names line and column. */
export function checkSettings(text: string | undefined, fault: string | undefined): Finding {
  if (fault !== undefined) {
    return problem(SETTINGS, `${fault} Until then Stop is in force.`, 'Mend the file, or move it away.');
  }
  if (text === undefined) return ok(SETTINGS, 'No file: the defaults count.');
  const known = new Set(Object.keys(settingsSchema.shape));
  const unknown = Object.keys(JSON.parse(text) as object).filter((key) => !known.has(key));
  if (unknown.length === 0) return ok(SETTINGS, 'The file is in order.');
  const names = unknown.map((key) => JSON.stringify(key)).join(', ');
  return warning(
    SETTINGS,
    `Doorman knows no setting ${names}: it has no effect.`,
    `Known are ${[...known].join(', ')}.`,
  );
}

export function checkPermissions(fault: string | undefined, warnings: readonly string[]): Finding {
  if (fault !== undefined) return problem(PERMISSIONS, fault, 'Mend the file; it is read again by itself.');
  if (warnings.length > 0) return warning(PERMISSIONS, warnings.join(' '));
  return ok(PERMISSIONS, 'It can be read, and its rules count.');
}

/** `home` is the person's. */
export async function checkFolders({ folders }: Settings, home: string): Promise<Finding> {
  if (folders.length === 0) return ok(FOLDERS, 'None: every read of a file waits for you.');
  const said = (await Promise.all(folders.map((folder) => folderFault(folder, home)))).flat();
  if (said.length === 0) return ok(FOLDERS, folders.join(', '));
  return warning(FOLDERS, said.join(' '), 'Remove or replace them in the window, under Folders.');
}

async function folderFault(folder: string, home: string): Promise<readonly string[]> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) return [`${folder} is not there any more.`];
  if (real !== folder) return [`${folder} leads to ${real}, so commands cannot write in it.`];
  if (real === '/' || real === home) {
    return [`${folder} is very wide: agents may read almost all of it without asking.`];
  }
  return [];
}

/** `changed` are the projects whose `.co/host.yaml` no longer reads as it was trusted. */
export function checkTrusted({ trusted }: Settings, changed: readonly string[]): Finding {
  if (changed.length > 0) {
    return warning(
      TRUSTED,
      `The rules of ${changed.join(', ')} changed since you trusted them, and are suspended.`,
      'Look at the difference in the window, under Folders.',
    );
  }
  return ok(TRUSTED, trusted.length === 0 ? 'None.' : trusted.map(({ path }) => path).join(', '));
}
