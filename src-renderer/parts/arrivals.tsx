/** Says a new card to a screen reader, once and politely. */
import { useEffect, useRef, useState } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { strings } from '../strings.ts';

interface ArrivalsProps {
  readonly state: Pick<AppState, 'newest' | 'waitingCount'>;
  /** Says nothing while another window has the keyboard, since that one says it then. */
  readonly inFrontOnly?: boolean;
}

export function Arrivals({ state, inFrontOnly = false }: ArrivalsProps) {
  const { text, order } = useArrivals(state, inFrontOnly);
  // Two cards may read alike, and only what is new in the page is said.
  return (
    <p aria-live="polite">
      <span key={order}>{text}</span>
    </p>
  );
}

// About as long as it takes to hear one out.
const ARRIVAL_REST_MS = 3_000;

/** The newest arrival in words. One that comes right after another has to wait: a flood must not be read out card by card. */
function useArrivals({ newest, waitingCount }: ArrivalsProps['state'], inFrontOnly: boolean) {
  const said = useRef(0);
  const latest = useRef({ newest, waitingCount });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [saying, setSaying] = useState({ text: '', order: 0 });
  useEffect(() => {
    latest.current = { newest, waitingCount };
  });
  const order = newest?.order ?? 0;
  useEffect(() => {
    const say = () => {
      timer.current = undefined;
      const { newest: last, waitingCount: count } = latest.current;
      if (last === undefined || last.order <= said.current) return;
      said.current = last.order;
      timer.current = setTimeout(say, ARRIVAL_REST_MS);
      if (inFrontOnly && !document.hasFocus()) return;
      setSaying({ text: strings.approval.arrived(visibleText(last.summary), count), order: last.order });
    };
    if (order > said.current && timer.current === undefined) say();
  }, [order, inFrontOnly]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return saying;
}
