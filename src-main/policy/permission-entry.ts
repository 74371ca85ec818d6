/** One entry of a permission file, from unknown to a rule. */
import { z } from 'zod';
import type { Rule } from './rule.ts';
import { GRANT_SOURCE } from './rule-lines.ts';
import { pathKey } from './tool-names.ts';

const entrySchema = z.looseObject({
  allowed: z.boolean().optional(),
  refused: z.boolean().optional(),
  when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).optional(),
  expires: z.looseObject({ type: z.string() }).optional(),
  source: z.string().nullish(),
  reason: z.string().nullish(),
});

const KNOWN = new Set(['allowed', 'refused', 'when', 'expires', 'source', 'reason']);

export type ReadEntry =
  | { readonly ok: true; readonly rule: Rule; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** `match:` looks like a limit but the published system ignores it and allows everything; here it closes the rule. */
const NEVER = 0;

/** Checks one entry. Unknown fields are kept in the file and reported; they never widen a rule. */
export function readEntry(key: string, value: unknown): ReadEntry {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = String(issue?.path[0] ?? '');
    return {
      ok: false,
      field,
      message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`,
    };
  }
  const { allowed, refused, expires, reason, source } = parsed.data;
  const path = pathKey(key)?.path;
  const when = path === undefined ? parsed.data.when : { ...parsed.data.when, path };
  const warnings: string[] = [];
  const expiry = expires ? readExpiry(expires) : { kind: 'never' as const };
  if (expiry.kind === 'bad') return { ok: false, field: 'expires', message: `expires: ${expiry.message}` };
  if (allowed === undefined && refused === undefined)
    warnings.push(`The rule ${key} neither allows nor refuses anything.`);
  for (const name of Object.keys(parsed.data).filter((field) => !KNOWN.has(field)))
    warnings.push(`The rule ${key} has an unknown field "${name}", which is ignored.`);
  const closed = 'match' in parsed.data;
  if (closed) warnings.push(`The rule ${key} is not in force: write "when" in place of "match".`);
  if (expiry.kind === 'session')
    warnings.push(`The rule ${key} is not in force: it ended with the session it was made in.`);
  const expiresAt =
    closed || expiry.kind === 'session' ? NEVER : expiry.kind === 'at' ? expiry.at : undefined;
  const rule: Rule = {
    key,
    allowed: allowed ?? false,
    refused: refused ?? false,
    ...(when ? { when } : {}),
    ...(reason ? { reason } : {}),
    ...(source === GRANT_SOURCE && allowed === true ? { granted: true as const } : {}),
    // A refusal never runs out by mistake: only a date ends one.
    ...(expiresAt === undefined || (refused && expiry.kind !== 'at') ? {} : { expiresAt }),
  };
  return { ok: true, rule, warnings };
}

type Expiry =
  | { readonly kind: 'never' }
  | { readonly kind: 'session' }
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'bad'; readonly message: string };

function readExpiry(expires: { readonly type: string; readonly [field: string]: unknown }): Expiry {
  switch (expires.type) {
    case 'never':
      return { kind: 'never' };
    case 'turn_end':
    case 'session_end':
      return { kind: 'session' };
    default:
      return readDate(expires);
  }
}

const DATE_FIELDS = ['at', 'date', 'until', 'time', 'timestamp', 'expires_at'];

function readDate(expires: { readonly [field: string]: unknown }): Expiry {
  const value = DATE_FIELDS.map((field) => expires[field]).find((one) => one !== undefined);
  // Seconds and milliseconds since 1970 cannot be confused: they are a factor of 1000 apart.
  if (typeof value === 'number') return { kind: 'at', at: value < 1e11 ? value * 1000 : value };
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at))
    return {
      kind: 'bad',
      message: 'the type must be never, turn_end, session_end, or come with a date in "at"',
    };
  return { kind: 'at', at };
}
