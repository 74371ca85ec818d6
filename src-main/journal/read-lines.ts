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
  /** What follows the last line break so far. Empty in a file that ends as it should. */
  readonly rest: Buffer;
}

/** Yields a slice of lines at a time; the `rest` of the last one is what is not a whole line. */
export async function* readLines(file: string): AsyncGenerator<Slice> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(SLICE_BYTES), 0, SLICE_BYTES);
      if (bytesRead === 0) return;
      const slice = split(Buffer.concat([rest, buffer.subarray(0, bytesRead)]));
      rest = slice.rest.subarray(0, MAX_LINE_BYTES);
      yield { ...slice, rest };
    }
  } finally {
    await handle.close();
  }
}

function split(bytes: Buffer): Slice {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}
