/** The fingerprints of a frozen action: answers are bound to one, grants and refusals to the other. */
import type { Action } from '../../src-shared/action.ts';
import { canonicalJson, type Json } from '../../src-shared/json.ts';

/** SHA-256, in hex, over all that a card rests on: what is shown, what lay on disk, the frozen meaning. For one answer. */
export function actionDigest(action: Action, sha256: (text: string) => string): string {
  const meaning = {
    effects: action.effects as unknown as Json,
    frozen: action.frozen,
    summary: action.summary,
    text: action.text,
    tool: action.tool,
  };
  return sha256(canonicalJson(meaning));
}

/**
 * SHA-256, in hex, over what is meant alone: the tool, the whole text, and what is frozen of the input. The same action
 * asked again has the same, though `touch made` has made its file by then; what lies on disk is judged anew each time.
 */
export function meaningDigest({ tool, text, frozen }: Action, sha256: (text: string) => string): string {
  return sha256(canonicalJson({ frozen, text, tool }));
}
