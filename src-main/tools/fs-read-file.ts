/** The tool that reads one text file, whole or by lines, never holding more of it than it returns. */
import { z } from 'zod';
import { byteSize } from './byte-size.ts';
import { changedSince, type OpenedPath, openPath, type PathContext, stillThere } from './confine-path.ts';
import { defineTool, type Failed, reasonField, type Tool } from './define-tool.ts';
import { type FileSigns, readSigns, type SecretSigns } from './file-signs.ts';
import { type ReadTarget, readText } from './read-text.ts';
import { named, say } from './say.ts';
import { shortPath } from './short-path.ts';

/** Larger files are refused before anybody is asked: counting lines in them would take longer than a call has. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Bytes kept free for a marker and for the frame around the text. */
const RESERVED_BYTES = 1024;

const inputSchema = z.strictObject({
  path: z.string().max(4096).describe('Absolute, relative to the first shared folder, or starting with ~/.'),
  offset: z.int().min(1).optional().describe('First line to return, counted from 1.'),
  limit: z.int().min(1).max(1_000_000).optional().describe('How many lines to return at most.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface ReadFileEnv extends PathContext, SecretSigns {}

export function createReadFile(env: ReadFileEnv): Tool<Input, ReadTarget> {
  return defineTool<Input, ReadTarget>({
    name: 'fs_read_file',
    description:
      'Reads a text file on this machine. Returns the whole text where it fits; of a longer file the first and last ' +
      'part with a marker between them. Page with offset (first line, from 1) and limit (number of lines). The text ' +
      'is UTF-8 unless the result names another encoding. Binary files are described, not returned. ' +
      `Files over ${byteSize(MAX_FILE_BYTES)} are refused.`,
    input: inputSchema,
    async resolve(input) {
      const result = await openPath(input.path, 'file', env);
      if (!result.ok) return result;
      const { opened } = result;
      const problem = refuseLarge(opened);
      const signs = problem ? undefined : await readSigns(opened.handle, env).catch(() => undefined);
      if (signs === undefined) {
        await opened.handle.close();
        return problem ?? unreadable(opened);
      }
      return { ok: true, action: readAction(input, opened, signs, env.home) };
    },
    async run(action, context) {
      const { opened } = action.target;
      if (!(await stillThere(opened))) return changedSince(opened);
      const budget = Math.max(256, context.maxResultBytes - RESERVED_BYTES);
      return await readText(action.target, budget, context.signal).catch(() => unreadable(opened));
    },
    release: (action) => action.target.opened.handle.close(),
  });
}

function unreadable(opened: OpenedPath): Failed {
  return { ok: false, message: `"${opened.sent}" could be opened, but the system refused to read it.` };
}

function refuseLarge(opened: OpenedPath): Failed | undefined {
  if (opened.size <= MAX_FILE_BYTES) return undefined;
  const size = byteSize(opened.size);
  const most = byteSize(MAX_FILE_BYTES);
  return { ok: false, message: `"${opened.sent}" is too large (${size}): fs_read_file reads up to ${most}.` };
}

function linesWords({ offset = 1, limit }: Input): string {
  if (limit === undefined) return offset === 1 ? '' : `from line ${offset} of `;
  if (offset === 1) return limit === 1 ? 'the first line of ' : `the first ${limit} lines of `;
  return limit === 1 ? `line ${offset} of ` : `lines ${offset} to ${offset + limit - 1} of `;
}

function readAction(input: Input, opened: OpenedPath, signs: FileSigns, home: string) {
  const { offset, limit } = input;
  const { secret, utf16 } = signs;
  const lines = {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
  const names = opened.links > 1 ? `, which has ${opened.links} names (hard links)` : '';
  const part = linesWords(input);
  const path = named(shortPath(opened.path, home));
  return Object.freeze({
    tool: 'fs_read_file',
    ...say`Read ${part}${path}, ${byteSize(opened.size)}${names}`,
    text: opened.path,
    effects: [
      {
        kind: 'read' as const,
        path: opened.path,
        ...(secret === undefined ? {} : { secretContent: secret }),
      },
    ],
    frozen: { path: opened.path, ...lines, ...(opened.links > 1 ? { links: opened.links } : {}) },
    target: { opened, ...lines, ...(utf16 === undefined ? {} : { utf16 }) },
  });
}
