/**
 * Turns what ripgrep prints into matches that may be shown. Ripgrep only says where to look: each line is read again from
 * a file that is opened here and judged like any other read, so that a file swapped under its name gives nothing away.
 */
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import { inside, openExactly } from './confine-path.ts';
import { jsonBytes, wholeCharactersAtEnd, wholeCharactersAtStart } from './fit-output.ts';
import { linesAround } from './lines-around.ts';
import { readBytes } from './read-lines.ts';
import { splitRecords } from './split-records.ts';
import type { TextCut } from './text-cuts.ts';

export interface MatchLine {
  readonly line: number;
  readonly text: string;
  /** True for a line that stands near a match. */
  readonly context?: true;
  /** What stands around it in the file, where a credential may reach into it. Not for the result. */
  readonly cuts?: readonly TextCut[];
}

export interface MatchedFile {
  readonly path: string;
  readonly lines: readonly MatchLine[];
}

export interface MatchRules {
  /** Canonical. */
  readonly folder: string;
  /** Matching lines that are returned at most. */
  readonly limit: number;
  /** Bytes that the matches may have on the wire. */
  readonly budget: number;
  readonly signal: EndSignal;
  /** True for canonical paths that may not be shown, whatever they hold. */
  withheld(path: string): boolean;
  /** True for an open file that may not be shown because of what it holds, or of another name that it has. */
  withheldContent(file: FileHandle): Promise<boolean>;
  /** Called once when more would not be returned any more. */
  enough(): void;
}

export interface Matches {
  readonly files: readonly MatchedFile[];
  readonly count: number;
  readonly full?: 'limit' | 'size';
}

export interface MatchCollector {
  add(chunk: Buffer): void;
  /** Resolves when everything that was added is checked. */
  finish(): Promise<Matches>;
}

/** Bytes of a line that are shown, around its first match where it is longer. */
const SHOWN_BYTES = 600;
const BEFORE_MATCH_BYTES = 150;

/** Longer lines of ripgrep's own output are dropped: such a line is data, not text to read. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Bytes of files that wait to be checked; ripgrep is ended when it finds faster than can be checked. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/** What stands around a line and around a file in the result. */
const LINE_FRAME_BYTES = 48;
const FILE_FRAME_BYTES = 32;

const bytesSchema = z
  .union([z.object({ text: z.string() }), z.object({ bytes: z.string() })])
  .transform((value) => ('text' in value ? Buffer.from(value.text) : Buffer.from(value.bytes, 'base64')));

const lineSchema = z.object({
  lines: bytesSchema,
  line_number: z.int().positive(),
  absolute_offset: z.int().nonnegative(),
  submatches: z.array(z.object({ start: z.int().nonnegative() })),
});

/** The messages of `rg --json` that matter here (ripgrep's guide for developers, "JSON printer"). */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: bytesSchema }) }),
  z.object({ type: z.literal('match'), data: lineSchema }),
  z.object({ type: z.literal('context'), data: lineSchema }),
  z.object({ type: z.literal('end'), data: z.object({ binary_offset: z.number().nullish() }) }),
]);

/** A piece of a line as ripgrep saw it, and where it must stand in the file. */
interface Piece {
  readonly line: number;
  readonly position: number;
  readonly bytes: Buffer;
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
  readonly context: boolean;
}

interface Candidate {
  readonly path: string;
  readonly pieces: Piece[];
  /** Bytes of the pieces. */
  weight: number;
}

export function collectMatches(rules: MatchRules): MatchCollector {
  const result = startResult(rules);
  let current: Candidate | undefined;
  let checked = Promise.resolve();
  let pending = 0;
  const check = async (candidate: Candidate): Promise<void> => {
    pending -= candidate.weight;
    if (result.full() || rules.signal.aborted) return;
    result.keep(candidate.path, await readAgain(candidate, rules));
  };
  const close = (): void => {
    const candidate = current;
    current = undefined;
    if (candidate === undefined) return;
    pending += candidate.weight;
    if (pending > MAX_PENDING_BYTES) result.overrun();
    checked = checked.then(() => check(candidate));
  };
  return {
    add: splitRecords(0x0a, MAX_RECORD_BYTES, (record) => {
      const message = readMessage(record);
      if (message === undefined || result.full()) return;
      if (message.type === 'begin') current = begin(message.data.path, rules);
      else if (message.type !== 'end') addPiece(current, pieceOf(message.data, message.type), rules.budget);
      else if (typeof message.data.binary_offset === 'number') current = undefined;
      else close();
    }),
    async finish() {
      close();
      await checked;
      return result.matches();
    },
  };
}

