/** The calls that match, newest first, a row each. Only rows in view are drawn; they stay where they are when others come. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { HistoryRowButton } from './history-row.tsx';
import type { HistoryInView } from './use-history.ts';

interface HistoryListProps {
  readonly history: HistoryInView;
  readonly openCall: string | undefined;
  readonly onOpen: (call: string) => void;
}

/** The height of a row, as in the style sheet. Pixels. */
const ROW = 52;
const rowHeight = () => ROW;

export function HistoryList({ history, openCall, onOpen }: HistoryListProps) {
  const { page, rows, show } = history;
  const count = page?.matched ?? 0;
  const scroller = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 6,
  });
  const [cursor, setCursor] = useCursor(history, scroller);
  const items = list.getVirtualItems();
  const first = Math.floor((list.scrollOffset ?? 0) / ROW);
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => show(first, last), [show, first, last]);
  const focusRow = useFocusRow(scroller, list);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event.key, cursor, count, Math.max(1, last - first));
    if (to === undefined) return;
    event.preventDefault();
    setCursor(to);
    focusRow(to);
  };
  const drawn = items.some(({ index }) => index === cursor) ? cursor : items[0]?.index;
  return (
    <nav className="history-list" aria-label={strings.history.listLabel} ref={scroller}>
      <ol onKeyDown={onKeyDown} style={{ height: list.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows.get(index);
          return (
            <li
              key={row?.call ?? `place ${index}`}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={count}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row && (
                <HistoryRowButton
                  row={row}
                  isOpen={row.call === openCall}
                  isStop={index === drawn}
                  onOpen={() => {
                    setCursor(index);
                    onOpen(row.call);
                  }}
                />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The row that the arrows start from. Rows that come before it, or another search, move both the list and it. */
function useCursor(
  { moved, filter }: HistoryInView,
  scroller: React.RefObject<HTMLElement | null>,
): readonly [number, (to: number) => void] {
  const [cursor, setCursor] = useState(0);
  const known = useRef({ moved, filter });
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = known.current;
    known.current = { moved, filter };
    if (element === null) return;
    if (before.filter !== filter) {
      element.scrollTop = 0;
      setCursor(0);
    } else if (before.moved !== moved) {
      element.scrollTop += moved.by * ROW;
      setCursor((at) => at + moved.by);
    }
  }, [moved, filter, scroller]);
  return [cursor, setCursor];
}

/** Brings a row into sight and gives it the keyboard once it is drawn. */
function useFocusRow(
  scroller: React.RefObject<HTMLElement | null>,
  list: Virtualizer<HTMLElement, Element>,
): (index: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] button`);
    if (row == null) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  return (index) => {
    wanted.current = index;
    list.scrollToIndex(index);
  };
}

function target(key: string, cursor: number, count: number, page: number): number | undefined {
  const to = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}
