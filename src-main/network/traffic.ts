/** Remembers where the commands of one run went, and where they were not let, in bounded room. */
import { type Target, targetText } from './proxy-target.ts';

/** Each `host:port` once, in the order of the first attempt. */
export interface Traffic {
  readonly reached: readonly string[];
  /** Followed by what was wrong with it. */
  readonly refused: readonly string[];
  /** Let through and not reached. Followed by why. */
  readonly failed: readonly string[];
  /** How many more there were than the lists hold. */
  readonly unlisted: number;
}

export type TrafficEnd = 'reached' | 'refused' | 'failed';

export interface TrafficRecord {
  add(end: TrafficEnd, target: Target, why?: string): void;
  traffic(): Traffic;
}

/** Entries of each list. A command that goes to more places is known well enough by these. */
const MOST_ENTRIES = 20;

/** Different places that are counted beyond. */
const MOST_COUNTED = 10_000;

export function createTrafficRecord(): TrafficRecord {
  const lists = { reached: new Map(), refused: new Map(), failed: new Map() } as const satisfies Record<
    TrafficEnd,
    Map<string, string>
  >;
  const beyond = new Set<string>();
  const texts = (end: TrafficEnd): readonly string[] => [...lists[end].values()];
  return {
    add(end, target, why) {
      const place = targetText(target);
      const list: Map<string, string> = lists[end];
      if (list.has(place)) return;
      if (list.size < MOST_ENTRIES) list.set(place, why === undefined ? place : `${place} (${why})`);
      else if (beyond.size < MOST_COUNTED) beyond.add(`${end} ${place}`);
    },
    traffic: () => ({
      reached: texts('reached'),
      refused: texts('refused'),
      failed: texts('failed'),
      unlisted: beyond.size,
    }),
  };
}
