/** Reads the steps of the journal back, in order. Whether they are as they were written is for a check to say. */
import { join } from 'node:path';
import type { JournalEntry } from '../../src-shared/journal-entry.ts';
import type { WhichSteps } from '../../src-shared/journal-reader.ts';
import { dayOf, listFiles } from './file-names.ts';
import { readLines } from './read-lines.ts';

/** Yields every step; notes, and lines that are no JSON (cut by a crash), are left out. Rejects when a file cannot be read. */
export async function* readEntries(folder: string, which: WhichSteps = {}): AsyncGenerator<JournalEntry> {
  const { before, chained } = await listFiles(folder);
  const names = [...before, ...chained];
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    // A file ends when the next one begins.
    if (which.sinceDay !== undefined && next !== undefined && dayOf(next) < which.sinceDay) continue;
    for await (const { lines } of readLines(join(folder, name))) {
      for (const line of lines) {
        if (which.containing !== undefined && !line.includes(which.containing)) continue;
        const entry = parseLine(line.toString('utf8'));
        if (entry) yield entry;
      }
    }
  }
}

/** All of them at once. */
export async function readJournal(folder: string): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of readEntries(folder)) entries.push(entry);
  return entries;
}

/**
 * Yields every whole line of the days from `from` to `to` (UTC dates, both included), steps and notes, as it stands in its
 * file; what is no JSON is left out. Rejects when a file cannot be read.
 */
export async function* readRawLines(
  folder: string,
  { from = '', to = '9999' }: { readonly from?: string; readonly to?: string } = {},
): AsyncGenerator<string> {
  const { before, chained } = await listFiles(folder);
  const names = [...before, ...chained];
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    if ((next !== undefined && dayOf(next) < from) || dayOf(name) > to) continue;
    for await (const { lines } of readLines(join(folder, name))) {
      for (const line of lines) {
        const text = line.toString('utf8');
        const day = dayWritten(text);
        if (day !== undefined && day >= from && day <= to) yield text;
      }
    }
  }
}

/** The UTC date of a line, or nothing where it is no JSON. */
function dayWritten(text: string): string | undefined {
  try {
    const { at } = JSON.parse(text) as { readonly at?: unknown };
    return typeof at === 'string' ? at.slice(0, 10) : undefined;
  } catch {
    return undefined;
  }
}

/** The step that stands on a line, or nothing. */
export function parseLine(line: string): JournalEntry | undefined {
  try {
    const value = JSON.parse(line) as JournalEntry;
    return typeof value === 'object' && value !== null && 'step' in value ? value : undefined;
  } catch {
    return undefined;
  }
}
