/** From an admitted call to the frozen action that it would be. */
import type { Action } from '../../src-shared/action.ts';
import type { Call } from '../../src-shared/call.ts';
import type { Outcome } from '../../src-shared/outcome.ts';
import type { CallableTool, CallRooms } from './call-rooms.ts';
import { orAborted } from './ended-early.ts';
import { maskFailure } from './let-leave.ts';
import { doorOf, type LiveCall } from './live-calls.ts';

/** What one step of the flow came to: go on with a value, or the call is over. */
export type Step<T> = { readonly go: T } | { readonly over: Outcome };

/** A resolve that hangs ends with the call; what it opens afterwards is closed again. */
export async function resolveAction(
  tool: CallableTool,
  call: Call,
  live: LiveCall,
  rooms: CallRooms,
): Promise<Step<Action>> {
  const { origin } = call;
  const work = tool.resolve(call.input, { asker: doorOf(origin), origin, signal: live.signal });
  const first = await orAborted(work, live.signal);
  if ('aborted' in first) {
    work.then((late) => (late.ok ? tool.release(late.action) : undefined)).catch(() => undefined);
    return { over: first.aborted };
  }
  if (!first.value.ok) return { over: await maskFailure(first.value.message, { call, live }, rooms) };
  return { go: Object.freeze(first.value.action) };
}
