/** Text out of an open file, whole or by lines, never holding more of it than is returned. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { BESIDE_CUT, type Cut } from '../../src-shared/masking.ts';
import type { ToolResult } from '../../src-shared/outcome.ts';
import { byteSize } from './byte-size.ts';
import type { OpenedPath } from './confine-path.ts';
import type { Ran } from './define-tool.ts';
import {
  fitText,
  headWithin,
  jsonBytes,
  tailWithin,
  wholeCharactersAtEnd,
  wholeCharactersAtStart,
} from './fit-output.ts';
import { mediaType } from './media-type.ts';
import {
  countLines,
  findLine,
  firstLines,
  readBytes,
  wholeLinesAtEnd,
  wholeLinesAtStart,
} from './read-lines.ts';
import { cutsBetween, cutsIn, type TextCut } from './text-cuts.ts';
import { decodeUtf16, type Utf16 } from './utf16.ts';

export interface ReadTarget {
  readonly opened: OpenedPath;
  readonly offset?: number;
  readonly limit?: number;
  /** Where the file begins with its mark. */
  readonly utf16?: Utf16;
}

/** Enough for an ordinary page at once. */
const FIRST_READ_BYTES = 64 * 1024;

/** Reads what the target names, as text that costs at most `budget` bytes on the wire. Rejects where nothing can be read. */
export async function readText(target: ReadTarget, budget: number, signal: EndSignal): Promise<Ran> {
  const { opened, offset, limit, utf16 } = target;
  if (utf16 !== undefined) return await readUtf16(target, utf16, budget);
  if (offset !== undefined || limit !== undefined) {
    return await readPage(opened, offset ?? 1, limit ?? Number.POSITIVE_INFINITY, budget, signal);
  }
  if (opened.size > budget) return await readEnds(opened, budget);
  const bytes = await readWhole(opened, budget + 1);
  if (bytes.length > budget) return await readPage(opened, 1, Number.POSITIVE_INFINITY, budget, signal);
  const binary = describeBinary(bytes, opened.size);
  if (binary) return done(binary);
  const text = bytes.toString('utf8');
  if (jsonBytes(text) <= budget) return asText(text);
  return joinEnds(text, text, bytes.length, budget);
}

/** At most `most` bytes. The size only says how large a buffer is worth starting with: files grow, and some claim to be empty. */
async function readWhole(opened: OpenedPath, most: number): Promise<Buffer> {
  if (opened.size > 0 && opened.size < most) {
    const bytes = await readBytes(opened.handle, 0, opened.size + 1);
    if (bytes.length <= opened.size) return bytes;
  }
  return await readBytes(opened.handle, 0, most);
}

/** UTF-16 is decoded as a whole or not at all: its lines cannot be found without reading all before them. */
async function readUtf16(target: ReadTarget, encoding: Utf16, budget: number): Promise<Ran> {
  const { opened, offset = 1, limit = Number.POSITIVE_INFINITY } = target;
  const most = 2 * budget;
  const bytes = opened.size > most ? undefined : await readBytes(opened.handle, 0, most);
  const text = bytes && decodeUtf16(bytes, encoding);
  if (text === undefined) {
    const why = bytes ? `not valid ${encoding}` : `too large to be decoded from ${encoding}`;
    const binary = { binary: true, size: opened.size, media_type: `text/plain; charset=${encoding}` };
    return done({ kind: 'data', value: { ...binary, note: `It is described, not returned: ${why}.` } });
  }
  const lines = countLines(text) + (text === '' || text.endsWith('\n') ? 0 : 1);
  if (offset > 1 && offset > lines) return beyond(opened, lines, offset);
  const page = firstLines(text.slice(firstLines(text, offset - 1).length), limit);
  const fitted = fitText(page, budget);
  const from = text.indexOf(page);
  const around = [
    { at: 0, before: text.slice(Math.max(0, from - BESIDE_CUT), from) },
    { at: fitted.text.length, after: text.slice(from + page.length, from + page.length + BESIDE_CUT) },
  ];
  const cuts = cutsIn('/text', [...around, ...(fitted.cuts ?? [])]);
  return done({ kind: 'data', value: { encoding, text: fitted.text } }, cuts);
}

function beyond(opened: OpenedPath, lines: number, offset: number): Ran {
  return { ok: false, message: `"${opened.sent}" has only ${lines} lines; offset was ${offset}.` };
}

