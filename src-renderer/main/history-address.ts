/** What the History page shows, as it stands in the address behind the #: a reload comes back to it. */
import type { HistoryFilter } from '../../src-shared/history.ts';

export interface HistoryAddress {
  readonly filter: HistoryFilter;
  /** The call whose story is open. */
  readonly call: string | undefined;
}

/** What a person can set, in the order in which it is drawn. */
export const FILTERS = ['tool', 'agent', 'source', 'outcome', 'day'] as const;
export type FilterName = (typeof FILTERS)[number];

const PARTS = ['text', ...FILTERS] as const;

/** The contract takes no longer ones. */
const LONGEST = 300;

export function readHistoryAddress(hash: string): HistoryAddress {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '');
  const part = (name: string) => asked.get(name)?.slice(0, LONGEST) || undefined;
  const parts = PARTS.map((name) => [name, part(name)]).filter(([, value]) => value !== undefined);
  return { filter: Object.fromEntries(parts), call: part('call') };
}

export function historyHash({ filter, call }: HistoryAddress): string {
  const asked = new URLSearchParams();
  for (const name of PARTS) if (filter[name]) asked.set(name, filter[name]);
  if (call !== undefined) asked.set('call', call);
  return `#history${asked.size === 0 ? '' : `?${asked}`}`;
}

/** The filter with one part set, or taken away by an empty text. */
export function withPart(filter: HistoryFilter, name: (typeof PARTS)[number], value: string): HistoryFilter {
  const { [name]: _before, ...rest } = filter;
  return value === '' ? rest : { ...rest, [name]: value.slice(0, LONGEST) };
}
