/** The snapshot that a window draws: fetched once, then pushed by main; an older one never replaces a newer one. */
import { useCallback, useEffect, useState } from 'react';
import type { AppState } from '../src-shared/app-state.ts';
import { problemText } from './bridge.ts';

export interface StateSource {
  call(channel: 'state:get', argument: undefined): Promise<AppState>;
  onState(listener: (state: AppState) => void): () => void;
}

export interface Snapshot {
  readonly state: AppState;
  /** What to add to this window's clock to get main's, in milliseconds. */
  readonly skew: number;
}

export interface AppStateView {
  readonly snapshot: Snapshot | undefined;
  readonly problem: string | undefined;
  /** For a snapshot that came as the answer to something else. */
  readonly take: (state: AppState) => void;
}

/** Keeps the newer of two snapshots, by sequence number. */
export function newerSnapshot(known: Snapshot | undefined, state: AppState, localNow: number): Snapshot {
  if (known !== undefined && state.seq <= known.state.seq) return known;
  return { state, skew: state.now - localNow };
}

export function useAppState(source: StateSource): AppStateView {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const [problem, setProblem] = useState<string>();
  const take = useCallback(
    (state: AppState) => setSnapshot((known) => newerSnapshot(known, state, Date.now())),
    [],
  );
  useEffect(() => {
    // Subscribed before asking, so that no change falls between the two.
    const unsubscribe = source.onState(take);
    source.call('state:get', undefined).then(take, (reason: unknown) => setProblem(problemText(reason)));
    return unsubscribe;
  }, [source, take]);
  return { snapshot, problem, take };
}
