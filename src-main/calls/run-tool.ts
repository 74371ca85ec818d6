/** Runs a decided action within its time: the call is answered when its time is up, whatever the tool does. */
import type { Action, DecidedWall } from '../../src-shared/action.ts';
import type { Call } from '../../src-shared/call.ts';
import type { Clock, Instant } from '../../src-shared/clock.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
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
  signal: EndSignal,
  clock: Clock,
): Promise<RanTool> {
  const { wall, call, runBy } = decided;
  const context = { call, signal, budgetMs: runBudget(runBy, clock.now()), ...wall };
  const ran = await orAbandoned(tool.run(action, context), signal, clock);
  if (signal.aborted) return { outcome: abortedOutcome(signal.reason as EndedWhy), cuts: [] };
  if (ran === 'abandoned') throw new Error('a run was abandoned without an abort');
  const outcome: Outcome = ran.ok
    ? { kind: 'done', result: ran.result }
    : { kind: 'tool-failed', message: ran.message };
  return { outcome, cuts: ran.ok ? (ran.cuts ?? []) : [] };
}

/** Waits for a run; once it was aborted, for the time of grace at most. */
function orAbandoned<T>(run: Promise<T>, signal: EndSignal, clock: Clock): Promise<T | 'abandoned'> {
  return new Promise((resolve, reject) => {
    const onAbort = () => clock.after(ABORT_GRACE_MS, () => resolve('abandoned'));
    signal.addEventListener('abort', onAbort, { once: true });
    run.then((ran) => {
      signal.removeEventListener('abort', onAbort);
      resolve(ran);
    }, reject);
  });
}
