/** The fingerprint of a frozen action: answers and grants are bound to it, so another action can never use them. */
import type { Action } from '../../src-shared/action.ts';
import { canonicalJson, type Json } from '../../src-shared/json.ts';

/** SHA-256, in hex, over the tool, what is shown, the effects and the frozen meaning of an action. */
export function actionDigest(action: Action, sha256: (text: string) => string): string {
  const meaning = {
    tool: action.tool,
    summary: action.summary,
    text: action.text,
    frozen: action.frozen,
    effects: action.effects as unknown as Json,
  };
  return sha256(canonicalJson(meaning));
}
