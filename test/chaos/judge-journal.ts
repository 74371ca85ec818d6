/** Holds the journal against what really ran: each run in it exactly once, nothing in it that did not run, and whole. */
import { readTrust } from '../../src-main/journal/chain-start.ts';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { verifyJournal } from '../../src-main/journal/verify.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import type { LinkHost } from '../support/link-host.ts';

export interface JournalJudgement {
  readonly verdict: JournalReport['verdict'];
  /** Numbers of calls that ran and are not in it exactly once, from beginning to end. */
  readonly notOnce: readonly number[];
  /** Ids of calls that it says ran, and did not. */
  readonly neverRan: readonly string[];
}

/** `ran` are the numbers that the tool was started with. */
export async function judgeJournal(
  { journalFolder, keychain }: Pick<LinkHost, 'journalFolder' | 'keychain'>,
  ran: readonly number[],
): Promise<JournalJudgement> {
  const steps = new Map<string, string[]>();
  const numbers = new Map<string, number>();
  const saysRan: string[] = [];
  for (const entry of await readJournal(journalFolder)) {
    steps.set(entry.call, [...(steps.get(entry.call) ?? []), entry.step]);
    if (entry.step === 'received') numbers.set(entry.call, (entry.input as { n: number }).n);
    if (entry.step === 'ended' && entry.ran) saysRan.push(entry.call);
  }
  const stories = new Map<number, string[]>();
  for (const [call, n] of numbers)
    stories.set(n, [...(stories.get(n) ?? []), (steps.get(call) ?? []).join(' ')]);
  const reallyRan = new Set(ran);
  return {
    verdict: (await verifyJournal(journalFolder, await readTrust(keychain))).verdict,
    notOnce: ran.filter((n) => stories.get(n)?.join() !== 'received decided started ended'),
    neverRan: saysRan.filter((call) => !reallyRan.has(numbers.get(call) ?? -1)),
  };
}
