/** A replay over the recorded calls: begun, followed piece by piece, and stopped by not asking for more. */
import { useEffect, useRef, useState } from 'react';
import type { ReplayReply, ReplayReport, ReplayRequest } from '../../src-shared/rule-view.ts';
import { type MainBridge, problemText } from '../bridge.ts';

export interface ReplayHandle {
  readonly report: ReplayReport | undefined;
  readonly error: string | undefined;
  readonly running: boolean;
  readonly start: (request: ReplayRequest) => void;
  readonly stop: () => void;
}

export function useReplay(bridge: MainBridge): ReplayHandle {
  const [report, setReport] = useState<ReplayReport>();
  const [error, setError] = useState<string>();
  const [running, setRunning] = useState(false);
  // Only the one that was begun last goes on.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const follow = async (request: ReplayRequest) => {
    turn.current += 1;
    const mine = turn.current;
    setReport(undefined);
    setError(undefined);
    setRunning(true);
    let reply = await answered(bridge.call('rules:replay', request));
    while (mine === turn.current) {
      if (reply.ok) setReport(reply.report);
      else setError(reply.error);
      if (!reply.ok || reply.report.done) {
        setRunning(false);
        return;
      }
      reply = await answered(bridge.call('rules:replay-more', reply.report.id));
    }
  };
  const stop = () => {
    turn.current += 1;
    setRunning(false);
  };
  return { report, error, running, start: (request) => void follow(request), stop };
}

async function answered(call: Promise<ReplayReply>): Promise<ReplayReply> {
  try {
    return await call;
  } catch (cause) {
    return { ok: false, error: problemText(cause) };
  }
}
