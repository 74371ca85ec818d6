/** The words of the History page. */
import { DAMAGE } from '../../src-shared/journal-report.ts';
import { storyWords } from '../../src-shared/story-words.ts';
import { locale } from '../spoken.ts';

const calls = (count: number) => `${count.toLocaleString(locale())} ${count === 1 ? 'call' : 'calls'}`;
const files = (count: number) => `${count.toLocaleString(locale())} ${count === 1 ? 'file' : 'files'}`;
const percent = (done: number, of: number) => (of === 0 ? '' : ` ${Math.floor((done / of) * 100)} %`);

export const historyStrings = {
  search: 'Search',
  searchHint:
    'Words of the command, the file, the agent, the rule or the answer, in any order. The first 4,000 characters of each call are searched.',
  filters: {
    tool: 'Tool',
    agent: 'Agent',
    source: 'Runtime or caller',
    outcome: 'Outcome',
    day: 'Day',
  },
  any: 'All',
  noEnd: 'No end on record',
  clear: 'Show all calls',
  found: (matched: number, total: number) =>
    matched === total ? calls(total) : `${matched.toLocaleString(locale())} of ${calls(total)}`,
  reading: (done: number, of: number) => `Reading older days…${percent(done, of)}`,
  opening: 'Reading the journal…',
  older:
    'There are older calls that are not listed here. “doorman journal show --since” and “--call” find them.',
  unreadable: (names: string) =>
    `${names} cannot be read, so its calls are missing here. See who owns the file and what its permissions are.`,
  tryAgain: 'Try again',
  listLabel: 'Calls, newest first',
  lost: 'No end on record',
  marks: { masked: 'masked', whole: 'sent whole', remark: 'see remark', notDelivered: 'not delivered' },
  noSummary: 'It ended before it was clear what it would do',
  emptyTitle: 'No calls yet',
  emptyText:
    'Each call that an agent makes is listed here, with every step: what it asked, which rule spoke, who decided, what ran and what left this machine. Try one from the playground.',
  openPlayground: 'Open the playground',
  noneTitle: 'No call is like that',
  noneText: 'Take a word away, or show all calls again.',
  noneYet: 'Nothing so far. Older days are still being read.',
  export: (count: number) => `Export ${calls(count)}…`,
  exportTitle: 'One line of JSON for each step, as the journal has it',
  exporting: (done: number, of: number) => `Exporting…${percent(done, of)}`,
  exported: (count: number, file: string) => `${calls(count)} exported to ${file}`,
  story: storyWords,
  storyPane: {
    label: 'The story of a call',
    close: 'Close',
    reading: 'Reading the call…',
    call: 'Call',
    files: 'In',
    steps: 'Every step',
    lost: 'Doorman ended, or could not write the journal any more, before this call did.',
    export: 'Export this call…',
    after: (span: string) => `+${span}`,
  },
  check: {
    title: 'Is the journal as it was written?',
    notYet: 'Not checked yet.',
    running: (done: number, of: number) => `Checking every line…${percent(done, of)}`,
    intact: (lines: number, count: number) =>
      `It is as it was written: ${lines.toLocaleString(locale())} lines in ${files(count)}.`,
    unproven: 'Nothing wrong was found, but not all of it can be proven.',
    broken: (count: number) => `It is NOT as it was written: ${files(count)} changed.`,
    failed: (why: string) => `It could not be checked: ${why}`,
    at: (when: string) => `Checked ${when}.`,
    again: 'Check again',
    more: (count: number) =>
      `The same of ${count.toLocaleString(locale())} more; the list below names each file.`,
    details: 'File by file',
    day: 'Day',
    file: 'File',
    lines: 'Lines',
    state: 'State',
    proven: 'as it was written',
    notProven: 'not proven',
    beforeChain: 'from before the chain: nothing can be said',
    line: (line: number, what: string) => `line ${line}: ${what}`,
    damage: DAMAGE,
    whatToDo: 'What to do',
    distrust: (folder: string) =>
      `Something other than Doorman changed the files in ${folder}. Do not trust the calls from the named lines on.`,
    keepCopy:
      'Copy the folder away before anything else, so that what was found stays as it is; a backup that is older than the change shows what stood there.',
    findOut:
      'Find out what writes there: another program of yours, a sync or clean-up tool, or something that you allowed to run without the wall. Take back what you do not need on the page Permissions, or press Stop.',
    goesOn: 'Doorman goes on in a new file that is chained anew. What is broken stays marked.',
    unprovenAdvice:
      'Lines whose key is not in the keychain cannot be proven by anybody: unlock the keychain if it is locked, and check again. New lines can be proven as long as the keychain keeps the key.',
  },
};
