/** Keeps the rows in view where they are when rows before them come or go: nothing may move under a pointer. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { QueueList } from './queue-list.ts';

/** @param height of one row, in pixels */
export function useSteadyRows(
  scroller: RefObject<HTMLElement | null>,
  list: QueueList,
  height: number,
): void {
  const top = useRef<{ readonly cardId: string; readonly row: number }>(undefined);
  const known = useRef(list);
  useLayoutEffect(() => {
    known.current = list;
    const element = scroller.current;
    if (element === null) return;
    const row = list.rowOf(top.current?.cardId);
    if (top.current !== undefined && row !== undefined && row !== top.current.row) {
      element.scrollTop += (row - top.current.row) * height;
    }
    top.current = topRow(element, list, height);
  }, [scroller, list, height]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      top.current = topRow(element, known.current, height);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, height]);
}

function topRow(element: HTMLElement, list: QueueList, height: number) {
  const row = Math.ceil(element.scrollTop / height);
  const card = list.at(row);
  return card && { cardId: card.view.cardId, row };
}
