/** Reads lines of the journal again by their places, for a story or an export. For a worker: it reads synchronously. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { AnyStep } from '../../src-shared/journal-reader.ts';
import type { Place } from './history-call.ts';

export interface LineReader {
  /** The line at this place as it stands there, without its line break. Throws where it is not of this call any more. */
  line(call: string, place: Place): Buffer;
  /** The same as a step. */
  step(call: string, place: Place): AnyStep;
  close(): void;
}

export function openLineReader(): LineReader {
  const open = new Map<string, number>();
  const read = ({ file, start, bytes }: Place): Buffer => {
    const fd = open.get(file) ?? openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    open.set(file, fd);
    const line = Buffer.allocUnsafe(bytes);
    return line.subarray(0, readSync(fd, line, 0, bytes, start));
  };
  const checked = (call: string, line: Buffer): AnyStep => {
    const step = JSON.parse(line.toString('utf8')) as AnyStep;
    if (step.call !== call) throw new Error('the journal was changed while it was read');
    return step;
  };
  return {
    line(call, place) {
      const line = read(place);
      checked(call, line);
      return line;
    },
    step: (call, place) => checked(call, read(place)),
    close() {
      for (const fd of open.values()) closeSync(fd);
      open.clear();
    },
  };
}
