/** What the window says of several cards that are answered in one step. */
const of = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const batchStrings = {
  tick: (summary: string) => `Tick: ${summary}`,
  status: (cards: number, calls: number) =>
    calls === cards ? `${cards} ticked` : `${cards} ticked, ${calls} calls in all`,
  deny: (calls: number) => `Deny ${calls}`,
  allow: (calls: number) => `Allow ${calls}`,
  clear: 'Untick',
  unread: (count: number) =>
    `${count} ${of(count, 'was', 'were')} not read to the end: open ${of(count, 'it', 'each of them')} first.`,
  mustLook: (count: number) =>
    `${count} must be looked at: ${of(count, 'that is', 'these are')} allowed by ${of(count, 'itself', 'themselves')} only.`,
  timeUp: 'For one of them time is up.',
  /** While the card on show is none of them, the key would be for that one. */
  pressOnly: 'Ready. Ctrl+Enter allows them while one of them is on show.',
  failed: 'Not all of it was taken:',
  part: (count: number, all: number) => `${count} of ${all} calls`,
  close: 'Close',
} as const;
