/** The words of the page of tools. */
export const toolStrings = {
  tabsLabel: 'For whom',
  all: 'All runtimes',
  lead: 'What agents can call here, and when a call waits for you. A change counts at once; you are asked once more before agents get more than they have.',
  leadFor: (runtime: string) =>
    `For ${runtime} alone, beside what is set for all. Here you can only give it less.`,
  listLabel: 'Tools of this machine',
  on: 'On',
  onLabel: (tool: string) => `${tool}: on`,
  ask: 'Ask each time',
  askLabel: (tool: string) => `${tool}: ask each time`,
  alwaysAsks: 'Always asks',
  review: 'See results first',
  reviewLabel: (tool: string) => `${tool}: see results first`,
  offForAll: 'off for all',
  unavailable: 'cannot work now',
  modesText:
    'A tool that is on runs unasked where your folders, your rules or the shipped defaults allow it, and waits for you elsewhere. “Ask each time”: it waits whatever these say, in Auto too. What you allow on a card for a run or for 15 minutes still goes through; direct callers, about whom nobody is asked, are refused. A job counts as a run.',
  reviewText:
    'Where results are seen first, they wait for you after the call ran, and are withheld when nobody looks in time. What a job prints is a result of shell_read.',
  emptyTitle: 'No tools',
  emptyText: 'Nothing here can be called on this machine. `doorman doctor` says what is missing.',
} as const;
