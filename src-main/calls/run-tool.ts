/** Runs a decided action within its time: the call is answered when its time is up, whatever the tool does. */
import type { Action, DecidedWall } from '../../src-shared/action.ts';
import type { Call } from '../../src-shared/call.ts';
import type { Clock, Instant } from '../../src-shared/clock.ts';
import type { Cut } from '../../src-shared/masking.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import type { CallableTool } from './call-rooms.ts';
import { runBudget } from './deadlines.ts';
import { abortedOutcome } from './ended-early.ts';
import type { EndedWhy } from './live-calls.ts';

/** How long an aborted tool may take to end what it started before the call is answered without it. Milliseconds. */
const ABORT_GRACE_MS = 1_000;

/** What a run came to, and where the texts of its result go on beyond it. */
export interface RanTool {
  readonly outcome: Outcome;
  readonly cuts: readonly Cut[];
}

/** The signal aborts when the time is up, too. */
export async function runTool(
  tool: CallableTool,
  action: Action,
  decided: { readonly wall: DecidedWall; readonly call: Call; readonly runBy: Instant },
  signal: AbortSignal,
  clock: Clock,
): Promise<RanTool> {
  const { wall, call, runBy } = decided;
  const context = { call, signal, budgetMs: runBudget(runBy, clock.now()), ...wall };
  const ran = await Promise.race([tool.run(action, context), abandoned(signal, clock)]);
  if (signal.aborted) return { outcome: abortedOutcome(signal.reason as EndedWhy), cuts: [] };
  if (ran === 'abandoned') throw new Error('a run was abandoned without an abort');
  const outcome: Outcome = ran.ok
    ? { kind: 'done', result: ran.result }
    : { kind: 'tool-failed', message: ran.message };
  return { outcome, cuts: ran.ok ? (ran.cuts ?? []) : [] };
}

function abandoned(signal: AbortSignal, clock: Clock): Promise<'abandoned'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => clock.after(ABORT_GRACE_MS, () => resolve('abandoned')), {
      once: true,
    });
  });
}
