/**
 * The calls of a card that stood on it long enough to be allowed together: one that has just joined could not have been
 * meant. Main holds the same rule.
 */
import { useEffect, useRef, useState } from 'react';
import { ARM_MS } from './use-arming.ts';

/** Of the calls that the card shows now, in their order. */
export function useSettledCalls(callIds: readonly string[]): readonly string[] {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const callId of callIds) {
      if (timers.current.has(callId)) continue;
      const settle = () => setSettled((known) => new Set([...known, callId]));
      timers.current.set(callId, setTimeout(settle, ARM_MS));
    }
  }, [callIds]);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    };
  }, []);
  return callIds.filter((callId) => settled.has(callId));
}
