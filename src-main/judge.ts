/** Joins the judgement with what it needs to know at that moment: folders, rules on disk, the wall in force. */
import type { Action } from '../src-shared/action.ts';
import type { Json } from '../src-shared/json.ts';
import type { Settings } from '../src-shared/settings.ts';
import type { Verdict } from '../src-shared/verdict.ts';
import { decide } from './policy/decide.ts';
import type { PermissionStore } from './policy/permission-store.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';

export interface JudgeOptions {
  readonly permissions: PermissionStore;
  readonly facts: Omit<PolicyFacts, 'folders' | 'rules' | 'wallAvailable'>;
  settings(): Settings;
  readonly wallAvailable: boolean;
  /** Unix milliseconds. */
  now(): number;
}

export function createJudge(options: JudgeOptions): (action: Action, input: Json) => Promise<Verdict> {
  return async (action, input) => {
    const { rules } = await options.permissions.current();
    const { folders, sandbox } = options.settings();
    const facts = { ...options.facts, folders, rules, wallAvailable: options.wallAvailable };
    const verdict = decide({ ...action, input }, facts, options.now());
    return options.wallAvailable ? verdict : withoutWall(action, verdict, sandbox);
  };
}

/** Where there is no wall, what starts programs says so on its card, or is refused if the person requires one. */
function withoutWall(action: Action, verdict: Verdict, sandbox: Settings['sandbox']): Verdict {
  if (verdict.kind === 'deny' || !action.effects.some((effect) => effect.kind === 'run')) return verdict;
  if (sandbox === 'required') {
    const text = 'Commands need a wall by your settings, and none is available on this machine';
    return { kind: 'deny', reasons: [{ text, source: 'builtin' }] };
  }
  return { kind: 'ask', ask: 'must-look', reasons: verdict.reasons, wall: 'none' };
}
