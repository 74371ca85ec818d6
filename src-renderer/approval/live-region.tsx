/** Says what happened to a screen reader, once and politely: a new card, and that the shown one is running out of time. */
import type { AppState, WaitingView } from '../../src-shared/app-state.ts';
import { Arrivals } from '../parts/arrivals.tsx';
import { useNow } from '../parts/use-now.ts';
import { strings } from '../strings.ts';
import { countdownWords } from '../text/duration-words.ts';

interface LiveRegionProps {
  readonly state: AppState;
  readonly skew: number;
  readonly shown: WaitingView | undefined;
}

export function LiveRegion({ state, skew, shown }: LiveRegionProps) {
  return (
    <div className="visually-hidden">
      <Arrivals state={state} />
      <p aria-live="polite">{shown && <Hurry key={shown.cardId} view={shown} skew={skew} />}</p>
    </div>
  );
}

// Below this many milliseconds the time left is said, once.
const HURRY_MS = 10_000;

function Hurry({ view, skew }: { readonly view: WaitingView; readonly skew: number }) {
  const left = view.expiresAt - useNow(skew);
  const close = left > 0 && left <= HURRY_MS;
  return close ? strings.approval.hurry(countdownWords(HURRY_MS)) : null;
}
