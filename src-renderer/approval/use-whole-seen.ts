/** Watches a scrolled text until every line of it was on screen. */
import { type RefObject, useEffect, useState } from 'react';
import { addSeen, coversAll, type Range } from './seen-ranges.ts';

/** `ready` says that the text stands in `block`; `before` that it was seen whole on an earlier visit. */
export function useWholeSeen(block: RefObject<HTMLElement | null>, ready: boolean, before: boolean): boolean {
  const [seen, setSeen] = useState(before);
  useEffect(() => {
    const element = block.current;
    if (!ready || seen || element === null) return;
    return watch(element, () => setSeen(true));
  }, [block, ready, seen]);
  return seen;
}

function watch(element: HTMLElement, whenWhole: () => void): () => void {
  let ranges: readonly Range[] = [];
  let height = element.scrollHeight;
  let frame = 0;
  const measure = () => {
    frame = 0;
    // Wrapped anew at another width, old positions mean nothing.
    if (element.scrollHeight !== height) ranges = [];
    height = element.scrollHeight;
    ranges = addSeen(ranges, visibleStretch(element));
    if (coversAll(ranges, height)) whenWhole();
  };
  // Frames are given only to a page that can be seen, which is what counts here.
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(measure);
  };
  const sizes = new ResizeObserver(schedule);
  sizes.observe(element);
  window.addEventListener('scroll', schedule, { capture: true, passive: true });
  window.addEventListener('resize', schedule);
  schedule();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    window.removeEventListener('scroll', schedule, { capture: true });
    window.removeEventListener('resize', schedule);
  };
}

// The part of the text that neither its own box nor any box around it hides, from the top of the text.
function visibleStretch(element: HTMLElement): Range {
  const box = element.getBoundingClientRect();
  let top = Math.max(box.top, 0);
  let bottom = Math.min(box.bottom, window.innerHeight);
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue;
    const clip = outer.getBoundingClientRect();
    top = Math.max(top, clip.top);
    bottom = Math.min(bottom, clip.bottom);
  }
  const start = box.top + element.clientTop - element.scrollTop;
  // The frame of the box is not text: a box that is in view to its edge shows its text to the end.
  return {
    from: top - start,
    to: bottom === box.bottom ? bottom - start : bottom - start - element.clientTop,
  };
}
