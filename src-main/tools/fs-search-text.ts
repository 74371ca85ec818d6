/** The tool that finds lines of text in the files below one folder, each read from the file that was checked. */
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { Action } from '../../src-shared/action.ts';
import { EndSwitch } from '../../src-shared/end-signal.ts';
import type { Json } from '../../src-shared/json.ts';
import { changedSince, type OpenedPath, type PathContext, stillThere } from './confine-path.ts';
import { defineTool, type Ran, type RunContext, reasonField, type Tool } from './define-tool.ts';
import { readSigns, type SecretSigns } from './file-signs.ts';
import {
  globField,
  openSearchFolder,
  selectionArguments,
  selectionFields,
  TRUNCATED,
} from './folder-selection.ts';
import { type RipgrepEnv, runRipgrep, withheldIn } from './ripgrep.ts';
import { named, quoted, say } from './say.ts';
import { collectMatches } from './search-matches.ts';
import { shortPath } from './short-path.ts';
import { cutsIn } from './text-cuts.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 2000;
const MAX_CONTEXT = 10;
const SUMMARY_CHARACTERS = 100;

/** Bytes kept free for what stands around the matches. */
const RESERVED_BYTES = 1024;

const inputSchema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(2000)
    .regex(/^[^\n\r\0]*$/, 'must be one line')
    .describe(
      'Regular expression (as in ripgrep: no look-around, no back-references), held against each line.',
    ),
  literal: z.boolean().optional().describe('Takes the pattern as plain text. Default false.'),
  ignore_case: z.boolean().optional().describe('Default false.'),
  ...selectionFields,
  glob: globField
    .optional()
    .describe(
      'Only files that match: "*.ts" for names at any depth, "src/**/*.ts" for paths below the folder.',
    ),
  context: z
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe('Lines to return around each match. Default 0.'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many matching lines to return at most. Default ${DEFAULT_LIMIT}.`),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface SearchTarget {
  readonly folder: OpenedPath;
  readonly input: Omit<Input, 'path' | 'reason'>;
}

export interface SearchTextEnv extends PathContext, SecretSigns, RipgrepEnv {}

export function createSearchText(env: SearchTextEnv): Tool<Input, SearchTarget> {
  return defineTool<Input, SearchTarget>({
    name: 'fs_search_text',
    description:
      'Searches the text files (UTF-8) below a folder on this machine for lines that match, hidden files too. Returns ' +
      'files with line numbers and lines; long lines are cut around the match. Does not follow links. Binary files, ' +
      'and files that hold secrets by their place or content, are not searched.',
    input: inputSchema,
    async resolve({ path, reason: _reason, ...input }) {
      const result = await openSearchFolder(path, env);
      return result.ok ? { ok: true, action: searchAction(result.opened, input, env.home) } : result;
    },
    async run(action, context) {
      const { folder } = action.target;
      return (await stillThere(folder)) ? await search(action.target, context, env) : changedSince(folder);
    },
    release: (action) => action.target.folder.handle.close(),
  });
}

function searchAction(folder: OpenedPath, input: SearchTarget['input'], home: string): Action<SearchTarget> {
  const { pattern } = input;
  const shown = pattern.length > SUMMARY_CHARACTERS ? `${pattern.slice(0, SUMMARY_CHARACTERS)}…` : pattern;
  const which = input.glob === undefined ? 'all' : quoted(input.glob);
  return Object.freeze({
    tool: 'fs_search_text',
    ...say`Search for ${quoted(shown)} in ${which} files below ${named(shortPath(folder.path, home))}`,
    text: `Lines that match "${pattern}" in ${input.glob ? `"${input.glob}" files` : 'all files'} below ${folder.path}`,
    effects: [{ kind: 'search' as const, path: folder.path }],
    frozen: { path: folder.path, ...(JSON.parse(JSON.stringify(input)) as { [key: string]: Json }) },
    target: { folder, input },
  });
}

async function search(
  { folder, input }: SearchTarget,
  context: RunContext,
  env: SearchTextEnv,
): Promise<Ran> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const enough = new EndSwitch();
  const secretFolder = env.secretPlace(folder.path) !== undefined;
  const matches = collectMatches({
    folder: folder.path,
    limit,
    budget: context.maxResultBytes - RESERVED_BYTES,
    signal: context.signal,
    withheld: withheldIn(folder.path, env),
    withheldContent: async (file: FileHandle) =>
      !secretFolder && (await readSigns(file, env)).secret !== undefined,
    enough: () => enough.abort('enough'),
  });
  const end = await runRipgrep(
    {
      args: searchArguments(input, limit, folder.path),
      folder,
      context,
      onStdout: matches.add,
      enough: enough.signal,
    },
    env,
  );
  const found = await matches.finish();
  if (!end.ok) return end;
  const cut = found.full ?? (end.ended === 'time' ? 'time' : undefined);
  const value = {
    path: folder.path,
    matches: found.count,
    files: found.files.map(({ path, lines }) => ({ path, lines: lines.map(({ cuts: _, ...line }) => line) })),
    ...(cut === undefined ? {} : { truncated: TRUNCATED[cut] }),
    not_searched: 'Binary files, and files that hold secrets.',
  };
  const cuts = found.files.flatMap(({ lines }, file) =>
    lines.flatMap((line, index) => cutsIn(`/files/${file}/lines/${index}/text`, line.cuts)),
  );
  return { ok: true, result: { kind: 'data', value }, ...(cuts.length === 0 ? {} : { cuts }) };
}

/** No more matches of one file than are returned in all, with one to tell that there are more. */
function searchArguments(input: SearchTarget['input'], limit: number, folder: string): readonly string[] {
  return [
    ...['--json', '--encoding=none', '--crlf', `--max-count=${limit + 1}`, `--context=${input.context ?? 0}`],
    ...(input.literal ? ['--fixed-strings'] : []),
    ...(input.ignore_case ? ['--ignore-case'] : ['--case-sensitive']),
    ...selectionArguments(input, folder),
    `--regexp=${input.pattern}`,
  ];
}
