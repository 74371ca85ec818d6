/** Lines: where one starts in an open file, found with a small fixed buffer, and cutting a text at their ends. */
import type { FileHandle } from 'node:fs/promises';
import type { EndSignal } from '../../src-shared/end-signal.ts';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Up to `length` bytes from `position`; fewer only where the file ends. */
export async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

export type LineStart =
  | { readonly kind: 'found'; readonly position: number }
  /** The file has fewer lines than that. */
  | { readonly kind: 'beyond'; readonly lines: number }
  /** The signal came first. */
  | { readonly kind: 'ended' };

/** The byte at which line number `line` (from 1) starts. Line 1 of an empty file starts at 0. */
export async function findLine(handle: FileHandle, line: number, signal: EndSignal): Promise<LineStart> {
  const chunk = Buffer.alloc(line === 1 ? 0 : CHUNK_BYTES);
  let position = 0;
  let current = 1;
  let lastByte = NEWLINE;
  while (current < line) {
    if (signal.aborted) return { kind: 'ended' };
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return { kind: 'beyond', lines: lastByte === NEWLINE ? current - 1 : current };
    const read = chunk.subarray(0, bytesRead);
    let at = read.indexOf(NEWLINE);
    while (at !== -1 && current + 1 < line) {
      current += 1;
      at = read.indexOf(NEWLINE, at + 1);
    }
    if (at !== -1) return await startsAt(handle, position + at + 1, current);
    lastByte = read[bytesRead - 1] ?? NEWLINE;
    position += bytesRead;
  }
  return { kind: 'found', position: 0 };
}

/** A newline at the very end of a file starts no line. */
async function startsAt(handle: FileHandle, position: number, linesBefore: number): Promise<LineStart> {
  const next = await readBytes(handle, position, 1);
  return next.length === 0 ? { kind: 'beyond', lines: linesBefore } : { kind: 'found', position };
}

/** Lines that end in `text`. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The first `limit` lines, each with its end. */
export function firstLines(text: string, limit: number): string {
  let end = 0;
  for (let line = 0; line < limit; line += 1) {
    const at = text.indexOf('\n', end);
    if (at === -1) return text;
    end = at + 1;
  }
  return text.slice(0, end);
}

/** Without a last line that was cut; a text of one cut line stays as it is. */
export function wholeLinesAtStart(text: string): string {
  const at = text.lastIndexOf('\n');
  return at === -1 ? text : text.slice(0, at + 1);
}

/** Without a first line that was cut; a text of one cut line stays as it is. */
export function wholeLinesAtEnd(text: string): string {
  const at = text.indexOf('\n');
  return at === -1 ? text : text.slice(at + 1);
}
