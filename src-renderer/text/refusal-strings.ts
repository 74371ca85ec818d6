/** What the window says of what was refused in a run. */
const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const refusalStrings = {
  title: 'Refused in this run',
  text: 'The same asked again in the same run is refused at once, and you are not asked. Forgive it, and you are asked the next time.',
  times: (count: number) => `refused ${count} ${plural(count, 'time', 'times')}`,
  forgive: 'Forgive',
  forgiveLabel: (summary: string) => `Forgive: ${summary}`,
  more: (hidden: number) => `and ${hidden} older ${plural(hidden, 'one', 'ones')}`,
} as const;
