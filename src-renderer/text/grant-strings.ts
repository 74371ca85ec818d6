/** What the windows say of a yes that lasts, and of how it is taken back. */
import type { GrantScope } from '../../src-shared/approval.ts';

export const alwaysStrings = {
  fetching: 'Working out which rules could allow it…',
  none: 'No rule of your permission file can say this exactly, so it cannot be allowed for always.',
  pick: 'Which line goes into your permission file',
  narrowest: 'This and nothing else, from whichever agent.',
  wider: 'More than what was asked.',
  allows: 'Also runs unasked then:',
  asks: 'Still asks or is refused:',
  because: (summary: string, why: string) => `${summary}: ${why}`,
} as const;

export const grantStrings = {
  title: 'Grants in force',
  text: 'What you allowed for longer than once. The same runs without a question until you end it here, or its time is over; what runs already goes on.',
  none: 'Nothing is allowed for longer than once.',
  kinds: {
    run: 'For this run',
    minutes: 'For 15 minutes',
    always: 'Always',
    next: 'The next time it is asked',
  } satisfies Record<GrantScope, string>,
  asked: (from: string) => `asked by ${from}`,
  inFile: 'a line of your permission file',
  whileRun: 'as long as the run goes on',
  end: 'End',
  endLabel: (covers: string) => `End: ${covers}`,
  more: (hidden: number) => `and ${hidden} more`,
} as const;

export const endedStrings = {
  allowed: {
    run: 'Allowed for this run.',
    minutes: 'Allowed for 15 minutes.',
    always: 'Allowed always.',
    next: 'Allowed for the next time it is asked, within 15 minutes.',
  } satisfies Record<GrantScope, string>,
  undo: (seconds: number) => `Undo (${seconds} s)`,
  undone: 'Taken back: it asks again.',
  tooLate: 'Too late for this time, it was not run.',
  next: 'Allow it if it is asked again within 15 minutes',
  nextHint: 'The very same action, once, for the same asker.',
  refuse: 'Refuse it if it is asked again',
  refused: 'It is refused if it is asked again in this run.',
} as const;
