/** The judgement on reading a file, and on listing or searching a folder, by where it really lies. */
import type { Action, Effect } from '../../src-shared/action.ts';
import type { Reason } from '../../src-shared/verdict.ts';
import type { Opinion } from './opinion.ts';
import { insideAny } from './path-rules.ts';
import { whenMatches } from './patterns.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { refusedPlace, secretPlace } from './sensitive.ts';
import { type Unreadable, unreadableText } from './shell-characters.ts';
import { namesTool } from './tool-names.ts';

type FileEffect = Extract<Effect, { kind: 'read' | 'list' | 'search' }>;

/** `effect.path` is canonical. A rule opens a path outside the folders only if its `when` names that path. */
export function judgeFile(effect: FileEffect, action: Pick<Action, 'tool'>, facts: PolicyFacts): Opinion {
  const { path } = effect;
  const refused = refusedPlace(path, facts.ownPaths);
  if (refused) return { kind: 'deny', reasons: [{ text: refused, source: 'builtin', part: path }] };
  const secret = secretPlace(path) ?? (effect.kind === 'read' ? effect.secretContent : undefined);
  if (secret)
    return {
      kind: 'ask',
      ask: 'must-look',
      reasons: [{ text: `looks like ${secret}`, source: 'builtin', part: path, weight: 'danger' }],
    };
  const hidden = unreadableText(path);
  if (hidden) return { kind: 'ask', ask: 'must-look', reasons: [hiddenName(hidden, path)] };
  return inFolders(path, facts) ?? byRule(path, action, facts) ?? outside(path);
}

/** A name that shows as another one is for a person to look at, wherever it lies. */
function hiddenName(hidden: Unreadable, path: string): Reason {
  const what = hidden.kind === 'unclear' ? hidden.part.construct : hidden.why;
  return { text: `its name holds ${what}`, source: 'builtin', part: path, weight: 'danger' };
}

/** The added folder that a canonical path lies in, as an opinion. */
export function inFolders(path: string, facts: Pick<PolicyFacts, 'folders'>): Opinion | undefined {
  const folder = insideAny(path, facts.folders);
  if (folder === undefined) return undefined;
  return {
    kind: 'allow',
    reasons: [{ text: `lies in the folder ${folder} that you added`, source: 'folders', part: path }],
  };
}

function byRule(path: string, action: Pick<Action, 'tool'>, facts: PolicyFacts): Opinion | undefined {
  for (const source of facts.rules) {
    if (source.from !== 'person' && source.from !== 'grant') continue;
    const rule = source.rules.find(
      (one) =>
        one.allowed &&
        namesTool(one.key, action.tool) &&
        (one.when?.path ?? one.when?.file_path) !== undefined &&
        whenMatches(one.when, { path, file_path: path }, facts.effort),
    );
    if (rule) {
      const reason: Reason = {
        text: `allowed by the rule ${rule.key}`,
        rule: rule.key,
        source: source.from,
        part: path,
      };
      return { kind: 'allow', reasons: [reason] };
    }
  }
  return undefined;
}

const OUTSIDE = 'lies outside the folders that you added';

function outside(path: string): Opinion {
  return {
    kind: 'ask',
    ask: 'no-rule',
    reasons: [{ text: OUTSIDE, source: 'folders', part: path, weight: 'unlisted' }],
  };
}
