/** Reads what arrives on one connection: each message becomes a frame to act upon, or a count and nothing else. */
import type { RawData } from 'ws';
import type { FrameCounts } from '../../src-shared/app-state.ts';
import { readServerFrame, type ServerFrame } from '../../src-shared/read-frame.ts';

/** Counted over the life of a link, which has many connections. */
export type Counting = { -readonly [kind in keyof FrameCounts]: number };

export function noCounts(): Counting {
  return { malformed: 0, unknown: 0, duplicate: 0, stale: 0, oversized: 0, binary: 0, early: 0 };
}

/** The frame in a message; undefined (and counted) for one that must not be acted upon. */
export function takeIn(data: RawData, isBinary: boolean, counts: Counting): ServerFrame | undefined {
  if (isBinary) counts.binary += 1;
  const text = isBinary ? strictText(data) : data.toString();
  if (text === undefined) {
    counts.malformed += 1;
    return undefined;
  }
  const reading = readServerFrame(text);
  if (reading.kind === 'problem') counts.malformed += 1;
  if (reading.kind === 'ignorable') counts.unknown += 1;
  return reading.kind === 'frame' ? reading.frame : undefined;
}

/** Text frames were checked by the library; in a binary one, bytes that are no UTF-8 must not turn into other text. */
function strictText(data: RawData): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Array.isArray(data) ? Buffer.concat(data) : data,
    );
  } catch {
    return undefined;
  }
}
