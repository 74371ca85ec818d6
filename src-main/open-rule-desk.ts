/** Joins what a person does with rules with the rooms that rules are kept, judged and recorded in. */
import { randomUUID } from 'node:crypto';
import { idOfLine } from './always-rules.ts';
import type { Confirm } from './host.ts';
import type { Joined } from './join-rooms.ts';
import { createFacts } from './judge.ts';
import { RuleDesk } from './rule-desk.ts';
import { sayWritten } from './say-written.ts';

export function openRuleDesk(joined: Joined, confirm: Confirm): RuleDesk {
  const { opened, projects, always, journal, counter, offered } = joined;
  const { places, permissions } = opened;
  return new RuleDesk({
    permissions,
    thread: opened.judgeThread,
    confirm,
    facts: createFacts(opened, projects),
    tool: offered.ofMachine,
    projects: () => projects.sources(),
    lastCalls: joined.lastCalls,
    now: Date.now,
    monotonic: () => performance.now(),
    newId: randomUUID,
    place: () => ({ home: places.home, folder: places.folders()[0] ?? places.home }),
    onGrantEnded(line) {
      const step = { step: 'grant-ended', grant: 'always', by: 'window', rule: line } as const;
      sayWritten(joined, journal.append(idOfLine(line), step));
    },
    async onChange() {
      await always.refresh();
      counter.changed();
    },
  });
}
