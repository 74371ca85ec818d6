/** `doorman journal tail`: the last steps, and each new one as it is written. */
import { anyStepSchema, type JournalReader } from '../../src-shared/journal-reader.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { stepLines } from './journal-story.ts';

export interface TailOptions {
  readonly json: boolean;
  /** Steps that are shown first. */
  readonly last: number;
}

/** Goes on until nobody reads it, or the process is ended. */
export async function tailJournal(
  reader: JournalReader,
  { json, last }: TailOptions,
  context: CommandContext,
): Promise<ExitCode> {
  for await (const raw of reader.follow({ last, signal: context.readerGone })) {
    const step = anyStepSchema.safeParse(raw).data;
    if (json) context.out(JSON.stringify(raw));
    else if (step) for (const line of stepLines(step)) context.out(line);
  }
  return 0;
}
