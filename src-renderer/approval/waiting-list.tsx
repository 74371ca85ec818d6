/** The queue in brief, oldest first. A row that ended stays for a moment and says so. Only rows in view are drawn. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import { Shape } from '../parts/shape.tsx';
import { Countdown } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { callWords } from '../text/call-words.ts';
import { Count } from './count.tsx';
import { grantToUndo } from './ended-offers.ts';
import type { InView } from './look-for.ts';
import type { ListedCard, QueueList } from './queue-list.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import type { Ticks } from './use-ticks.ts';

interface WaitingListProps {
  readonly state: AppState;
  readonly list: QueueList;
  readonly shownId: string | undefined;
  readonly skew: number;
  readonly ticks: Ticks;
  readonly onChoose: (cardId: string) => void;
  readonly onStep: (by: number) => void;
  /** Told whenever other rows come into view. */
  readonly onView: (inView: InView) => void;
}

/** The height of a row, as in the style sheet. Pixels. */
const ROW = 30;
const rowHeight = () => ROW;

export function WaitingList(props: WaitingListProps) {
  const { state, list, shownId, skew, ticks, onChoose, onStep, onView } = props;
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 4,
  });
  useSteadyRows(scroller, list, ROW);
  const shownRow = list.rowOf(shownId);
  useShownInSight(scroller, rows, shownId, shownRow);
  const items = rows.getVirtualItems();
  const first = list.placeAt(items[0]?.index ?? 0);
  const last = list.placeAt(items.at(-1)?.index ?? 0);
  useEffect(() => onView({ first, last }), [onView, first, last]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <nav className="waiting" aria-label={strings.approval.listLabel} ref={scroller}>
      <ol onKeyDown={onKeyDown} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const card = list.at(index);
          return (
            <li
              key={card?.view.cardId ?? `place ${list.placeAt(index)}`}
              aria-posinset={index + 1}
              aria-setsize={list.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              {card && !card.ended && <Tick view={card.view} ticks={ticks} />}
              {card && (
                <WaitingRow
                  card={card}
                  state={state}
                  skew={skew}
                  shown={index === shownRow}
                  onChoose={onChoose}
                />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/**
 * Brings a card into sight when it comes to be shown, and not when its row moves: that would hold fast whoever scrolls.
 * Who walks the list by keyboard stays in it.
 */
function useShownInSight(
  scroller: RefObject<HTMLElement | null>,
  rows: Virtualizer<HTMLElement, Element>,
  shownId: string | undefined,
  shownRow: number | undefined,
): void {
  const walking = useRef(false);
  const inSight = useRef<string>(undefined);
  useEffect(() => {
    if (shownRow === undefined || inSight.current === shownId) return;
    inSight.current = shownId;
    walking.current = scroller.current?.contains(document.activeElement) ?? false;
    rows.scrollToIndex(shownRow);
  }, [scroller, rows, shownId, shownRow]);
  useEffect(() => {
    if (!walking.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    if (row == null) return;
    walking.current = false;
    row.focus({ preventScroll: true });
  });
}

/** A yes that lasts can be taken back on the card that is chosen by this row. */
function endedRowWords(words: string, { view }: ListedCard, state: AppState, skew: number): string {
  const undo = grantToUndo(view, state.grants, Date.now() + skew);
  return undo === undefined ? words : strings.late.undoHere(words);
}

function Tick({ view, ticks }: { readonly view: WaitingView; readonly ticks: Ticks }) {
  if (!ticks.canTick(view)) return null;
  return (
    <label className="waiting-tick">
      <input type="checkbox" checked={ticks.has(view)} onChange={() => ticks.toggle(view)} />
      <span className="visually-hidden">
        <Visible text={strings.batch.tick(view.summary)} />
      </span>
    </label>
  );
}

interface WaitingRowProps {
  readonly card: ListedCard;
  readonly state: AppState;
  readonly skew: number;
  readonly shown: boolean;
  readonly onChoose: (cardId: string) => void;
}

function WaitingRow({ card, state, skew, shown, onChoose }: WaitingRowProps) {
  const { view, ended } = card;
  const call = ended ? state.recent.find((entry) => entry.callId === view.callId) : undefined;
  return (
    <button
      type="button"
      className={ended ? 'waiting-row waiting-row-ended' : 'waiting-row'}
      aria-current={shown ? 'true' : undefined}
      onClick={() => onChoose(view.cardId)}
    >
      <Shape kind={view.ask === 'must-look' ? 'warning' : 'ring'} />
      <span className="waiting-what">
        {view.ask === 'must-look' && <span className="visually-hidden">{strings.ask['must-look']}: </span>}
        <Visible text={view.summary} />
        <Count of={view.count} />
      </span>
      <span className="waiting-left">
        {ended ? (
          call ? (
            endedRowWords(callWords(call).words, card, state, skew)
          ) : (
            strings.ended.gone
          )
        ) : (
          <Countdown at={view.expiresAt} skew={skew} />
        )}
      </span>
    </button>
  );
}
