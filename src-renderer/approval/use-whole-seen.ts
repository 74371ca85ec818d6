/** Watches a scrolled text until every line of it was on screen. */
import { type RefObject, useEffect, useState } from 'react';
import { SeenText, type Stretch } from './seen-text.ts';

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
  const text = new SeenText();
  let frame = 0;
  const measure = () => {
    frame = 0;
    if (text.look(visibleStretch(element), piecesOf(element))) whenWhole();
  };
  // Frames are given only to a page that can be seen, which is what counts here.
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(measure);
  };
  const sizes = new ResizeObserver(schedule);
  sizes.observe(element);
  const pieces = new MutationObserver(schedule);
  pieces.observe(element, { childList: true, subtree: true });
  window.addEventListener('scroll', schedule, { capture: true, passive: true });
  window.addEventListener('resize', schedule);
  schedule();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    pieces.disconnect();
    window.removeEventListener('scroll', schedule, { capture: true });
    window.removeEventListener('resize', schedule);
  };
}

/** What the text stands in: its pieces, of which only those near by are drawn; or all of it as one. */
function piecesOf(element: HTMLElement) {
  const pieces = [...element.querySelectorAll<HTMLElement>('[data-piece]')];
  if (pieces.length === 0) {
    const { top } = element.getBoundingClientRect();
    const from = top + element.clientTop - element.scrollTop;
    return [{ from, to: from + element.scrollHeight, isDrawn: true }];
  }
  return pieces.map((piece) => {
    const { top, bottom } = piece.getBoundingClientRect();
    return { from: top, to: bottom, isDrawn: piece.dataset.piece === 'text' };
  });
}

// The part of the window in which the text shows: neither its own box nor any box around it hides it there.
function visibleStretch(element: HTMLElement): Stretch {
  const box = element.getBoundingClientRect();
  let top = Math.max(box.top, 0);
  let bottom = Math.min(box.bottom, window.innerHeight);
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue;
    const clip = outer.getBoundingClientRect();
    top = Math.max(top, clip.top);
    bottom = Math.min(bottom, clip.bottom);
  }
  return { from: top, to: bottom };
}
