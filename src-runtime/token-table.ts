/** The principals of a token table file. */
import { createHash, randomBytes } from 'node:crypto';
import { tokenTableSchema } from '../src-shared/token-table.ts';
import { lookupAmong, type PrincipalLookup } from './principal.ts';

export type TokenTable =
  | { readonly ok: true; readonly lookup: PrincipalLookup }
  | { readonly ok: false; readonly problem: string };

/** Reads the text of the file. A table with anything wrong in it is no table. */
export function readTokenTable(text: string): TokenTable {
  const parsed = tokenTableSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    // A name that does not belong may be a token that stands in the wrong place, so it is not repeated.
    const problems = parsed.error.issues.map(({ path, code, message }) => {
      const what = code === 'unrecognized_keys' ? 'holds a name that does not belong there' : message;
      return `${path.join('.') || 'the file'}: ${what}`;
    });
    return { ok: false, problem: problems.slice(0, 3).join('; ') };
  }
  const { tokens } = parsed.data;
  const twice = tokens.findIndex(({ sha256 }, index) =>
    tokens.some((t, at) => at < index && t.sha256 === sha256),
  );
  if (twice >= 0) return { ok: false, problem: `tokens.${twice}.sha256: an entry before it has the same` };
  return {
    ok: true,
    lookup: lookupAmong(
      tokens.map(({ sha256, ...principal }) => ({ digest: Buffer.from(sha256, 'hex'), principal })),
    ),
  };
}

/** A new random token, and what a table knows it by. */
export function newToken(): { token: string; sha256: string } {
  const token = `lct_${randomBytes(32).toString('base64url')}`;
  return { token, sha256: createHash('sha256').update(token).digest('hex') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
