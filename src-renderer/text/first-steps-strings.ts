/** The words of the first steps. */
import type { FirstStep } from '../../src-shared/desktop-settings.ts';

type Step = Exclude<FirstStep, 'done'>;

export const firstStepsStrings = {
  label: 'First steps',
  at: (nth: number, of: number) => `Step ${nth} of ${of}`,
  titles: {
    connect: 'Where your agents run',
    folder: 'What they may read',
    try: 'A first call',
  } satisfies Record<Step, string>,
  texts: {
    connect:
      'Doorman connects to the runtime of your agents and offers it the tools of this machine. It has a small runtime of its own, which is enough to try everything out. You can add others at any time.',
    folder:
      'Inside the folders that you add, agents read without asking. Every other read waits for you, and so does whatever changes something.',
    try: 'This lists what is in your folder, as an agent would ask for it: through the runtime, held against your rules, into the list of calls. What no rule allows waits for you in the approval window, and runs only after your yes.',
  } satisfies Record<Step, string>,
  useOwn: 'Use the one built in',
  addOther: 'Add a runtime…',
  connectedTo: (names: string) => `Connected: ${names}.`,
  goOn: 'Next',
  back: 'Back',
  addFolder: 'Choose a folder…',
  folders: (paths: string) => `Added: ${paths}`,
  withoutFolder: 'Without a folder',
  tryIt: 'Try it',
  trying: 'Waiting for the answer. If it needs you, the approval window is open.',
  finish: 'Done',
  leave: 'Skip the first steps',
  again: 'Show the first steps again',
  againText: 'Connecting, choosing a folder, and a first call. They stand on top of the queue.',
};
