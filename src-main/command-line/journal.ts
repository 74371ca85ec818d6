/** `doorman journal`: whether the journal is as it was written, and the story of a call. */
import type { JournalReader } from '../../src-shared/journal-reader.ts';
import { findingText, type JournalReport } from '../../src-shared/journal-report.ts';
import { type Command, type CommandContext, type ExitCode, readArguments, usageError } from './command.ts';
import { showJournal } from './journal-show.ts';

const help = `Usage: doorman journal verify [--json]
       doorman journal show [--call ID] [--since WHEN] [--json]

verify  says whether the journal is as it was written, and names the first line of each file that is not.
        Exit code: 0 it is, 1 it is not, or that cannot be proven.
show    tells what became of calls: what was asked and by whom, which rule spoke, who decided and how,
        what ran behind which wall, and what left this machine. Without --call and --since: of the last day.
        ID may be shortened. WHEN is a span such as 90m, 12h or 7d, or a date such as 2026-01-31.
        With --json one call a line.
Both work with and without a host that runs, and do not disturb it.

Example: doorman journal show --since 2h`;

const about = { name: 'journal', help };
const options = {
  json: { type: 'boolean', default: false },
  call: { type: 'string' },
  since: { type: 'string' },
} as const;

export function journalCommand(openReader: (context: CommandContext) => Promise<JournalReader>): Command {
  return {
    ...about,
    async run(args, context) {
      const read = readArguments(args, options);
      if (!read.ok) return usageError(context, about, read.message);
      const { json, call, since } = read.values;
      const [verb, ...rest] = read.positionals;
      if ((verb !== 'verify' && verb !== 'show') || rest.length > 0) {
        return usageError(context, about, 'needs "verify" or "show"');
      }
      if (verb === 'verify' && (call !== undefined || since !== undefined)) {
        return usageError(context, about, 'verify always checks all of it');
      }
      try {
        const reader = await openReader(context);
        if (verb === 'verify') return sayReport(await reader.verify(), json === true, context);
        return await showJournal(reader, { json: json === true, call, since }, context);
      } catch (error) {
        context.error(`doorman journal: the journal cannot be read: ${(error as Error).message}`);
        return 1;
      }
    },
  };
}

function sayReport(report: JournalReport, json: boolean, context: CommandContext): ExitCode {
  if (json) context.out(JSON.stringify(report));
  else for (const line of reportLines(report)) context.out(line);
  return report.verdict === 'intact' ? 0 : 1;
}

const VERDICTS: Readonly<Record<JournalReport['verdict'], string>> = {
  intact: 'The journal is as it was written',
  broken: 'The journal is NOT as it was written',
  unproven: 'Nothing wrong was found in the journal, but not all of it can be proven',
};

function reportLines(report: JournalReport): readonly string[] {
  const { verdict, findings, files, lines, afterHead, torn, beforeChain, begins, limits } = report;
  const old = beforeChain.length;
  return [
    `${VERDICTS[verdict]} (${lines} lines in ${files} files).`,
    ...findings.map((finding) => `  ${finding.file}, ${findingText(finding)}`),
    ...limits.map((limit) => `  ${limit}`),
    ...(afterHead > 0
      ? [`  ${afterHead} lines are newer than what the keychain knows of, and chain correctly.`]
      : []),
    ...(torn ? ['  The last line is not whole: it is just being written, or a crash cut it.'] : []),
    ...(old > 0
      ? [
          `  ${old} files are from before the chain, nothing can be said of them: ${beforeChain[0]} to ${beforeChain[old - 1]}`,
        ]
      : []),
    ...(begins === undefined ? [] : [`  It is kept from ${begins} on.`]),
  ];
}
