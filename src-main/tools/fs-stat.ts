/** The tool that describes one file, folder or link without opening it and without following a link. */
import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import type { Json } from '../../src-shared/json.ts';
import {
  changedSince,
  inside,
  type OpenedPath,
  openParent,
  type PathContext,
  stillThere,
} from './confine-path.ts';
import { defineTool, type Ran, reasonField, type Tool } from './define-tool.ts';
import { named, say } from './say.ts';
import { shortPath } from './short-path.ts';

const inputSchema = z.strictObject({
  path: z.string().max(4096).describe('Absolute, relative to the first shared folder, or starting with ~/.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface StatTarget {
  /** The folder that holds it, open. */
  readonly parent: OpenedPath;
  readonly name: string;
  /** Canonical but for its last name, which may be a link. */
  readonly path: string;
}

export function createStat(env: PathContext): Tool<Input, StatTarget> {
  return defineTool<Input, StatTarget>({
    name: 'fs_stat',
    description:
      'Describes one file, folder or link on this machine: type, size in bytes, time of the last change, permissions. ' +
      'A link is described itself, with the text it holds, and with the real path it leads to where that lies in a ' +
      'shared folder.',
    input: inputSchema,
    async resolve(input) {
      const result = await openParent(input.path, env);
      if (!result.ok) return result;
      const { opened: parent, name } = result;
      const path = join(parent.path, name);
      if ((await statIn({ parent, name, path })) === undefined) {
        await parent.handle.close();
        return {
          ok: false,
          message: `cannot describe "${input.path}": no such file or folder.`,
          place: path,
        };
      }
      return { ok: true, action: statAction({ parent, name, path }, env.home) };
    },
    async run(action) {
      const { parent } = action.target;
      const stats = (await stillThere(parent)) ? await statIn(action.target) : undefined;
      return stats === undefined ? changedSince(parent) : await described(action.target, stats, env);
    },
    release: (action) => action.target.parent.handle.close(),
  });
}

function statAction(target: StatTarget, home: string): Action<StatTarget> {
  const { path } = target;
  return Object.freeze({
    tool: 'fs_stat',
    ...say`Look up type, size, date and permissions of ${named(shortPath(path, home))}`,
    text: path,
    effects: [{ kind: 'list' as const, path }],
    frozen: { path },
    target,
  });
}

/** Through the open folder where the system has a name for it, so that a swapped one is not looked into. */
async function statIn({ parent, name, path }: StatTarget): Promise<BigIntStats | undefined> {
  const at = process.platform === 'linux' ? join(`/proc/self/fd/${parent.handle.fd}/`, name) : path;
  return await lstat(name === '' ? `${at}/` : at, { bigint: true }).catch(() => undefined);
}

async function described(target: StatTarget, stats: BigIntStats, env: PathContext): Promise<Ran> {
  const mode = Number(stats.mode & 0o7777n);
  const value = {
    path: target.path,
    type: typeOf(stats),
    size: Number(stats.size),
    modified: new Date(Number(stats.mtimeMs)).toISOString(),
    permissions: permissions(mode),
    mode: mode.toString(8).padStart(4, '0'),
    ...(stats.nlink > 1n && stats.isFile() ? { hard_links: Number(stats.nlink) } : {}),
    ...(stats.isSymbolicLink() ? await linkDescribed(target.path, env) : {}),
  };
  return { ok: true, result: { kind: 'data', value } };
}

function typeOf(stats: BigIntStats): string {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  if (stats.isSocket()) return 'socket';
  return 'device';
}

/** As `ls -l` writes them, without the type. */
function permissions(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, index) => (mode & (0o400 >> index) ? letter : '-')).join('');
}

/** Whether something is there outside the folders is not for the agent to learn: a dead link and a strange one look alike. */
async function linkDescribed(path: string, env: PathContext): Promise<{ [key: string]: Json }> {
  const text = await readlink(path).catch(() => '');
  const real = await realpath(path).catch(() => undefined);
  const shared = real !== undefined && env.folders().some((folder) => inside(real, folder));
  return { link_target: text, ...(shared ? { real_path: real } : {}) };
}
