/** Whether a change of one rule gives agents more than they had. */
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from './rule.ts';

/** `before` and `after` are what is in force under a key; missing where nothing is. In doubt it widens. */
export function widens(before: Rule | undefined, after: Rule | undefined): boolean {
  if (before?.refused && !stillRefuses(before, after)) return true;
  if (!after?.allowed || after.refused) return false;
  return !before?.allowed || before.refused || !coversAllOf(before, after);
}

function stillRefuses(before: Rule, after: Rule | undefined): boolean {
  return after?.refused === true && coversAllOf(after, before);
}

/** True where `outer` speaks of all that `inner` speaks of, for as long: told by the very same key and limits. */
function coversAllOf(outer: Rule, inner: Rule): boolean {
  if (outer.key !== inner.key) return false;
  const limits = Object.entries(outer.when ?? {});
  if (!limits.every(([name, glob]) => isDeepStrictEqual(inner.when?.[name], glob))) return false;
  const forEver = Number.POSITIVE_INFINITY;
  return (outer.expiresAt ?? forEver) >= (inner.expiresAt ?? forEver);
}
