/** Where a button stands on screen, for the report to main: only a button that can be seen and pressed whole has a place. */
import type { ArmRequest } from '../../src-shared/approval.ts';

export type Place = ArmRequest['place'];

// Layout gives fractions of a pixel.
const SLACK_PX = 1;

/** Undefined while a part of it is scrolled away, or something lies on it. */
export function placeOf(element: HTMLElement): Place | undefined {
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return undefined;
  const place = { x, y, width, height };
  const middle = document.elementFromPoint(x + width / 2, y + height / 2);
  if (middle === null || !element.contains(middle)) return undefined;
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue;
    if (!isInside(place, outer.getBoundingClientRect())) return undefined;
  }
  return place;
}

export function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const sides = ['x', 'y', 'width', 'height'] as const;
  return sides.every((side) => Math.abs(a[side] - b[side]) <= SLACK_PX);
}

function isInside(inner: Place, outer: Place): boolean {
  return (
    inner.x >= outer.x - SLACK_PX &&
    inner.y >= outer.y - SLACK_PX &&
    inner.x + inner.width <= outer.x + outer.width + SLACK_PX &&
    inner.y + inner.height <= outer.y + outer.height + SLACK_PX
  );
}