/** One piece more than fits is enough to know that there is more. */
function addPiece(candidate: Candidate | undefined, piece: Piece, budget: number): void {
  if (candidate === undefined || candidate.weight > budget) return;
  candidate.weight += piece.bytes.length + LINE_FRAME_BYTES;
  candidate.pieces.push(piece);
}

/** What is returned, up to the limit and the budget. */
function startResult(rules: MatchRules) {
  const files: MatchedFile[] = [];
  let count = 0;
  let spent = 0;
  let full: Matches['full'];
  const fits = (line: MatchLine): boolean => {
    const bytes = jsonBytes(line.text) + LINE_FRAME_BYTES;
    if (line.context !== true && count === rules.limit) full = 'limit';
    else if (spent + bytes > rules.budget) full = 'size';
    if (full !== undefined) return false;
    spent += bytes;
    if (line.context !== true) count += 1;
    return true;
  };
  return {
    full: () => full !== undefined,
    overrun(): void {
      full = 'size';
      rules.enough();
    },
    keep(path: string, lines: readonly MatchLine[]): void {
      spent += jsonBytes(path) + FILE_FRAME_BYTES;
      const over = lines.findIndex((line) => !fits(line));
      const kept = over === -1 ? lines : lines.slice(0, over);
      if (kept.some((line) => line.context !== true)) files.push({ path, lines: kept });
      if (full !== undefined) rules.enough();
    },
    matches(): Matches {
      files.sort((a, b) => (a.path < b.path ? -1 : 1));
      return { files, count, ...(full === undefined ? {} : { full }) };
    },
  };
}

function readMessage(record: Buffer): z.infer<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(record.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Nothing for a file that may not be shown, and for a name that is not UTF-8 and so cannot be told to anybody. */
function begin(name: Buffer, rules: MatchRules): Candidate | undefined {
  const path = name.toString('utf8').replace(/^\.\//, '');
  const real = join(rules.folder, path);
  if (path.includes('\ufffd') || !inside(real, rules.folder) || rules.withheld(real)) return undefined;
  return { path, pieces: [], weight: 0 };
}

function pieceOf(data: z.infer<typeof lineSchema>, type: 'match' | 'context'): Piece {
  const whole = data.lines;
  const end = whole.length - (whole.at(-1) === 0x0a ? (whole.at(-2) === 0x0d ? 2 : 1) : 0);
  const first = data.submatches[0]?.start ?? 0;
  const from = end <= SHOWN_BYTES ? 0 : Math.max(0, Math.min(first - BEFORE_MATCH_BYTES, end - SHOWN_BYTES));
  const to = Math.min(end, from + SHOWN_BYTES);
  return {
    line: data.line_number,
    position: data.absolute_offset + from,
    // A copy: a part of the chunk would hold the whole of it.
    bytes: Buffer.from(whole.subarray(from, to)),
    cutBefore: from > 0,
    cutAfter: to < end,
    context: type === 'context',
  };
}

/** The lines that the file really holds there, if it lies at its path and may be shown. */
async function readAgain(candidate: Candidate, rules: MatchRules): Promise<readonly MatchLine[]> {
  const file = await openExactly(join(rules.folder, candidate.path));
  if (file === undefined) return [];
  try {
    if (await rules.withheldContent(file)) return [];
    const lines: MatchLine[] = [];
    const around = linesAround(file);
    for (const piece of candidate.pieces) {
      if (rules.signal.aborted) break;
      const there = await readBytes(file, piece.position, piece.bytes.length);
      if (there.equals(piece.bytes)) lines.push(await around(piece, shown(piece)));
    }
    return lines;
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

function shown(piece: Piece): MatchLine {
  const start = piece.cutBefore ? wholeCharactersAtStart(piece.bytes) : piece.bytes;
  const text = (piece.cutAfter ? wholeCharactersAtEnd(start) : start).toString('utf8');
  return {
    line: piece.line,
    text: `${piece.cutBefore ? '…' : ''}${text}${piece.cutAfter ? '…' : ''}`,
    ...(piece.context ? { context: true as const } : {}),
  };
}
