/** The tool that lists the names in one folder, sorted, without walking through links. */
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { z } from 'zod';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { changedSince, type OpenedPath, openPath, type PathContext, stillThere } from './confine-path.ts';
import { defineTool, reasonField, type Tool } from './define-tool.ts';
import { jsonBytes } from './fit-output.ts';
import { named, say } from './say.ts';
import { shortPath } from './short-path.ts';

/** Names beyond this many are counted, not returned: no agent reads more, and a folder can hold millions. */
const MAX_ENTRIES = 10_000;

/** Bytes kept free for what stands around the entries. */
const RESERVED_BYTES = 1024;

/** What stands around a name: keys, quotes, the longest type and size, a comma. */
const ENTRY_FRAME_BYTES = 64;

const inputSchema = z.strictObject({
  path: z.string().max(4096).describe('Absolute, relative to the first shared folder, or starting with ~/.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

interface Entry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
  readonly size?: number;
}

export interface ListTarget {
  readonly opened: OpenedPath;
}

export function createListDirectory(env: PathContext): Tool<Input, ListTarget> {
  return defineTool<Input, ListTarget>({
    name: 'fs_list_directory',
    description:
      'Lists a folder on this machine: name, type (file, directory, link, other) and size in bytes of files, sorted ' +
      'by name. Does not go into sub-folders or through links. Patterns are not expanded.',
    input: inputSchema,
    async resolve(input) {
      const result = await openPath(input.path, 'directory', env);
      if (!result.ok) return result;
      const { opened } = result;
      return {
        ok: true,
        action: Object.freeze({
          tool: 'fs_list_directory',
          ...say`List the names and sizes in ${named(shortPath(opened.path, env.home))}`,
          text: opened.path,
          effects: [{ kind: 'list' as const, path: opened.path }],
          frozen: { path: opened.path },
          target: { opened },
        }),
      };
    },
    async run(action, context) {
      const { opened } = action.target;
      if (!(await stillThere(opened))) return changedSince(opened);
      const budget = context.maxResultBytes - RESERVED_BYTES;
      const { entries, total } = await readEntries(opened, budget, context.signal);
      const truncated = entries.length < total;
      const value = { path: opened.path, entries: entries.map((entry) => ({ ...entry })), truncated };
      return {
        ok: true,
        result: { kind: 'data', value: truncated ? { ...value, total } : value },
      };
    },
    release: (action) => action.target.opened.handle.close(),
  });
}

/**
 * The entries that fit into `budget` bytes, and how many there are. Reads through the open handle where the system
 * has a name for it, so that a swapped folder cannot be read.
 */
async function readEntries(
  opened: OpenedPath,
  budget: number,
  signal: EndSignal,
): Promise<{ entries: readonly Entry[]; total: number }> {
  const base = process.platform === 'linux' ? `/proc/self/fd/${opened.handle.fd}` : opened.path;
  const dirents: Dirent[] = [];
  let total = 0;
  for await (const dirent of await opendir(base)) {
    if (signal.aborted) break;
    total += 1;
    if (dirents.length < MAX_ENTRIES) dirents.push(dirent);
  }
  dirents.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const entries: Entry[] = [];
  let spent = 0;
  for (const dirent of dirents) {
    spent += jsonBytes(dirent.name) + ENTRY_FRAME_BYTES;
    if (spent > budget || signal.aborted) break;
    entries.push(await entryOf(dirent, base));
  }
  return { entries, total };
}

async function entryOf(dirent: Dirent, base: string): Promise<Entry> {
  const { name } = dirent;
  if (dirent.isDirectory()) return { name, type: 'directory' };
  if (dirent.isSymbolicLink()) return { name, type: 'link' };
  if (!dirent.isFile()) return { name, type: 'other' };
  const stats = await lstat(`${base}/${name}`).catch(() => undefined);
  return stats?.isFile() ? { name, type: 'file', size: stats.size } : { name, type: 'file' };
}
