/** The tool that reads one text file, whole or by lines, never holding more of it than it returns. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolResult } from '../../src-shared/outcome.ts';
import { byteSize } from './byte-size.ts';
import { changedSince, type OpenedPath, openPath, type PathContext, stillThere } from './confine-path.ts';
import { defineTool, type Failed, type Ran, reasonField, type Tool } from './define-tool.ts';
import {
  headWithin,
  jsonBytes,
  tailWithin,
  wholeCharactersAtEnd,
  wholeCharactersAtStart,
} from './fit-output.ts';
import { mediaType } from './media-type.ts';
import {
  countLines,
  findLine,
  firstLines,
  readBytes,
  wholeLinesAtEnd,
  wholeLinesAtStart,
} from './read-lines.ts';
import { shortPath } from './short-path.ts';

/** Larger files are refused before anybody is asked: counting lines in them would take longer than a call has. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Bytes at the start of a file that are searched for secrets before the decision. */
const SNIFFED_BYTES = 4096;

/** Bytes kept free for a marker and for the frame around the text. */
const RESERVED_BYTES = 1024;

const inputSchema = z.strictObject({
  path: z.string().max(4096).describe('Absolute, relative to the first shared folder, or starting with ~/.'),
  offset: z.int().min(1).optional().describe('First line to return, counted from 1.'),
  limit: z.int().min(1).max(1_000_000).optional().describe('How many lines to return at most.'),
  reason: reasonField,
});
type Input = z.infer<typeof inputSchema>;

export interface ReadTarget {
  readonly opened: OpenedPath;
  readonly offset?: number;
  readonly limit?: number;
}

export interface ReadFileEnv extends PathContext {
  /** Says what kind of secret the first bytes of a file show, if any. */
  sniffSecret(head: Buffer): string | undefined;
  /** Says which known secret a file with several names is, if any. `identity` is "device:inode". */
  secretTwin(identity: string): Promise<string | undefined>;
}

