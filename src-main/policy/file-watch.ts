/** Whether a file may have changed since the last look at it, told without asking the system for every call. */
import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A change that the system does not report at once (behind a link, on a network's disk, by another name of the file; any
 * on macOS) is found when the last look is so old. Milliseconds.
 */
export const BLIND_MS = 20;

export interface FileWatch {
  /** To be called when a look begins, and what it returns when that is over: from then on what it saw counts. */
  looking(): () => void;
  /**
   * True where another look could show nothing new, as far as the system has reported. What it reports reaches this
   * process with the next turn of its event loop.
   */
  isQuiet(): boolean;
  /** To be told of a change that is known from elsewhere. */
  changed(): void;
  close(): void;
}

/** Watches the folder, because a file that is written anew is another one. `now` is monotonic, in milliseconds. */
export function watchFile(file: string, now: () => number): FileWatch {
  let watcher: FSWatcher | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stirred = 0;
  let closed = false;
  const changed = () => {
    stirred += 1;
    lookedAt = Number.NEGATIVE_INFINITY;
  };
  const stop = () => {
    watcher?.close();
    watcher = undefined;
    changed();
  };
  const start = () => {
    try {
      // Names are not compared: the other files there change rarely, and a disk may spell a name in another way.
      watcher = watch(dirname(file), { persistent: false }, changed);
      watcher.on('error', stop);
    } catch {
      // Without a folder there is nothing to watch, and every call looks.
    }
  };
  return {
    changed,
    looking() {
      if (!watcher && !closed) start();
      const begun = now();
      const before = stirred;
      return () => {
        if (watcher && stirred === before) lookedAt = begun;
      };
    },
    isQuiet: () => now() - lookedAt < BLIND_MS,
    close() {
      closed = true;
      stop();
    },
  };
}
