/** What one card says, beside the words that come from main. */

const times = (count: number) => (count === 2 ? 'twice' : `${count} times`);

/** 1st, 2nd, 3rd, 4th … */
export function ordinal(count: number): string {
  const tens = count % 100;
  const end = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${end}`;
}

export const cardStrings = {
  exactly: 'Exactly this',
  brief: 'Exactly',
  size: (lines: number, characters: number) =>
    lines === 1 ? `${characters} characters` : `${lines} lines, ${characters} characters`,
  between: (lines: number, characters: number) =>
    lines > 1 ? `… ${lines} lines between: show them` : `… ${characters} characters between: show them`,
  hidden: (count: number) =>
    `${count} hidden ${count === 1 ? 'character' : 'characters'}, shown like ‹U+202E›: a text like this can read differently from what it does.`,
  mixed: (alphabets: string) =>
    `mixes letters that look alike (${alphabets}): it may not be the name that it seems.`,
  drawn: 'is written in letters that only look like',
  host: 'is really the address',
  why: 'Why it needs you',
  moreParts: (count: number) => `${count} more`,
  from: 'Asked by',
  machine: (name: string) => `this machine is “${name}” there`,
  agent: 'agent',
  run: 'run',
  local: 'on this machine',
  nth: (count: number, ofRun: boolean) =>
    ofRun
      ? `${ordinal(count)} question of this run`
      : `${ordinal(count)} question from it since Doorman started`,
  again: (count: number) => `asked ${times(count)}`,
  claim: 'In its own words, not checked',
  otherClaim: 'In its own words, of an equal call',
  noClaim: 'It gave no reason.',
  time: 'Time',
  until: (clock: string) => `Answer by ${clock}. After that it is refused and cannot run.`,
  wall: 'If you allow',
  noChange: 'It changes nothing here. What comes of it goes to the agent that asks.',
  guarded: (places: string) => `It runs behind a wall. It can write only ${places}.`,
  network:
    'It reaches public internet addresses at most, through Doorman’s proxy: nothing on this machine or its networks.',
  ownTmp: 'in a /tmp of its own',
  writable: (folders: string) => `in ${folders} and in a /tmp of its own`,
  readOnly: 'It runs behind a wall. It can write nowhere, and has no network.',
  workspace:
    'It runs behind a wall. It can write in the trusted folder and in a /tmp of its own, and has no network.',
  noWall: 'No wall.',
  noWallMeans:
    'Nothing holds it back: it can change any file that you can change, use your whole network, and see your screen.',
  details: 'Details: the raw input, and how Doorman read it',
  tool: 'Tool',
  input: 'Raw input',
  commands: 'Commands, word by word',
  redirects: 'Files that it opens by redirection',
  reads: 'reads',
  writes: 'writes',
  paths: 'Where its paths really lead',
  nowhere: 'not looked at',
  inFolder: 'in',
  open: 'known only once it runs',
  leftOut: (count: number) => `and ${count} more that are not listed`,
} as const;
