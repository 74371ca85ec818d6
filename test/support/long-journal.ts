/** A long journal as months of use leave it, written fast: calls of all kinds, chained, over many days and files. */
import { createHash } from 'node:crypto';
import { findStart } from '../../src-main/journal/chain-start.ts';
import { openJournal } from '../../src-main/journal/journal.ts';
import type { Wall } from '../../src-shared/action.ts';
import type { JournalStep } from '../../src-shared/journal-entry.ts';
import { DAY_MS, keptOut, memoryKeychain } from './journal.ts';

export interface LongJournal {
  readonly folder: string;
  /** About so many: a call has four to six. */
  readonly lines: number;
  /** The newest call is of then. Unix milliseconds. */
  readonly until: number;
  readonly days: number;
  readonly keychain?: ReturnType<typeof memoryKeychain>;
}

/** Calls of one day are written together. Resolves to how many calls there are. */
export async function writeLongJournal(options: LongJournal): Promise<number> {
  const { folder, lines, until, days, keychain = memoryKeychain() } = options;
  let now = until - days * DAY_MS;
  const journal = openJournal({
    folder,
    start: await findStart(folder, keychain),
    head: { moved: () => {}, kept: () => true, close: async () => {} },
    limits: () => ({ keepDays: 10_000, keepMebibytes: 1024 * 1024 }),
    now: () => now,
    keptOut: () => keptOut([]),
    after: () => () => {},
  });
  const calls = Math.ceil(lines / STEPS);
  const pause = (days * DAY_MS) / calls;
  for (let call = 0; call < calls; call += 1) {
    now += pause;
    const id = `c-${createHash('sha256').update(String(call)).digest('hex').slice(0, 16)}`;
    for (const step of stepsOf(call, now)) journal.queue(id, step);
    // What is in line goes out in one write.
    if (call % 100 === 99 || call === calls - 1) journal.append(id, { step: 'remarked', remarks: [] });
  }
  await journal.close();
  const problem = journal.problem();
  if (problem !== undefined) throw new Error(problem);
  return calls;
}

/** Of a call, on the average. */
const STEPS = 4.75;

const COMMANDS = [
  'git log -3 --stat',
  'npm run build && npm test',
  'rg -n "TODO" src',
  'rm -rf dist/cache',
  'curl -fsS https://example.org/status',
];

/** Call number 777 of each thousand speaks of a rare word, to be looked for. */
function stepsOf(call: number, at: number): readonly JournalStep[] {
  const command = call % 1000 === 777 ? `cat notes/quokka-${call}.md` : (COMMANDS[call % 5] ?? '');
  const text = `${command} # ${call}`;
  const asks = call % 5 > 2;
  const denied = asks && call % 11 === 0;
  const wall = asks ? 'guarded' : 'read-only';
  const answered: readonly JournalStep[] = [
    { step: 'asked', expiresAt: at + 20_000 },
    { step: 'answered', answer: denied ? 'deny' : 'allow', by: 'window' },
  ];
  return [
    received(call, text),
    {
      step: 'decided',
      summary: `run ${text}`,
      text,
      digest: createHash('sha256').update(text).digest('hex'),
      verdict: asks ? 'ask' : 'allow',
      ...(asks ? { ask: 'no-rule' as const } : {}),
      reasons: [
        { part: command, text: 'only looks at the work tree', rule: 'Bash(git log *)', source: 'shipped' },
      ],
      wall,
    },
    ...(asks ? answered : []),
    ...(denied ? [] : [{ step: 'started' as const, wall: wall as Wall }]),
    ended(call, denied),
  ];
}

function received(call: number, command: string): JournalStep {
  const run = { runId: `r-${Math.floor(call / 40)}`, agentId: `agent-${call % 7}` };
  const profileName = call % 2 === 0 ? 'studio' : 'This machine';
  return {
    step: 'received',
    tool: call % 3 === 0 ? 'fs_read_file' : 'shell_run',
    origin: { door: 'client-tools', profileId: 'p', connectionId: 'k', profileName, ...run },
    input: { command, reason: 'The task needs the state of the work tree before it goes on.' },
  };
}

function ended(call: number, denied: boolean): JournalStep {
  const how = { step: 'ended', durationMs: 40 + (call % 900), delivered: true } as const;
  if (denied) {
    const error = 'denied by the person at this machine';
    return { ...how, outcome: 'denied-by-person', ran: false, error };
  }
  return {
    ...how,
    outcome: call % 13 === 0 ? 'tool-failed' : 'done',
    ran: true,
    result: { kind: 'data', characters: 900 + (call % 50), sha256: 'f'.repeat(64) },
    ...(call % 17 === 0 ? { masked: [{ what: 'GitHub token', count: 1 }] } : {}),
  };
}
