/** Whether the journal is as it was written, from the report of the same check that `doorman journal verify` does. */
import type { Finding } from '../../src-shared/doctor.ts';
import { findingText, type JournalReport } from '../../src-shared/journal-report.ts';
import { ok, problem, warning } from './finding.ts';

const CHAIN = { id: 'journal-chain', name: 'Journal chain' };

const VERIFY = '"doorman journal verify" says more.';

export function checkChain({ verdict, findings, limits, lines, files }: JournalReport): Finding {
  const size = `${lines} lines in ${files} files`;
  switch (verdict) {
    case 'intact':
      return ok(CHAIN, `It is as it was written (${size}).`);
    case 'unproven':
      return warning(
        CHAIN,
        `Nothing wrong was found (${size}), but not all can be proven. ${limits.join(' ')}`,
        VERIFY,
      );
    case 'broken': {
      const [first] = findings;
      const what = first ? ` ${first.file}, ${findingText(first)}` : '';
      return problem(
        CHAIN,
        `It is NOT as it was written.${what}`,
        `${VERIFY} Keep the folder as it is meanwhile.`,
      );
    }
  }
}

/** `why` it was left alone. */
export function chainNotChecked(why: string): Finding {
  return ok(CHAIN, `Not checked here: ${why}. "doorman journal verify" does.`);
}
