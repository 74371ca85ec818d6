/** Where a text of a result goes on beyond it: what stands there is looked at for credentials, and never sent. */
import { BESIDE_CUT, type Cut } from '../../src-shared/masking.ts';

/** A cut in a text whose place in the result is not known yet. */
export type TextCut = Omit<Cut, 'leaf'>;

/** `leaf` as in `Cut`. */
export function cutsIn(leaf: string, cuts: readonly TextCut[] = []): readonly Cut[] {
  return cuts.map((cut) => ({ ...cut, leaf }));
}

/** The cuts of a text that shows the beginning of `head` and the end of `tail`, with a marker between them. */
export function cutsBetween(
  shown: { readonly text: string; readonly first: number; readonly last: number },
  head: string,
  tail: string,
): readonly TextCut[] {
  const { text, first, last } = shown;
  const hidden = tail.length - last;
  return [
    { at: first, after: head.slice(first, first + BESIDE_CUT) },
    { at: text.length - last, before: tail.slice(Math.max(0, hidden - BESIDE_CUT), hidden) },
  ];
}
