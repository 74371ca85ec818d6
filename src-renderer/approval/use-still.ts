/** Tells whether what can be clicked has just moved: a click that was meant for what lay there before must not count. */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** As long as a card that has just appeared is deaf, in milliseconds (DESIGN.md, The safe yes). */
const STILL_MS = 500;

/**
 * A handler for `onClickCapture` that swallows a pointer's click on what moved less than half a second ago. `box` is the
 * scrolled region: its own scrolling is the person's doing and no move.
 */
export function useStill(box: RefObject<HTMLElement | null>): (event: MouseEvent) => void {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let last = placeOf(element);
    // Whatever pushes the region down or makes it narrower also changes its size.
    const sizes = new ResizeObserver(() => {
      const now = placeOf(element);
      if (now !== last) movedAt.current = performance.now();
      last = now;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [box]);
  return (event) => {
    // Keys click without a place.
    if (event.detail === 0 || performance.now() - movedAt.current >= STILL_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function placeOf(element: HTMLElement): string {
  const { top, left, width } = element.getBoundingClientRect();
  return `${top} ${left} ${width}`;
}
