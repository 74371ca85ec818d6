/** Trusted folders: whose code may run, and whose own rules are in force as long as they read as the person saw them. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from './path-rules.ts';
import type { PermissionReader } from './permission-reader.ts';
import type { RuleSource } from './rule.ts';

export interface TrustedFolder {
  readonly path: string;
  /** The project's rules as the person saw them; null where there were none. */
  readonly rulesText: string | null;
}

/** The rules of a project as they are now: a text, null where there is no file, or nothing when they cannot be read. */
export type ProjectRules = string | null | undefined;

/**
 * Reads `.co/host.yaml` of a folder. Only a regular file of at most `maxCharacters` counts; a link does not, because
 * it could be turned without the folder changing.
 */
export async function readProjectRules(folder: string, maxCharacters: number): Promise<ProjectRules> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const handle = await open(join(folder, '.co', 'host.yaml'), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const { size } = await handle.stat();
      if (!(await handle.stat()).isFile() || size > maxCharacters) return undefined;
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}

/** The trusted folder that `place` lies in, the innermost where several do. */
export function trustedAround(place: string, trusted: readonly TrustedFolder[]): TrustedFolder | undefined {
  return trusted.filter(({ path }) => isInside(place, path)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** The rules of a trusted project that are in force now. A project may only add: its refusals and the rest are dropped. */
export async function projectSource(
  folder: TrustedFolder,
  now: ProjectRules,
  reader: PermissionReader,
): Promise<RuleSource | undefined> {
  if (typeof now !== 'string' || now !== folder.rulesText) return undefined;
  const read = await reader.read(now);
  if (!read.ok) return undefined;
  return {
    from: 'project',
    folder: folder.path,
    rules: read.rules.filter((rule) => rule.allowed && !rule.refused),
  };
}
