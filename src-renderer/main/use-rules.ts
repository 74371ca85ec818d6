/** The rules in force, fetched when they are looked at and again whenever they may have changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import type { RulesView } from '../../src-shared/rule-view.ts';
import { type MainBridge, problemText } from '../bridge.ts';

export interface RulesHandle {
  readonly rules: RulesView | undefined;
  readonly problem: string | undefined;
  readonly refresh: () => void;
}

/** A file that was edited by hand is seen when the person comes back to this window. */
export function useRules(bridge: MainBridge, state: AppState): RulesHandle {
  const [rules, setRules] = useState<RulesView>();
  const [problem, setProblem] = useState<string>();
  const newest = useRef(0);
  const refresh = useCallback(() => {
    newest.current += 1;
    const mine = newest.current;
    bridge.call('rules:list', undefined).then(
      (listed) => {
        if (mine !== newest.current) return;
        setRules(listed);
        setProblem(undefined);
      },
      (cause: unknown) => setProblem(problemText(cause)),
    );
  }, [bridge]);
  const signs = signsOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sign means that the rules may be others.
  useEffect(refresh, [refresh, signs]);
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
  return { rules, problem, refresh };
}

/** What of the snapshot changes when rules do. */
function signsOf({ folders, grants, notices }: AppState): string {
  const told = notices.filter(({ id }) => id.startsWith('permission'));
  return JSON.stringify([folders, grants.filter(({ kind }) => kind === 'always'), told]);
}
