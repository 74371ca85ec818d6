/** Reads the lines of a journal file in slices, so that a long one holds nobody up. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** What is worked through before others get their turn. Bytes. */
const SLICE_BYTES = 128 * 1024;

/** Far more than a line may have; of a longer one only the start is kept, and it fits no MAC. Bytes. */
const MAX_LINE_BYTES = 256 * 1024;

export interface Slice {
  /** Whole lines, without their line breaks. */
  readonly lines: readonly Buffer[];
  /** Where in the file each of them ends, with its line break. Bytes. */
  readonly ends: readonly number[];
  /** What follows the last line break so far. Empty in a file that ends as it should. */
  readonly rest: Buffer;
  /** Where in the file the next line begins. Bytes. */
  readonly end: number;
}

/** Yields a slice of lines at a time; the `rest` of the last one is what is not a whole line. `from`: in bytes. */
export async function* readLines(file: string, from = 0): AsyncGenerator<Slice> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let end = from;
    for (let at = from; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(SLICE_BYTES), 0, SLICE_BYTES, at);
      if (bytesRead === 0) return;
      const slice = split(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), at - rest.length);
      at += bytesRead;
      end = slice.ends.at(-1) ?? end;
      rest = slice.rest.subarray(0, MAX_LINE_BYTES);
      yield { ...slice, rest, end };
    }
  } finally {
    await handle.close();
  }
}

/** `at`: where in the file the bytes begin. Of a line that is too long bytes are left out, all before its end. */
function split(bytes: Buffer, at: number): Pick<Slice, 'lines' | 'ends' | 'rest'> {
  const lines: Buffer[] = [];
  const ends: number[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
    ends.push(at + start);
  }
  return { lines, ends, rest: bytes.subarray(start) };
}
