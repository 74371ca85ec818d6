/** How the check of the whole journal stands, followed as long as the page is there. */
import { useEffect, useState } from 'react';
import type { Failed, HistoryCheck } from '../../src-shared/history.ts';
import { type MainBridge, problemText } from '../bridge.ts';

/** How often it is asked how far a check is, and whether another one is due. Milliseconds. */
const LOOK_MS = 1_000;

/** The second one checks again now. */
export function useHistoryCheck(
  bridge: MainBridge,
): readonly [HistoryCheck | Failed | undefined, () => void] {
  const [check, setCheck] = useState<HistoryCheck | Failed>();
  const take = (told: HistoryCheck | Failed) =>
    // Nothing is drawn anew where nothing is new.
    setCheck((known) => (JSON.stringify(known) === JSON.stringify(told) ? known : told));
  const ask = (again: boolean) =>
    bridge
      .call('history:check', again)
      .then(take, (error: unknown) => take({ ok: false, error: problemText(error) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked as long as the page is there.
  useEffect(() => {
    void ask(false);
    const timer = setInterval(() => document.hidden || void ask(false), LOOK_MS);
    return () => clearInterval(timer);
  }, [bridge]);
  return [check, () => void ask(true)];
}
