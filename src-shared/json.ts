/** Any value that survives a trip through JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSON with keys sorted at every level, so that equal values always give equal text (for digests). */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = value as Record<string, Json>;
    let text = '';
    for (const key of sortedKeys(fields))
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(fields[key] as Json)}`;
    return `{${text}}`;
  }
  return JSON.stringify(value);
}

/** Most objects are written with their keys in order, and sorting those again takes longer than writing them. */
function sortedKeys(fields: object): readonly string[] {
  const keys = Object.keys(fields);
  return keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key) ? keys : keys.sort();
}

/** True when no part of `value` lies deeper than `limit`. Goes no deeper itself, so that depth is harmless. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  const items = Object.values(value);
  if (limit === 0) return items.length === 0;
  return items.every((item) => isWithinDepth(item, limit - 1));
}
