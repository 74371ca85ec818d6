/** Which stretches of a long text were on screen, in pixels from its top: the whole counts as shown when no gap is left. */

export interface Range {
  readonly from: number;
  readonly to: number;
}

// Layout gives fractions of a pixel; a sliver of this size hides no line of text.
const SLACK_PX = 2;

/** Adds a stretch and joins what touches. The result is sorted and free of overlaps. */
export function addSeen(ranges: readonly Range[], seen: Range): readonly Range[] {
  if (seen.to <= seen.from) return ranges;
  const joined: Range[] = [];
  for (const range of [...ranges, seen].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to + SLACK_PX) {
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      joined.push(range);
    }
  }
  return joined;
}

/** True when one stretch covers everything from 0 to `height`. */
export function coversAll(ranges: readonly Range[], height: number): boolean {
  return ranges.some((range) => range.from <= SLACK_PX && range.to >= height - SLACK_PX);
}
