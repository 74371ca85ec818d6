/** One page of a stream that may still be growing: whole characters, no control sequences, within its budget. */
import { isUtf8 } from 'node:buffer';
import { stripVTControlCharacters } from 'node:util';
import { BESIDE_CUT } from '../../src-shared/masking.ts';
import { headWithin, jsonBytes, wholeCharactersAtEnd, wholeCharactersAtStart } from './fit-output.ts';
import { mediaType } from './media-type.ts';
import type { OutputRing } from './output-ring.ts';
import type { TextCut } from './text-cuts.ts';

export interface OutputPage {
  readonly text: string;
  /** Where it begins. */
  readonly from: number;
  /** Where the next page begins. */
  readonly next: number;
  /** Bytes that were asked for and are not kept any more. */
  readonly dropped: number;
  /** What it is where it is no text. */
  readonly binary?: { readonly size: number; readonly media_type: string };
}

/** Longer than this, what began as a control sequence is none, and is not held back for its end. Characters. */
const MOST_HELD_BACK = 256;

/**
 * The page from the place `offset` on that costs at most `budget` bytes on the wire. `over` is true when nothing more
 * will come, so that nothing has to be held back for its end.
 */
export function readPage(ring: OutputRing, offset: number, budget: number, over: boolean): OutputPage {
  const from = Math.min(ring.total(), Math.max(offset, ring.start()));
  const dropped = Math.max(0, from - offset);
  const bytes = ring.from(from, budget);
  const last = over && from + bytes.length === ring.total();
  const begun = wholeCharactersAtStart(bytes);
  const whole = last ? begun : wholeCharactersAtEnd(begun);
  if (!isUtf8(whole)) {
    const binary = { size: bytes.length, media_type: mediaType(bytes) };
    return { text: '', from, next: from + bytes.length, dropped, binary };
  }
  const text = headWithin(whole.toString('utf8'), budget);
  const full = from + bytes.length < ring.total();
  // A full page that holds nothing else has to go on as it is.
  const settled = last ? text : withoutUnfinished(text) || (full ? text : '');
  const next = from + (bytes.length - begun.length) + Buffer.byteLength(settled);
  return { text: stripVTControlCharacters(settled), from, next, dropped };
}

/** What was printed right before and right after a page. */
export function cutsOfPage(ring: OutputRing, { text, from, next }: OutputPage): readonly TextCut[] {
  const clean = (bytes: Buffer) => stripVTControlCharacters(bytes.toString('utf8'));
  return [
    { at: 0, before: clean(ring.before(from, BESIDE_CUT)) },
    { at: text.length, after: clean(ring.from(next, BESIDE_CUT)) },
  ];
}

/** Leaves out the beginning of a control sequence whose end has not come yet. */
function withoutUnfinished(text: string): string {
  let kept = text;
  for (let at = kept.lastIndexOf(ESCAPE); at >= 0; at = kept.lastIndexOf(ESCAPE)) {
    if (kept.length - at > MOST_HELD_BACK || !isUnfinished(kept.slice(at + 1))) break;
    kept = kept.slice(0, at);
  }
  return kept;
}

const ESCAPE = '\u001b';
const BELL = '\u0007';

/** What stands behind the escape character (ECMA-48): a sequence with parameters, a string that a bell ends, or nothing. */
function isUnfinished(behind: string): boolean {
  if (/^[\]PX^_]/.test(behind)) return !behind.includes(BELL);
  return /^(?:\[[0-?]*)?[ -/]*$/.test(behind);
}

/** Pages of two streams that share `budget`: each gets half, and what the other does not need. */
export function readPages(
  streams: { readonly stdout: OutputRing; readonly stderr: OutputRing },
  offsets: { readonly stdout: number; readonly stderr: number },
  budget: number,
  over: boolean,
): { readonly stdout: OutputPage; readonly stderr: OutputPage } {
  const half = Math.floor(budget / 2);
  const wanted = jsonBytes(readPage(streams.stdout, offsets.stdout, budget, over).text);
  const stderr = readPage(streams.stderr, offsets.stderr, Math.max(half, budget - wanted), over);
  const left = budget - jsonBytes(stderr.text);
  return { stdout: readPage(streams.stdout, offsets.stdout, left, over), stderr };
}
