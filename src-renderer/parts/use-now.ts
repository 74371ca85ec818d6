/** Main's time in a window: ticks while something on screen counts. */
import { useEffect, useState } from 'react';

// Often enough that no second is skipped on screen.
const TICK_MS = 250;

/** Unix milliseconds on main's clock; `skew` is what to add to this window's. */
export function useNow(skew: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now + skew;
}