/** First and last part of a file that is larger than the budget. */
async function readEnds(opened: OpenedPath, budget: number): Promise<Ran> {
  const half = Math.floor(budget / 2);
  const beside = Math.min(BESIDE_CUT, opened.size - half);
  const head = await readBytes(opened.handle, 0, half + beside);
  const tail = await readBytes(opened.handle, opened.size - half - beside, half + beside);
  const first = wholeCharactersAtEnd(head.subarray(0, half));
  const last = wholeCharactersAtStart(tail.subarray(beside));
  const binary = describeBinary(first, opened.size) ?? describeBinary(last, opened.size);
  if (binary) return done(binary);
  return joinEnds(head.toString('utf8'), tail.toString('utf8'), opened.size, budget);
}

/** Both ends, cut at line ends where there are any, around a marker that says how to read what is missing. */
function joinEnds(head: string, tail: string, size: number, budget: number): Ran {
  const half = Math.floor(budget / 2);
  const first = wholeLinesAtStart(headWithin(head, half));
  const last = wholeLinesAtEnd(tailWithin(tail, half));
  const leftOut = byteSize(size - Buffer.byteLength(first) - Buffer.byteLength(last));
  const lines = countLines(first);
  const how = lines === 0 ? 'Its lines are too long to page' : `Read on with offset ${lines + 1} and a limit`;
  const text = `${first}\n[… ${leftOut} left out here. ${how} …]\n${last}`;
  const shown = { text, first: first.length, last: last.length };
  return asText(text, cutsBetween(shown, head, tail));
}

async function readPage(
  opened: OpenedPath,
  offset: number,
  limit: number,
  budget: number,
  signal: EndSignal,
): Promise<Ran> {
  const start = await findLine(opened.handle, offset, signal);
  if (start.kind === 'ended') return { ok: false, message: 'ended before the line was found.' };
  if (start.kind === 'beyond') return beyond(opened, start.lines, offset);
  const bytes = await readLines(opened.handle, start.position, limit, budget + 1);
  const kept = wholeCharactersAtEnd(bytes.subarray(0, budget));
  const binary = describeBinary(kept, opened.size);
  if (binary) return done(binary);
  const fitting = headWithin(kept.toString('utf8'), budget);
  const cut = bytes.length > budget || fitting.length < kept.toString('utf8').length;
  const page = firstLines(cut ? wholeLinesAtStart(fitting) : fitting, limit);
  const end = start.position + Buffer.byteLength(page);
  const [before, after] = await Promise.all([
    textBetween(opened.handle, Math.max(0, start.position - BESIDE_CUT), start.position),
    textBetween(opened.handle, end, end + BESIDE_CUT),
  ]);
  const marker = moreMarker(page, offset, after !== '');
  return asText(page + marker, [
    { at: 0, before },
    { at: page.length, after },
  ]);
}

/** Reads on until there are as many lines, or `most` bytes: a short page of a long file is a short read. */
async function readLines(handle: FileHandle, position: number, limit: number, most: number): Promise<Buffer> {
  for (let length = FIRST_READ_BYTES; ; length *= 4) {
    const bytes = await readBytes(handle, position, Math.min(length, most));
    if (bytes.length < length || length >= most || hasLines(bytes, limit)) return bytes;
  }
}

function hasLines(bytes: Buffer, wanted: number): boolean {
  let at = -1;
  for (let lines = 0; lines < wanted; lines += 1) {
    at = bytes.indexOf(0x0a, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** What stands under a page that is not the last one; empty at the end of the file. */
function moreMarker(page: string, offset: number, more: boolean): string {
  if (!more) return '';
  if (!page.endsWith('\n')) {
    return `\n[… line ${offset + countLines(page)} is longer than a result may be; the rest of it is left out …]`;
  }
  return `[… more follows. Read on with offset ${offset + countLines(page)} …]`;
}

function describeBinary(bytes: Buffer, size: number): ToolResult | undefined {
  if (bytes.includes(0)) {
    return { kind: 'data', value: { binary: true, size, media_type: mediaType(bytes) } };
  }
  if (isUtf8(bytes)) return undefined;
  const note = 'Not valid UTF-8: text in another encoding, or binary data. It is described, not returned.';
  return { kind: 'data', value: { binary: true, size, media_type: mediaType(bytes), note } };
}

/** What stands in a file from one byte to another, as far as it is text. */
async function textBetween(handle: FileHandle, from: number, to: number): Promise<string> {
  return (await readBytes(handle, from, to - from)).toString('utf8');
}

function asText(text: string, cuts: readonly TextCut[] = []): Ran {
  return done({ kind: 'text', text }, cutsIn('', cuts));
}

function done(result: ToolResult, cuts: readonly Cut[] = []): Ran {
  return cuts.length === 0 ? { ok: true, result } : { ok: true, result, cuts };
}
