/** What the windows say of what was refused in a run, and of runs that are paused or ask too much. */
const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const refusalStrings = {
  title: 'Refused in this run',
  text: 'The same asked again in the same run is refused at once, and you are not asked. Forgive it, and you are asked the next time.',
  times: (count: number) => `refused ${count} ${plural(count, 'time', 'times')}`,
  putOff: (until: string) => `only put off: asked again from ${until}`,
  forgive: 'Forgive',
  forgiveLabel: (summary: string) => `Forgive: ${summary}`,
  more: (hidden: number) => `and ${hidden} older ${plural(hidden, 'one', 'ones')}`,
} as const;

export const runStrings = {
  label: 'Runs that are paused, asked too much, or whose results you see',
  over: (from: string, limit: number, until: string) =>
    `${from} has asked you ${limit} times in ten minutes. More questions are refused until ${until}.`,
  paused: (from: string) => `${from} is paused: its calls are refused.`,
  pause: { run: 'Pause this run', runtime: 'Pause this runtime' },
  resume: 'Resume it',
  resumeLabel: (from: string) => `Resume it: ${from}`,
} as const;
