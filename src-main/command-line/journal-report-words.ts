/** What a check of the journal found, in words for a terminal. */
import { findingText, type JournalReport } from '../../src-shared/journal-report.ts';

const VERDICTS: Readonly<Record<JournalReport['verdict'], string>> = {
  intact: 'The journal is as it was written',
  broken: 'The journal is NOT as it was written',
  unproven: 'Nothing wrong was found in the journal, but not all of it can be proven',
};

/** Several lines, the verdict first. */
export function reportLines(report: JournalReport): readonly string[] {
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
