/** Writes calls into a file of this user alone, one call a line, as `doorman journal show --json` prints them. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexedCall } from './history-call.ts';
import type { HistoryIndex } from './history-index.ts';
import { openLineReader } from './history-lines.ts';

/** So many calls are written before others get their turn. */
const AT_ONCE = 200;

/**
 * The oldest first. The file is there when it is whole, in place of what had its name, or not at all. Rejects with what
 * the system said.
 */
export async function writeCalls(
  file: string,
  index: HistoryIndex,
  calls: readonly IndexedCall[],
  onProgress: (done: number) => void,
): Promise<void> {
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  const reader = openLineReader();
  try {
    for (let at = 0; at < calls.length; at += AT_ONCE) {
      const lines = calls.slice(at, at + AT_ONCE).map((call) => {
        const steps = reader.steps(call, index.placesOf(call));
        return `${JSON.stringify({ call: call.call, steps })}\n`;
      });
      await handle.writeFile(lines.join(''));
      onProgress(Math.min(at + AT_ONCE, calls.length));
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
