/** Any value that survives a trip through JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSON with keys sorted at every level, so that equal values always give equal text (for digests). */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** True when no part of `value` lies deeper than `limit`. Walks without recursion, so that depth itself is harmless. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []));
    if (level.length === 0) return true;
  }
  return false;
}
