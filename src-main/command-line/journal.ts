/** `doorman journal`: whether the journal is as it was written, and the story of a call. */
import type { JournalReader } from '../../src-shared/journal-reader.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';
import { exportJournal } from './journal-export.ts';
import { reportLines } from './journal-report-words.ts';
import { showJournal } from './journal-show.ts';
import { tailJournal } from './journal-tail.ts';

const help = `Usage: doorman journal verify [--json]
       doorman journal show [--call ID] [--since WHEN] [--json]
       doorman journal tail [--last N] [--json]
       doorman journal export [--from DAY] [--to DAY] [--out FILE]

verify  says whether the journal is as it was written, and names the first line of each file that is not.
        Exit code: 0 it is, 1 it is not, or that cannot be proven.
show    tells what became of calls: what was asked and by whom, which rule spoke, who decided and how,
        what ran behind which wall, and what left this machine. Without --call and --since: of the last day.
        ID may be shortened. WHEN is a span such as 90m, 12h or 7d, or a date such as 2026-01-31.
        With --json one call a line.
tail    shows the last steps (N, or 10) and then each new one as it is written, until you end it.
        With --json one step a line.
export  gives the lines as they stand there, as JSON, to standard output or to a new FILE for you alone. DAY is a
        UTC date such as 2026-01-31. Whether the journal is as it was written is said on standard error.
All work with and without a host that runs, and do not disturb it.

Example: doorman journal show --since 2h`;

const about = { name: 'journal', help };
const options = {
  json: { type: 'boolean' },
  call: { type: 'string' },
  since: { type: 'string' },
  last: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
} as const;

type Values = Extract<ReturnType<typeof readArguments<typeof options>>, { ok: true }>['values'];

/** What each verb takes. An export is JSON with and without being asked for it. */
const TAKES: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  verify: ['json'],
  show: ['json', 'call', 'since'],
  tail: ['json', 'last'],
  export: ['json', 'from', 'to', 'out'],
};

export function journalCommand(
  openReader: (context: CommandContext) => Promise<JournalReader>,
  stdout: NodeJS.WritableStream,
): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const [verb = '', ...rest] = read.positionals;
      const wrong = problemWith(verb, rest, read.values);
      if (wrong !== undefined) return usageError(context, about, wrong);
      try {
        return await act(await openReader(context), verb, read.values, context, stdout);
      } catch (error) {
        context.error(`doorman journal: the journal cannot be read: ${(error as Error).message}`);
        return 1;
      }
    },
  };
}

function problemWith(verb: string, rest: readonly string[], values: Values): string | undefined {
  const takes = TAKES[verb];
  if (takes === undefined || rest.length > 0) return `needs ${Object.keys(TAKES).join(', ')}`;
  const other = Object.keys(values).find((name) => !takes.some((taken) => taken === name));
  if (other !== undefined) return `${verb} takes no --${other}`;
  if (values.last !== undefined && !/^\d{1,5}$/.test(values.last)) return '--last takes a number of steps';
  const day = [values.from, values.to].find((text) => text !== undefined && !isDay(text));
  return day === undefined ? undefined : `${day} is no date such as 2026-01-31`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

async function act(
  reader: JournalReader,
  verb: string,
  { json = false, call, since, last, from, to, out }: Values,
  context: CommandContext,
  stdout: NodeJS.WritableStream,
): Promise<ExitCode> {
  if (verb === 'verify') return sayReport(await reader.verify(), json, context);
  if (verb === 'show') return showJournal(reader, { json, call, since }, context);
  if (verb === 'tail') return tailJournal(reader, { json, last: Number(last ?? LAST) }, context);
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return exportJournal(reader, { days, file: out }, context, stdout);
}

/** Steps that a tail shows first. */
const LAST = 10;

function sayReport(report: JournalReport, json: boolean, context: CommandContext): ExitCode {
  if (json) context.out(JSON.stringify(report));
  else for (const line of reportLines(report)) context.out(line);
  return report.verdict === 'intact' ? 0 : 1;
}
