/** Rules that were taken out a moment ago, each with the way back while there is one. */
import { useEffect, useState } from 'react';
import { type RuleView, UNDO_MS } from '../../src-shared/rule-view.ts';
import { type MainBridge, problemText } from '../bridge.ts';

export interface Removal {
  readonly undo: string;
  readonly key: string;
  /** By this window's own clock, Unix milliseconds. */
  readonly until: number;
}

export interface RemovalsHandle {
  readonly removals: readonly Removal[];
  readonly busy: boolean;
  /** What went wrong, and with which rule or removal. */
  readonly failed: { readonly id: string; readonly error: string } | undefined;
  readonly remove: (rule: RuleView) => void;
  readonly putBack: (removal: Removal) => void;
}

export function useRemovals(bridge: MainBridge, onChanged: () => void): RemovalsHandle {
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<RemovalsHandle['failed']>();
  useForgetting(removals, setRemovals);
  const attempt = async (id: string, work: () => Promise<string | undefined>) => {
    if (busy) return;
    setBusy(true);
    const error = await work().catch(problemText);
    setBusy(false);
    setFailed(error === undefined ? undefined : { id, error });
    onChanged();
  };
  const remove = ({ id, key }: RuleView) =>
    attempt(id, async () => {
      const reply = await bridge.call('rules:remove', id);
      if (!reply.ok) return reply.cancelled ? undefined : reply.error;
      setRemovals((known) => [...known, { undo: reply.undo, key, until: Date.now() + UNDO_MS }]);
      return undefined;
    });
  const putBack = ({ undo }: Removal) =>
    attempt(undo, async () => {
      const reply = await bridge.call('rules:undo', undo);
      if (!reply.ok) return reply.error;
      setRemovals((known) => known.filter((one) => one.undo !== undo));
      return undefined;
    });
  return {
    removals,
    busy,
    failed,
    remove: (rule) => void remove(rule),
    putBack: (removal) => void putBack(removal),
  };
}

/** Drops each when its time is over. */
function useForgetting(
  removals: readonly Removal[],
  set: (change: (known: readonly Removal[]) => readonly Removal[]) => void,
): void {
  useEffect(() => {
    const next = Math.min(...removals.map(({ until }) => until));
    if (!Number.isFinite(next)) return;
    const drop = () => set((known) => known.filter(({ until }) => until > Date.now()));
    const timer = setTimeout(drop, Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [removals, set]);
}
