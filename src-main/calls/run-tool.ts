/** Runs a decided action within its time: the call is answered when its time is up, whatever the tool does. */
import type { Action, Wall } from '../../src-shared/action.ts';
import { type Clock, type Instant, remaining } from '../../src-shared/clock.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import type { CallableTool } from './call-rooms.ts';
import { runBudget } from './deadlines.ts';
import { abortedOutcome } from './ended-early.ts';
import type { EndedWhy, LiveCall } from './live-calls.ts';

/** How long an aborted tool may take to end what it started before the call is answered without it. Milliseconds. */
const ABORT_GRACE_MS = 1_000;

export async function runTool(
  tool: CallableTool,
  action: Action,
  limits: { readonly wall: Wall; readonly answerBy: Instant },
  live: LiveCall,
  clock: Clock,
): Promise<Outcome> {
  const now = clock.now();
  const stopTimer = clock.after(Math.max(0, remaining(limits.answerBy, now)), () =>
    live.abort('out-of-time'),
  );
  const context = { wall: limits.wall, signal: live.signal, budgetMs: runBudget(limits.answerBy, now) };
  try {
    const ran = await Promise.race([tool.run(action, context), abandoned(live.signal, clock)]);
    if (live.signal.aborted) return abortedOutcome(live.signal.reason as EndedWhy);
    if (ran === 'abandoned') throw new Error('a run was abandoned without an abort');
    return ran.ok ? { kind: 'done', result: ran.result } : { kind: 'tool-failed', message: ran.message };
  } finally {
    stopTimer();
  }
}

function abandoned(signal: AbortSignal, clock: Clock): Promise<'abandoned'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => clock.after(ABORT_GRACE_MS, () => resolve('abandoned')), {
      once: true,
    });
  });
}
