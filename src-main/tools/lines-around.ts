/**
 * What stands around single lines of a file: a long line is shown in part, and one line of a private key says nothing of
 * what it is. Read from the same open file as the line.
 */
import type { FileHandle } from 'node:fs/promises';
import { BESIDE_CUT } from '../../src-shared/masking.ts';
import { readBytes } from './read-lines.ts';
import type { TextCut } from './text-cuts.ts';

/** Credentials in one line are far shorter. Bytes. */
const BESIDE_LINE = 1024;

/** Lines lie close together, so as much is read at once. Bytes. */
const WINDOW = 256 * 1024;

/** Keys are written in lines of up to 76 characters, the last of which may be short. */
const OF_KEY = /^[\sA-Za-z0-9+/=\\"',]+$/;

interface Shown {
  readonly text: string;
  readonly cuts?: readonly TextCut[];
}

interface Place {
  /** In bytes. */
  readonly position: number;
  readonly bytes: Buffer;
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** Adds to a shown line what stands around it, where that can matter. To be called in the order of the file. */
export function linesAround(file: FileHandle) {
  const read = createWindow(file);
  return async <Line extends Shown>(place: Place, line: Line): Promise<Line> => {
    const { position, bytes, cutBefore, cutAfter } = place;
    const ofKey = OF_KEY.test(bytes.toString('latin1'));
    if (!ofKey && !cutBefore && !cutAfter) return line;
    const beside = ofKey ? BESIDE_CUT : BESIDE_LINE;
    const end = position + bytes.length;
    const before = await read(Math.max(0, position - beside), position);
    const after = await read(end, end + beside);
    if (!cutBefore && !cutAfter && !`${before}${after}`.includes('PRIVATE KEY')) return line;
    const cuts = [
      { at: cutBefore ? 1 : 0, before },
      { at: line.text.length - (cutAfter ? 1 : 0), after },
    ];
    return { ...line, cuts };
  };
}

/** Reads text of the file by byte, of which it keeps one stretch. */
function createWindow(file: FileHandle): (from: number, to: number) => Promise<string> {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  let atEnd = false;
  return async (from, to) => {
    if (from < start || (!atEnd && to > start + bytes.length)) {
      const length = Math.max(WINDOW, to - from);
      start = from;
      bytes = await readBytes(file, from, length);
      atEnd = bytes.length < length;
    }
    return bytes.toString('utf8', from - start, to - start);
  };
}
