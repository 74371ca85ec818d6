/**
 * Tells the keychain where the journal ends, behind the calls: at most one telling is under way or waits, and it tells
 * the newest position. A keychain is slow, and may never answer.
 */
import type { JournalPosition } from '../../src-shared/journal-entry.ts';

export interface HeadKeeper {
  moved(head: JournalPosition): void;
  /** False after the keychain refused the last one. */
  kept(): boolean;
  /** Tells the last position, whatever is under way. */
  close(): Promise<void>;
}

/** What can be cut off unseen after a kill is what was written since the last telling. Milliseconds. */
export const HEAD_INTERVAL_MS = 1_000;

/** `after` calls once after so many milliseconds; the function that it returns cancels that. */
export function createHeadKeeper(
  save: (head: JournalPosition) => Promise<boolean>,
  after: (ms: number, run: () => void) => () => void,
): HeadKeeper {
  let latest: JournalPosition | undefined;
  let told: JournalPosition | undefined;
  let busy: Promise<void> | undefined;
  let cancelPause: (() => void) | undefined;
  let news = false;
  let kept = true;

  const tell = async () => {
    news = false;
    const head = latest;
    if (!head || head === told) return;
    kept = await save(head).catch(() => false);
    if (kept) told = head;
  };
  const next = () => {
    if (!news || busy || cancelPause) return;
    busy = tell().then(() => {
      busy = undefined;
      next();
    });
    cancelPause = after(HEAD_INTERVAL_MS, () => {
      cancelPause = undefined;
      next();
    });
  };
  return {
    moved(head) {
      latest = head;
      news = true;
      next();
    },
    kept: () => kept,
    async close() {
      news = false;
      cancelPause?.();
      await busy;
      await tell();
    },
  };
}
