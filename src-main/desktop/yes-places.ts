/**
 * Where in the approval page a press would mean which yes, as the page reports it, and since when each place stands
 * still. The page may lie about what it draws there, so all that a report can claim is kept small.
 */
import type { Point } from './real-input.ts';

/** A rectangle in the page, in its own (CSS) pixels. */
export interface Place extends Point {
  readonly width: number;
  readonly height: number;
}

/** What one button of the page reports. */
export interface YesReport {
  /** Names the card and the very answer that a press there would give. */
  readonly key: string;
  /** The cards it allows. */
  readonly cards: readonly string[];
  readonly place: Place;
  /** It is the one that Ctrl+Enter presses. */
  readonly shortcut: boolean;
}

export interface Standing extends YesReport {
  /** Since when it stands in this place. */
  readonly since: number;
}

/** A button with a long label in a narrow window; whoever claims more claims what else is pressed there. */
export const LARGEST_PLACE = { width: 420, height: 80 };

/** All buttons that say yes to one card. */
export const MOST_PLACES = 8;

/** Layout gives fractions of a pixel. */
const SLACK_PX = 1;

export class YesPlaces {
  readonly #now: () => number;
  readonly #standing = new Map<string, Standing>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes a report, or says why not. What was reported for other cards alone is forgotten, and so is what lay where this
   * lies now: one place means one answer.
   * @param page the size of the page, in its own pixels
   */
  report(report: YesReport, page: { readonly width: number; readonly height: number }): string | undefined {
    const problem = whyNot(report.place, page);
    if (problem !== undefined) {
      this.#standing.delete(report.key);
      return problem;
    }
    const before = this.#standing.get(report.key);
    const still = before !== undefined && isSame(before.place, report.place);
    for (const [key, { cards, place }] of this.#standing) {
      const others = !cards.some((card) => report.cards.includes(card));
      if (others || (key !== report.key && overlap(place, report.place))) this.#standing.delete(key);
    }
    if (!still && this.#standing.size >= MOST_PLACES) return 'too many places on one card';
    if (report.shortcut) this.#takeShortcut();
    // The place that was first reported is kept, so that many small steps are a move, too.
    const stood = still ? { place: before.place, since: before.since } : { since: this.#now() };
    this.#standing.set(report.key, { ...report, ...stood });
    return undefined;
  }

  /** One button at a time has it. */
  #takeShortcut(): void {
    for (const [key, standing] of this.#standing) {
      if (standing.shortcut) this.#standing.set(key, { ...standing, shortcut: false });
    }
  }

  get(key: string): Standing | undefined {
    return this.#standing.get(key);
  }
}

export function contains({ x, y, width, height }: Place, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

function whyNot(
  { x, y, width, height }: Place,
  page: { readonly width: number; readonly height: number },
): string | undefined {
  if (width > LARGEST_PLACE.width || height > LARGEST_PLACE.height)
    return 'the place is larger than a button';
  const inside =
    x >= -SLACK_PX &&
    y >= -SLACK_PX &&
    x + width <= page.width + SLACK_PX &&
    y + height <= page.height + SLACK_PX;
  return inside ? undefined : 'the place is not inside the window';
}

function isSame(a: Place, b: Place): boolean {
  const sides = ['x', 'y', 'width', 'height'] as const;
  return sides.every((side) => Math.abs(a[side] - b[side]) <= SLACK_PX);
}

function overlap(a: Place, b: Place): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > SLACK_PX && down > SLACK_PX;
}
