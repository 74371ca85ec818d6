/** Finds the one thing that a person means by an ID, which may be shortened as long as it stays unique. */
import { visibleText } from '../../src-shared/visible-text.ts';

export type Picked<T> =
  | { readonly ok: true; readonly item: T }
  | { readonly ok: false; readonly problem: string; readonly found: number };

/** @param what the things are called, one and many: `['grant', 'grants']` */
export function pickById<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  id: string,
  [one, many]: readonly [string, string],
): Picked<T> {
  const matching = items.filter((item) => idOf(item).startsWith(id));
  const [item] = matching;
  const found = matching.length;
  if (item !== undefined && found === 1) return { ok: true, item };
  const problem =
    found === 0
      ? `no ${one} has the ID ${visibleText(id)}. It may have ended.`
      : `${visibleText(id)} fits ${found} ${many}; give more of it.`;
  return { ok: false, problem, found };
}
