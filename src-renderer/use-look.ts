/** Tells main what a window looks at, whenever that changes; one question at a time, and the newest wish counts. */
import { useEffect, useRef } from 'react';
import type { AppState, Look } from '../src-shared/app-state.ts';

interface LookTarget {
  /** A refusal comes in place of a snapshot. */
  call(channel: 'waiting:look', look: Look): Promise<AppState | { readonly ok: false }>;
}

/** @param take gets the snapshot that main answers with */
export function useLook(bridge: LookTarget, take: (state: AppState) => void, wanted: Look): void {
  const asking = useRef({ wanted: '', asked: '', busy: false });
  const text = JSON.stringify(wanted);
  useEffect(() => {
    const now = asking.current;
    now.wanted = text;
    if (!now.busy)
      void ask(now, (look) =>
        bridge.call('waiting:look', look).then((reply) => 'seq' in reply && take(reply)),
      );
  }, [bridge, take, text]);
}

interface Asking {
  wanted: string;
  asked: string;
  busy: boolean;
}

async function ask(now: Asking, send: (look: Look) => Promise<unknown>): Promise<void> {
  now.busy = true;
  while (now.asked !== now.wanted) {
    now.asked = now.wanted;
    try {
      await send(JSON.parse(now.asked) as Look);
    } catch (problem) {
      // The window goes on with what it has; the next change asks again.
      console.error('Main did not answer where this window looks:', problem);
    }
  }
  now.busy = false;
}
