/** What the windows say of a yes that lasts, and of how it is taken back. */
import type { GrantScope } from '../../src-shared/approval.ts';
import type { Advice } from '../../src-shared/denial.ts';

export const denialStrings = {
  pick: 'Deny at once with one of these, with or without words of your own below',
  advice: {
    'not-now': 'Not now: ask me again later',
    narrower: 'Use a narrower command',
    explain: 'Explain first why you need it',
    'leave-it': 'Do it another way, without touching this',
    'stop-task': 'Stop this task',
  } satisfies Record<Advice, string>,
  hints: {
    'not-now': 'No refusal: the agent may ask again in ten minutes.',
    narrower: 'Refused in this run.',
    explain: 'Refused until it asks with another reason.',
    'leave-it': 'Refused in this run.',
    'stop-task': 'Refused in this run; the agent is told to call no more tools for it.',
  } satisfies Record<Advice, string>,
} as const;

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
  undoHere: (words: string) => `${words}, Undo?`,
  undone: 'Taken back: it asks again.',
  next: 'Allow it if it is asked again within 15 minutes',
  nextHint: 'The very same action, once, and only for who asked.',
  unseen: 'Its whole text was not on screen in time, so it cannot be allowed ahead.',
  refuse: 'Refuse it if it is asked again',
  refused: 'It is refused if it is asked again in this run.',
} as const;
