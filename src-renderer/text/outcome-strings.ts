/** How calls end, and who decided, in the words of the windows. */
import type { CallView } from '../../src-shared/app-state.ts';
import type { OutcomeKind } from '../../src-shared/outcome.ts';

export const outcomeStrings = {
  done: 'Done',
  answered: 'Answered by you',
  declined: 'You declined to answer',
  unanswered: 'Nobody answered in time',
  'tool-failed': 'Ran and failed',
  withheld: 'Ran, result withheld',
  'bad-input': 'Bad input',
  'unknown-tool': 'Unknown tool',
  'denied-by-rule': 'Denied by a rule',
  'not-listed': 'Refused, not on the whitelist',
  'denied-by-person': 'Denied by you',
  'refused-before': 'Refused, as you did before',
  expired: 'Expired, nobody answered',
  'out-of-time': 'Ran out of time',
  withdrawn: 'Withdrawn',
  paused: 'Refused, paused',
  stopped: 'Ended by Stop',
  'ended-by-person': 'Ended by you',
  'run-paused': 'Refused, its run is paused',
  'too-many-questions': 'Refused, it asked too often',
  'too-many-waiting': 'Refused, too many waiting',
  'shutting-down': 'Refused, shutting down',
  'not-recorded': 'Refused, no journal',
  'internal-error': 'Fault in Doorman',
} satisfies Record<OutcomeKind, string>;

export const answeredByStrings = {
  window: 'you, in the window',
  'command-line': 'you, on the command line',
  notification: 'you, in a notification',
  rule: 'a rule',
  mode: 'Auto mode',
  'refusal-memory': 'your refusal before',
} satisfies Record<NonNullable<CallView['answeredBy']>, string>;
