/** Reading parts of an open file by byte and finding where a line starts, with a small fixed buffer. */
import type { FileHandle } from 'node:fs/promises';

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
export async function findLine(handle: FileHandle, line: number, signal: AbortSignal): Promise<LineStart> {
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
