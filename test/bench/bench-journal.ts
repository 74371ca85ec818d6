/** What the journal costs: a line beside a bare write of as many bytes, and the check of a full file at the start. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainStart, findStart } from '../../src-main/journal/chain-start.ts';
import { openJournal } from '../../src-main/journal/journal.ts';
import { maskText, mayHoldCredentials } from '../../src-main/masking/mask-text.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { memoryKeychain } from '../support/journal.ts';
import { longestHold } from './longest-hold.ts';
import { type BenchRow, durationRow, oneByOne, timeInTurns } from './measure.ts';

const KIB = 1024;

/** What a check may hold the thread at most. Milliseconds. */
const FINE_HOLD_MS = 20;

const decided: JournalStep = {
  step: 'decided',
  summary: 'Run git status in ~/site',
  text: 'git status && git diff --stat',
  digest: 'd'.repeat(64),
  verdict: 'allow',
  wall: 'read-only',
  reasons: [
    { text: 'on the list of commands that only look', rule: 'Bash(git status *)', source: 'shipped' },
  ],
};

export async function benchJournal(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-bench-'));
  try {
    return [await benchLine(folder), ...(await benchStart(folder))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function open(folder: string, start: ChainStart) {
  return openJournal({
    folder,
    start,
    head: { moved: () => {}, kept: () => true, close: async () => {} },
    limits: () => ({ keepDays: 90, keepMebibytes: KIB * KIB }),
    now: Date.now,
    keptOut: () => ({
      secrets: ['a token in use, as there always is one'],
      credentials: { mayHold: mayHoldCredentials, mask: maskText },
    }),
    after: systemClock.after,
  });
}

async function benchLine(root: string): Promise<BenchRow> {
  const folder = join(root, 'lines');
  const journal = open(folder, await findStart(folder, memoryKeychain()));
  journal.append('c', decided);
  const bytes = Buffer.alloc(700, 'x');
  const fd = openSync(join(root, 'bare'), 'a');
  const times = await timeInTurns([
    oneByOne('bare', () => fstatSync(fd).size + writeSync(fd, bytes)),
    oneByOne('ours', () => journal.append('c-0123456789', decided)),
  ]);
  closeSync(fd);
  await journal.close();
  const name = 'one line in the journal, against fstat and write of as many bytes';
  return durationRow(name, 'µs', times.get('bare') ?? Number.NaN, times.get('ours') ?? Number.NaN);
}

async function benchStart(root: string): Promise<readonly BenchRow[]> {
  const folder = join(root, 'full');
  const keychain = memoryKeychain();
  const journal = open(folder, await findStart(folder, keychain));
  for (let bytes = 0; bytes < 8 * KIB * KIB; bytes += 700) journal.append('c-0123456789', decided);
  await journal.close();
  const check = () => findStart(folder, keychain);
  const { resume } = await check();
  const file = join(folder, resume?.file ?? '');
  const times = await timeInTurns([oneByOne('bare', () => readFile(file)), oneByOne('ours', check)]);
  const mib = (resume?.whole ?? 0) / KIB / KIB;
  const [bare = Number.NaN, ours = Number.NaN] = [times.get('bare'), times.get('ours')];
  const hold = await longestHold(check, FINE_HOLD_MS);
  return [
    durationRow(
      `the check of a file of ${mib.toFixed(1)} MiB at the start, against reading it`,
      'ms',
      bare / 1000,
      ours / 1000,
    ),
    durationRow('the longest hold of that check, against what is fine', 'ms', FINE_HOLD_MS, hold),
  ];
}