export function createReadFile(env: ReadFileEnv): Tool<Input, ReadTarget> {
  return defineTool<Input, ReadTarget>({
    name: 'fs_read_file',
    description:
      'Reads a text file (UTF-8) on this machine. Returns the whole text where it fits; of a longer file the first ' +
      'and last part with a marker between them. Page with offset (first line, from 1) and limit (number of lines). ' +
      `Binary files are described, not returned. Files over ${byteSize(MAX_FILE_BYTES)} are refused.`,
    input: inputSchema,
    async resolve(input) {
      const result = await openPath(input.path, 'file', env);
      if (!result.ok) return result;
      const { opened } = result;
      const problem = refuseLarge(opened);
      const head = problem
        ? undefined
        : await readBytes(opened.handle, 0, SNIFFED_BYTES).catch(() => undefined);
      if (head === undefined) {
        await opened.handle.close();
        return problem ?? unreadable(opened);
      }
      const twin = opened.links > 1 ? await env.secretTwin(opened.identity) : undefined;
      return { ok: true, action: readAction(input, opened, env.sniffSecret(head) ?? twin, env.home) };
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

function readAction(input: Input, opened: OpenedPath, secret: string | undefined, home: string) {
  const { offset, limit } = input;
  const lines = {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
  const names = opened.links > 1 ? `, a file with ${opened.links} names (hard links)` : '';
  const part = offset === undefined && limit === undefined ? '' : `, from line ${offset ?? 1}`;
  return Object.freeze({
    tool: 'fs_read_file',
    summary: `Read ${shortPath(opened.path, home)}, ${byteSize(opened.size)}${part}${names}`,
    text: opened.path,
    effects: [
      {
        kind: 'read' as const,
        path: opened.path,
        ...(secret === undefined ? {} : { secretContent: secret }),
      },
    ],
    frozen: { path: opened.path, ...lines, ...(opened.links > 1 ? { links: opened.links } : {}) },
    target: { opened, ...lines },
  });
}

async function readText(target: ReadTarget, budget: number, signal: AbortSignal): Promise<Ran> {
  const { opened, offset, limit } = target;
  if (offset !== undefined || limit !== undefined) {
    return await readPage(opened, offset ?? 1, limit ?? Number.POSITIVE_INFINITY, budget, signal);
  }
  if (opened.size > budget) return await readEnds(opened, budget);
  const bytes = await readBytes(opened.handle, 0, budget + 1);
  if (bytes.length > budget) return await readPage(opened, 1, Number.POSITIVE_INFINITY, budget, signal);
  const binary = describeBinary(bytes, opened.size);
  if (binary) return done(binary);
  const text = bytes.toString('utf8');
  if (jsonBytes(text) <= budget) return asText(text);
  return asText(joinEnds(text, text, bytes.length, budget));
}

/** First and last part of a file that is larger than the budget. */
async function readEnds(opened: OpenedPath, budget: number): Promise<Ran> {
  const half = Math.floor(budget / 2);
  const head = await readBytes(opened.handle, 0, half);
  const tail = await readBytes(opened.handle, opened.size - half, half);
  const first = wholeCharactersAtEnd(head);
  const last = wholeCharactersAtStart(tail);
  const binary = describeBinary(first, opened.size) ?? describeBinary(last, opened.size);
  if (binary) return done(binary);
  return asText(joinEnds(first.toString('utf8'), last.toString('utf8'), opened.size, budget));
}

/** Both ends, cut at line ends where there are any, around a marker that says how to read what is missing. */
function joinEnds(head: string, tail: string, size: number, budget: number): string {
  const half = Math.floor(budget / 2);
  const first = wholeLinesAtStart(headWithin(head, half));
  const last = wholeLinesAtEnd(tailWithin(tail, half));
  const leftOut = byteSize(size - Buffer.byteLength(first) - Buffer.byteLength(last));
  const lines = countLines(first);
  const how = lines === 0 ? 'Its lines are too long to page' : `Read on with offset ${lines + 1} and a limit`;
  return `${first}\n[… ${leftOut} left out here. ${how} …]\n${last}`;
}

async function readPage(
  opened: OpenedPath,
  offset: number,
  limit: number,
  budget: number,
  signal: AbortSignal,
): Promise<Ran> {
  const start = await findLine(opened.handle, offset, signal);
  if (start.kind === 'ended') return { ok: false, message: 'ended before the line was found.' };
  if (start.kind === 'beyond') {
    return { ok: false, message: `"${opened.sent}" has only ${start.lines} lines; offset was ${offset}.` };
  }
  const bytes = await readBytes(opened.handle, start.position, budget + 1);
  const kept = wholeCharactersAtEnd(bytes.subarray(0, budget));
  const binary = describeBinary(kept, opened.size);
  if (binary) return done(binary);
  const fitting = headWithin(kept.toString('utf8'), budget);
  const cut = bytes.length > budget || fitting.length < kept.toString('utf8').length;
  const page = firstLines(cut ? wholeLinesAtStart(fitting) : fitting, limit);
  return asText(page + (await moreMarker(opened.handle, start.position, page, offset)));
}

/** What stands under a page that is not the last one; empty at the end of the file. */
async function moreMarker(handle: FileHandle, start: number, page: string, offset: number): Promise<string> {
  const rest = await readBytes(handle, start + Buffer.byteLength(page), 1);
  if (rest.length === 0) return '';
  if (!page.endsWith('\n')) {
    return `\n[… line ${offset + countLines(page)} is longer than a result may be; the rest of it is left out …]`;
  }
  return `[… more follows. Read on with offset ${offset + countLines(page)} …]`;
}

function describeBinary(bytes: Buffer, size: number): ToolResult | undefined {
  if (bytes.includes(0)) {
    return { kind: 'data', value: { binary: true, size, media_type: mediaType(bytes) } };
  }
  if (isUtf8(bytes)) return undefined;
  const note = 'Not valid UTF-8: text in another encoding, or binary data. It is described, not returned.';
  return { kind: 'data', value: { binary: true, size, media_type: mediaType(bytes), note } };
}

function asText(text: string): Ran {
  return done({ kind: 'text', text });
}

function done(result: ToolResult): Ran {
  return { ok: true, result };
}
