/** A press that is held: begun, and over when it was held for long enough or let go. */
import { useEffect, useRef, useState } from 'react';
import { HOLD_MS } from '../../src-shared/approval.ts';

// Main heard of the press a moment earlier and counts to HOLD_MS itself: this clock must not run ahead of it.
const SLACK_MS = 50;

export interface Hold {
  readonly holding: boolean;
  /** The last one was let go too early. */
  readonly early: boolean;
  readonly begin: () => void;
  readonly letGo: () => void;
}

export function useHold(onHeld: () => void): Hold {
  const [state, setState] = useState<'none' | 'holding' | 'early'>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(onHeld);
  useEffect(() => {
    held.current = onHeld;
  });
  const stop = (next: 'none' | 'early') => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setState(next);
  };
  const letGo = () => stop('early');
  const begin = () => {
    // The newest press is the one that main counts by.
    clearTimeout(timer.current);
    setState('holding');
    timer.current = setTimeout(() => {
      stop('none');
      held.current();
    }, HOLD_MS + SLACK_MS);
  };
  // What takes the keyboard away ends the press: main then forgets it, too.
  useEffect(() => {
    const onBlur = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      setState('early');
    };
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('blur', onBlur);
      clearTimeout(timer.current);
    };
  }, []);
  return { holding: state === 'holding', early: state === 'early', begin, letGo };
}
