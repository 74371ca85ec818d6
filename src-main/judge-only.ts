/** What would happen to an input now: resolved and judged by the real rooms, but nothing runs and nobody is asked. */
import type { Action } from '../src-shared/action.ts';
import type { Origin } from '../src-shared/call.ts';
import type { EndSignal } from '../src-shared/end-signal.ts';
import type { Json } from '../src-shared/json.ts';
import type { TryReply, TryRequest } from '../src-shared/rule-view.ts';
import type { Verdict } from '../src-shared/verdict.ts';
import type { CallableTool } from './calls/call-rooms.ts';
import { isWaived } from './calls/judge-action.ts';
import { decide } from './policy/decide.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';

export interface JudgeOnlyRooms {
  /** By its own name, also where it is switched off. */
  tool(name: string): CallableTool | undefined;
  facts(action: Pick<Action, 'effects'>): Promise<PolicyFacts>;
  /** Unix milliseconds. */
  now(): number;
}

export type ResolvedOnly =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly problem: string };

const asker = 'Doorman';

/** For whom it is asked where that bears on nothing. */
const NOBODY: AskedBy = { origin: { door: 'local', caller: asker }, signal: new AbortController().signal };

export interface AskedBy {
  readonly origin: Origin;
  readonly signal: EndSignal;
}

/** What the input would be; whatever was opened for that is closed again. */
export async function resolveOnly(tool: CallableTool, input: Json, by = NOBODY): Promise<ResolvedOnly> {
  const checked = tool.check(input);
  if (!checked.ok) return { ok: false, problem: checked.problems.join(' ') };
  const resolved = await tool.resolve(checked.value, { asker, ...by });
  if (!resolved.ok) return { ok: false, problem: resolved.message };
  await tool.release(resolved.action);
  return { ok: true, action: resolved.action };
}

export async function tryCall(rooms: JudgeOnlyRooms, { tool, text, cwd }: TryRequest): Promise<TryReply> {
  const input = inputOf(tool, text, cwd);
  const callable = rooms.tool(tool);
  if (!callable) return { ok: false, error: `There is no tool ${tool} on this machine.` };
  const resolved = await resolveOnly(callable, input);
  if (!resolved.ok) return { ok: false, error: resolved.problem };
  const { action } = resolved;
  const verdict = decide({ ...action, input }, await rooms.facts(action), rooms.now());
  return { ok: true, tried: told(action, verdict) };
}

function inputOf(tool: TryRequest['tool'], text: string, cwd: string): { readonly [name: string]: Json } {
  switch (tool) {
    case 'shell_run':
      return { command: text, ...(cwd === '' ? {} : { cwd }) };
    case 'fs_find_files':
      return { path: text, pattern: '*' };
    case 'fs_search_text':
      return { path: text, pattern: 'x' };
    default:
      return { path: text };
  }
}

function told(action: Action, verdict: Verdict) {
  const { summary, text } = action;
  return {
    verdict: verdict.kind,
    reasons: verdict.reasons,
    summary,
    text,
    waivable: verdict.kind === 'ask' && isWaived(verdict, action),
    ...(verdict.kind === 'ask' ? { ask: verdict.ask } : {}),
    ...(verdict.kind === 'deny' || !runsSomething(action) ? {} : { wall: verdict.wall }),
  };
}

function runsSomething({ effects }: Action): boolean {
  return effects.some(({ kind }) => kind === 'run');
}
