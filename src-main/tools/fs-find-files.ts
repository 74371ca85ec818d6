/** The tool that finds files below one folder by their names, without following links and without naming secrets. */
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EndSwitch } from '../../src-shared/end-signal.ts';
import type { Json } from '../../src-shared/json.ts';
import { changedSince, type OpenedPath, type PathContext, stillThere } from './confine-path.ts';
import { defineTool, type Ran, type RunContext, reasonField, type Tool } from './define-tool.ts';
import { jsonBytes } from './fit-output.ts';
import {
  globField,
  openSearchFolder,
  selectionArguments,
  selectionFields,
  TRUNCATED,
} from './folder-selection.ts';
import { type RipgrepEnv, runRipgrep, withheldIn } from './ripgrep.ts';
import { named, quoted, say } from './say.ts';
import { shortPath } from './short-path.ts';
import { splitRecords } from './split-records.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 10_000;

/** Bytes kept free for what stands around the names. */
const RESERVED_BYTES = 1024;

/** Longer paths cannot be opened on any system that Doorman runs on. */
const MAX_PATH_BYTES = 16 * 1024;

const inputSchema = z.strictObject({
  ...selectionFields,
  pattern: globField.describe(
    'Glob with * ? [a-z] {a,b} and ** for any folders. Without a slash it is for names at any depth ("*.ts"), else for the path below the folder ("src/**/*.ts").',
  ),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many to return at most. Default ${DEFAULT_LIMIT}.`),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface FindTarget {
  readonly folder: OpenedPath;
  readonly input: Omit<Input, 'path' | 'reason'>;
}

export interface FindFilesEnv extends PathContext, RipgrepEnv {}

export function createFindFiles(env: FindFilesEnv): Tool<Input, FindTarget> {
  return defineTool<Input, FindTarget>({
    name: 'fs_find_files',
    description:
      'Finds files below a folder on this machine by a glob. Returns their paths, relative to the folder and sorted. ' +
      'Hidden files are found too; links are not followed; files in secret places are left out. Use limit and exclude ' +
      'to keep results small.',
    input: inputSchema,
    async resolve({ path, reason: _reason, ...input }) {
      const result = await openSearchFolder(path, env);
      if (!result.ok) return result;
      const { opened } = result;
      return {
        ok: true,
        action: Object.freeze({
          tool: 'fs_find_files',
          ...say`Find files named ${quoted(input.pattern)} anywhere below ${named(shortPath(opened.path, env.home))}`,
          text: `Names of files that match "${input.pattern}", anywhere below ${opened.path}`,
          effects: [{ kind: 'list' as const, path: opened.path }],
          frozen: { path: opened.path, ...JSON.parse(JSON.stringify(input)) },
          target: { folder: opened, input },
        }),
      };
    },
    async run(action, context) {
      const { folder } = action.target;
      return (await stillThere(folder)) ? await find(action.target, context, env) : changedSince(folder);
    },
    release: (action) => action.target.folder.handle.close(),
  });
}

async function find({ folder, input }: FindTarget, context: RunContext, env: RipgrepEnv): Promise<Ran> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const withheld = withheldIn(folder.path, env);
  const enough = new EndSwitch();
  const names: string[] = [];
  const onStdout = splitRecords(0, MAX_PATH_BYTES, (record) => {
    const name = record.toString('utf8').replace(/^\.\//, '');
    if (names.length > limit || withheld(join(folder.path, name))) return;
    names.push(name);
    if (names.length > limit) enough.abort('enough');
  });
  const { pattern: glob, ...selection } = input;
  // One thread, in order: the same call gives the same names, also where they are cut at the limit.
  const args = [
    '--files',
    '--null',
    '--sort=path',
    ...selectionArguments({ glob, ...selection }, folder.path),
  ];
  const end = await runRipgrep({ args, folder, context, onStdout, enough: enough.signal }, env);
  if (!end.ok) return end;
  const named = names.slice(0, limit);
  const real = await Promise.all(named.map((name) => isFileHere(folder.path, name)));
  const there = named.filter((_, index) => real[index]);
  const files = namesWithin(there, context.maxResultBytes - RESERVED_BYTES);
  const value = { path: folder.path, files: [...files] };
  if (files.length < there.length) return found({ ...value, truncated: TRUNCATED.size });
  if (names.length > limit) return found({ ...value, truncated: TRUNCATED.limit });
  return found(end.ended === 'time' ? { ...value, truncated: TRUNCATED.time } : value);
}

function found(value: { readonly [key: string]: Json }): Ran {
  return { ok: true, result: { kind: 'data', value } };
}

/** Folders can be swapped for links while they are walked: only what lies here by its real path is named. */
async function isFileHere(folder: string, name: string): Promise<boolean> {
  const path = join(folder, name);
  try {
    return (await lstat(path)).isFile() && (await realpath(path)) === path;
  } catch {
    return false;
  }
}

function namesWithin(names: readonly string[], budget: number): readonly string[] {
  let spent = 0;
  const over = names.findIndex((name) => {
    spent += jsonBytes(name) + 3;
    return spent > budget;
  });
  return over === -1 ? names : names.slice(0, over);
}
