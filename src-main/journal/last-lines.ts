/** Reads the lines of a journal file from its end, in slices, for whoever wants only the newest. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** What is worked through before others get their turn. Bytes. */
const SLICE_BYTES = 64 * 1024;

/** Far more than a line may have: a longer one is no line of ours, and is given up. Bytes. */
const MAX_LINE_BYTES = 256 * 1024;

/** Yields whole lines without their breaks, the last one first, a slice at a time; what follows the last break is none. */
export async function* linesFromEnd(
  file: string,
  sliceBytes = SLICE_BYTES,
): AsyncGenerator<readonly Buffer[]> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    let { size: left } = await handle.stat();
    let later: Buffer = Buffer.alloc(0);
    let begun = false;
    while (left > 0) {
      const wanted = Math.min(sliceBytes, left);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, left - wanted);
      if (bytesRead < wanted) return;
      left -= wanted;
      const { first, lines } = split(Buffer.concat([buffer, later]));
      // Behind the last break of a file stands nothing, or what is not whole.
      yield (begun ? lines : lines.slice(0, -1)).toReversed();
      begun ||= lines.length > 0;
      later = first.length > MAX_LINE_BYTES ? Buffer.alloc(0) : first;
    }
    if (begun && later.length > 0) yield [later];
  } finally {
    await handle.close();
  }
}

/** What stands before the first break, and the pieces behind each. */
function split(bytes: Buffer): { readonly first: Buffer; readonly lines: readonly Buffer[] } {
  const lines: Buffer[] = [];
  let at = bytes.indexOf(0x0a);
  const first = at < 0 ? bytes : bytes.subarray(0, at);
  while (at >= 0) {
    const next = bytes.indexOf(0x0a, at + 1);
    lines.push(bytes.subarray(at + 1, next < 0 ? undefined : next));
    at = next;
  }
  return { first, lines };
}
