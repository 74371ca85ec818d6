/** When a question that has ended may give way to the next card: after a moment to read it, and never under typing fingers. */
import { useEffect, useRef } from 'react';

/** To read how it ended. Milliseconds. */
const MOVE_ON_MS = 1_500;

/** Who is in a field may be thinking of the next word, which must not fall on another card. Milliseconds. */
const WRITING_MS = 5_000;

/** The returned function is to be called with every key that falls on the card. */
export function useMoveOn(ended: boolean, onDone: () => void): () => void {
  const lastKey = useRef(Number.NEGATIVE_INFINITY);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!ended) return;
    const endedAt = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const since = Math.max(lastKey.current, endedAt);
      const left = since + (isWriting() ? WRITING_MS : MOVE_ON_MS) - performance.now();
      if (left <= 0) done.current();
      else timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
  }, [ended]);
  return () => {
    lastKey.current = performance.now();
  };
}

function isWriting(): boolean {
  return document.activeElement?.matches('textarea, input[type=text], input[type=password]') ?? false;
}
