/**
 * The person changes the picture that would leave: it is made anew from the one that was taken, shown again, and only then
 * taken for an answer. What is judged stays as it was, since a person can only take away from a picture.
 */
import type { Action } from '../../src-shared/action.ts';
import { isTouched, type PictureEdit, type WaitingPicture } from '../../src-shared/picture.ts';
import type { CallableTool } from './call-rooms.ts';

/** How an outcome says that the picture in it is not the one that was taken. */
export function editedBy(picture: WaitingPicture | undefined): { readonly edited?: true } {
  return isTouched(picture?.edit) ? { edited: true } : {};
}

type PictureAgain =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly why: string };

/** The same action with the picture changed like that, which holds nothing of its own; or why it cannot be. */
export async function pictureAgain(
  tool: CallableTool,
  action: Action,
  edit: PictureEdit,
): Promise<PictureAgain> {
  if (!action.picture || !tool.withPicture) return { ok: false, why: 'There is no picture to be changed.' };
  const made = await tool.withPicture(action, edit);
  return made.ok ? { ok: true, action: Object.freeze(made.action) } : { ok: false, why: made.message };
}
