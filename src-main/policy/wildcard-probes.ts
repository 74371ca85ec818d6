/** Forms of a command that a wildcard rule would cover, to see that it lets none pass that a person must look at. */
import { USE_TEXT } from './examination.ts';
import { type ProgramEntry, readOptions } from './program-entry.ts';
import { programEntry } from './program-table.ts';

/** No program has near as many; each costs a judgement. */
const MOST_PROBES = 500;

/** The words and, behind them, each option and subcommand of which the table says that it does more than read. */
export function wildcardProbes(words: readonly string[]): readonly (readonly string[])[] {
  const [program = '', ...rest] = words;
  const known = programEntry(program);
  return known ? probesOf(entryAt(known, rest), words).slice(0, MOST_PROBES) : [];
}

function entryAt(entry: ProgramEntry, words: readonly string[]): ProgramEntry {
  const [next, ...rest] = words;
  const sub = next !== undefined && entry.subcommands ? subcommand(entry, next) : undefined;
  return sub ? entryAt(sub, rest) : entry;
}

function subcommand({ subcommands }: ProgramEntry, name: string): ProgramEntry | undefined {
  return subcommands && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}

function probesOf(entry: ProgramEntry, words: readonly string[]): (readonly string[])[] {
  const options = [...readOptions(entry).values()].filter(
    ({ effect, use }) => effect !== undefined || USE_TEXT[use] !== undefined,
  );
  const nested = Object.entries(entry.subcommands ?? {});
  return [
    [...words, 'other'],
    ...options.map(({ name, value }) => [...words, name, ...(value === 'required' ? ['other'] : [])]),
    ...nested.flatMap(([name, sub]) => probesOf(sub, [...words, name])),
  ];
}
