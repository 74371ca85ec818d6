/** `doorman journal export`: the lines of the journal as they stand, for other programs, and whether they can be trusted. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JournalReader, WhichDays } from '../../src-shared/journal-reader.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { reportLines } from './journal-report-words.ts';

export interface ExportOptions {
  readonly days: WhichDays;
  /** Missing: standard output. */
  readonly file: string | undefined;
}

/** Says on standard error what a check of the whole journal found, so that standard output has the lines alone. */
export async function exportJournal(
  reader: JournalReader,
  { days, file }: ExportOptions,
  context: CommandContext,
  stdout: NodeJS.WritableStream,
): Promise<ExitCode> {
  const report = await reader.verify();
  for (const line of reportLines(report)) context.error(line);
  const counted = { lines: 0 };
  const lines = Readable.from(withBreaks(reader.lines(days), counted));
  try {
    // A file that is there is left as it is; a new one is for this user alone.
    if (file === undefined) await pipeline(lines, stdout, { end: false });
    else await pipeline(lines, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (file === undefined && (error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    context.error(`doorman journal: ${problem(error as NodeJS.ErrnoException)}`);
    return 1;
  }
  context.error(`${counted.lines} lines exported${file === undefined ? '' : ` to ${file}`}.`);
  return 0;
}

async function* withBreaks(lines: AsyncIterable<string>, counted: { lines: number }): AsyncGenerator<string> {
  for await (const line of lines) {
    counted.lines += 1;
    yield `${line}\n`;
  }
}

function problem({ code, path, message }: NodeJS.ErrnoException): string {
  return code === 'EEXIST' ? `${path} is there already; nothing was written.` : message;
}
