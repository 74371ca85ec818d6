/** Writes lines of the journal into a file of this user alone, byte for byte, as `doorman journal export` does. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallLine } from './history-index.ts';
import { openLineReader } from './history-lines.ts';

/** So many lines are written before others get their turn. */
const AT_ONCE = 1_000;

const BREAK = Buffer.from('\n');

/**
 * The file is there when it is whole, in place of what had its name, or not at all. Rejects with what the system said,
 * and where a line is not where it was.
 */
export async function writeLines(
  file: string,
  lines: readonly CallLine[],
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  const reader = openLineReader();
  try {
    for (let at = 0; at < lines.length; at += AT_ONCE) {
      const some = lines.slice(at, at + AT_ONCE);
      await handle.writeFile(
        Buffer.concat(some.flatMap(({ call, place }) => [reader.line(call, place), BREAK])),
      );
      onProgress(at + some.length, lines.length);
      await nextTurn();
    }
    await handle.sync();
    await handle.close();
    await rename(partial, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  } finally {
    reader.close();
  }
}
