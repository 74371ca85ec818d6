/** Says what happened to a screen reader, once and politely: a new card, and that the shown one is running out of time. */
import { useEffect, useRef, useState } from 'react';
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { useNow } from '../parts/use-now.ts';
import { strings } from '../strings.ts';
import { countdownWords } from '../text/duration-words.ts';

interface LiveRegionProps {
  readonly state: AppState;
  readonly skew: number;
  readonly shown: WaitingView | undefined;
}

export function LiveRegion({ state, skew, shown }: LiveRegionProps) {
  const text = useArrivals(state);
  return (
    <div className="visually-hidden">
      <p aria-live="polite">{text}</p>
      <p aria-live="polite">{shown && <Hurry key={shown.cardId} view={shown} skew={skew} />}</p>
    </div>
  );
}

/** The newest arrival in words. One that comes right after another has to wait: a flood must not be read out card by card. */
function useArrivals({ newest, waitingCount }: AppState): string {
  const said = useRef(0);
  const latest = useRef({ newest, waitingCount });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
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
      setText(strings.approval.arrived(visibleText(last.summary), count));
      timer.current = setTimeout(say, ARRIVAL_REST_MS);
    };
    if (order > said.current && timer.current === undefined) say();
  }, [order]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return text;
}

// About as long as it takes to hear one out.
const ARRIVAL_REST_MS = 3_000;

// Below this many milliseconds the time left is said, once.
const HURRY_MS = 10_000;

function Hurry({ view, skew }: { readonly view: WaitingView; readonly skew: number }) {
  const left = view.expiresAt - useNow(skew);
  const close = left > 0 && left <= HURRY_MS;
  return close ? strings.approval.hurry(countdownWords(HURRY_MS)) : null;
}
