/**
 * The journal: one JSON line a step, appended in order. A step counts as written when the write returned;
 * fsync follows in the background. What it cannot write it says, so that nothing runs unrecorded.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalEntry, JournalStep } from '../../src-shared/journal-entry.ts';
import type { Json } from '../../src-shared/json.ts';
import { redact } from './redact.ts';

export interface Journal {
  /** Writes one step. False when it could not be written whole; the reason is then in `problem()`. */
  append(call: string, step: JournalStep): boolean;
  /** Why the last write failed, for the person; undefined after one that worked. */
  problem(): string | undefined;
  close(): void;
}

export interface JournalOptions {
  readonly folder: string;
  /** Unix milliseconds. */
  now(): number;
  /** Values that must never be written, such as tokens in use. */
  secrets(): readonly string[];
}

/** Opens the journal in `folder` (made if missing, for this user alone); one file a day, by UTC date. */
export function openJournal(options: JournalOptions): Journal {
  let open: { day: string; fd: number; syncing: boolean } | undefined;
  let problem: string | undefined;

  const fileFor = (day: string) => {
    // A file that was removed would take every further line with it.
    if (open?.day === day && fstatSync(open.fd).nlink > 0) return open;
    if (open) closeSync(open.fd);
    open = undefined;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    open = { day, fd: openWholeLines(join(options.folder, `${day}.jsonl`)), syncing: false };
    return open;
  };

  const append = (call: string, step: JournalStep): boolean => {
    try {
      const at = new Date(options.now()).toISOString();
      const file = fileFor(at.slice(0, 10));
      writeWhole(file.fd, lineOf({ at, call, ...step }, options.secrets()));
      syncSoon(file);
      problem = undefined;
      return true;
    } catch (error) {
      problem = `The journal in ${options.folder} cannot be written: ${(error as Error).message}`;
      return false;
    }
  };

  return {
    append,
    problem: () => problem,
    close() {
      if (open) closeSync(open.fd);
      open = undefined;
    },
  };
}

/** Opens for appending; a line that a crash cut off is ended first, so that it cannot swallow the next one. */
function openWholeLines(file: string): number {
  const fd = openSync(file, 'a+', 0o600);
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a) writeSync(fd, '\n');
  return fd;
}

/** A line that did not fit is taken back, so that the next one is not written onto its stump. */
function writeWhole(fd: number, line: string): void {
  const bytes = Buffer.from(line);
  const before = fstatSync(fd).size;
  const written = writeSync(fd, bytes);
  if (written === bytes.length) return;
  ftruncateSync(fd, before);
  throw new Error(`only ${written} of ${bytes.length} bytes were written`);
}

/** Longer lines keep only what tells the step apart: whoever sends frames must not be able to fill the disk. Bytes. */
const MAX_LINE_BYTES = 32 * 1024;

function lineOf(entry: { at: string; call: string } & JournalStep, secrets: readonly string[]): string {
  const line = JSON.stringify(redact(entry as unknown as Json, secrets));
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return `${line}\n`;
  const sha256 = createHash('sha256').update(line).digest('hex');
  const { at, call, step } = entry;
  const tool = step === 'received' ? { tool: entry.tool.slice(0, 64), origin: entry.origin } : {};
  const short = { at, call, step, ...tool, cut: { bytes: Buffer.byteLength(line), sha256 } };
  return `${JSON.stringify(redact(short as unknown as Json, secrets))}\n`;
}

/** One fdatasync at a time; steps written meanwhile are covered by the next one. */
function syncSoon(file: { fd: number; syncing: boolean }): void {
  if (file.syncing) return;
  file.syncing = true;
  fdatasync(file.fd, () => {
    file.syncing = false;
  });
}

/** Reads every line of the journal in order. Lines that are not JSON (cut by a crash) are left out. */
export async function readJournal(folder: string): Promise<JournalEntry[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').flatMap(parseLine));
}

function parseLine(line: string): JournalEntry[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as JournalEntry];
  } catch {
    return [];
  }
}
