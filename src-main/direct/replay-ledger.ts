/**
 * The signatures that were used, so that none works twice, not even after a restart. It fails closed: what cannot be
 * written down is not accepted.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';

export interface ReplayLedger {
  /**
   * Takes a signature once. `used` where it was taken before, `unavailable` where that cannot be known or kept.
   * @param staleAt Unix seconds from which on its age alone refuses it
   */
  take(signature: Uint8Array, staleAt: number): Promise<'taken' | 'used' | 'unavailable'>;
}

/** After so many lines the file is written anew, without what is stale. */
const LINES_BEFORE_REWRITE = 10_000;

const LINE = /^([0-9a-f]{64}) (\d{1,15})$/;

/** @param now Unix seconds */
export async function openReplayLedger(file: string, now: () => number): Promise<ReplayLedger> {
  let used = await readLedger(file, now());
  let lines = LINES_BEFORE_REWRITE;
  let writing: Promise<unknown> = Promise.resolve();

  async function write(line: string): Promise<void> {
    if (used === undefined) throw new Error('unreadable');
    if (lines < LINES_BEFORE_REWRITE) return appendFile(file, line, { mode: 0o600 });
    for (const [key, staleAt] of used) if (staleAt < now()) used.delete(key);
    await writeFileAtomic(file, [...used].map(([key, staleAt]) => lineOf(key, staleAt)).join(''), {
      mode: 0o600,
    });
    lines = used.size;
  }

  return {
    async take(signature, staleAt) {
      used ??= await readLedger(file, now());
      if (used === undefined) return 'unavailable';
      const key = createHash('sha256').update(signature).digest('hex');
      if (used.has(key)) return 'used';
      const last = Math.ceil(staleAt);
      used.set(key, last);
      const written = writing.then(() => write(lineOf(key, last)));
      writing = written.catch(() => undefined);
      lines += 1;
      return written.then(
        () => 'taken' as const,
        () => 'unavailable' as const,
      );
    },
  };
}

function lineOf(key: string, staleAt: number): string {
  return `${key} ${staleAt}\n`;
}

/** Undefined where the file is there but cannot be read. A torn last line was never acted upon. */
async function readLedger(file: string, now: number): Promise<Map<string, number> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Map() : undefined;
  }
  const used = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, key, staleAt] = LINE.exec(line) ?? [];
    if (key !== undefined && Number(staleAt) >= now) used.set(key, Number(staleAt));
  }
  return used;
}
