/** Reads lines of the journal again by their places, for a story or an export. For a worker: it reads synchronously. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { AnyStep } from '../../src-shared/journal-reader.ts';
import type { IndexedCall, Place } from './history-call.ts';

export interface LineReader {
  /** The steps of a call, in their order. Throws where they are not where they were. */
  steps(call: IndexedCall, places: readonly Place[]): readonly AnyStep[];
  close(): void;
}

export function openLineReader(): LineReader {
  const open = new Map<string, number>();
  const read = ({ file, start, bytes }: Place): string => {
    const fd = open.get(file) ?? openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    open.set(file, fd);
    const line = Buffer.allocUnsafe(bytes);
    return line.toString('utf8', 0, readSync(fd, line, 0, bytes, start));
  };
  return {
    steps: (call, places) =>
      places.map((place) => {
        const step = JSON.parse(read(place)) as AnyStep;
        if (step.call !== call.call) throw new Error('the journal was changed while it was read');
        return step;
      }),
    close() {
      for (const fd of open.values()) closeSync(fd);
      open.clear();
    },
  };
}
