/** Times that go on by themselves: what is left, and how long ago. */
import { agoWords, countdownWords } from '../text/duration-words.ts';
import { useNow } from './use-now.ts';

interface TimeProps {
  /** Main's Unix milliseconds. */
  readonly at: number;
  readonly skew: number;
}

/** A timer role is silent to screen readers: the hurry is said once, by the window's live region. */
export function Countdown({ at, skew }: TimeProps) {
  return (
    <span role="timer" className="countdown">
      {countdownWords(at - useNow(skew))}
    </span>
  );
}

export function Ago({ at, skew }: TimeProps) {
  return <time dateTime={new Date(at).toISOString()}>{agoWords(useNow(skew) - at)}</time>;
}
