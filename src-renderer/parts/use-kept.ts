/** State of a page that a reload, or a look at another page, must not lose. It lives as long as its window; no secret belongs here. */
import { useCallback, useState } from 'react';

/**
 * Like `useState`, for what is JSON.
 * @param name its own in this window
 * @param isRight holds what was kept against what the page expects
 */
export function useKept<T>(
  name: string,
  initial: T,
  isRight: (kept: unknown) => kept is T,
): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => readKept(name, initial, isRight));
  const set = useCallback(
    (next: T) => {
      setValue(next);
      try {
        sessionStorage.setItem(name, JSON.stringify(next));
      } catch {
        // The store is full: it is then kept until the next reload only.
      }
    },
    [name],
  );
  return [value, set];
}

function readKept<T>(name: string, initial: T, isRight: (kept: unknown) => kept is T): T {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    return isRight(kept) ? kept : initial;
  } catch {
    return initial;
  }
}

/** An object of texts only. */
export function isTexts(kept: unknown): kept is Readonly<Record<string, string>> {
  return (
    typeof kept === 'object' && kept !== null && Object.values(kept).every((text) => typeof text === 'string')
  );
}
