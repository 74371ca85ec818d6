/** The fingerprints of a frozen action: answers are bound to one, grants and refusals to the other. */
import type { Action } from '../../src-shared/action.ts';
import { canonicalJson, type Json } from '../../src-shared/json.ts';
import type { TakenPicture } from '../../src-shared/picture.ts';

/** SHA-256, in hex, over all that a card rests on: what is shown (of a picture its bytes), what lay on disk, the frozen meaning. For one answer. */
export function actionDigest(action: Action, sha256: (text: string) => string): string {
  const { picture } = action;
  const meaning = {
    effects: action.effects as unknown as Json,
    frozen: action.frozen,
    summary: action.summary,
    text: action.text,
    tool: action.tool,
    ...(picture ? { picture: pictureFacts(picture) } : {}),
  };
  return sha256(canonicalJson(meaning));
}

/** What names the bytes of a picture. */
export function pictureFacts({ sha256, bytes, image }: TakenPicture) {
  return { sha256, bytes, mimeType: image.mimeType };
}

/**
 * SHA-256, in hex, over what is meant alone: the tool, the whole text, and what is frozen of the input. The same action
 * asked again has the same, though `touch made` has made its file by then, and the screen shows something else; what lies
 * on disk is judged anew each time.
 */
export function meaningDigest({ tool, text, frozen }: Action, sha256: (text: string) => string): string {
  return sha256(canonicalJson({ frozen, text, tool }));
}
