/** Globs matched without regular expressions, so that no pattern of an agent can make matching slow. */

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

/**
 * `name`: stars stop at slashes and a backslash makes the next character literal (the form of `OpenWord.pattern`).
 * `any`: stars cross slashes and a backslash is a plain letter, as in the `when` globs of the published system.
 */
export type GlobMode = 'name' | 'any';

function readSet(glob: readonly string[], start: number): { token: Token; end: number } | undefined {
  let i = start + 1;
  const negated = glob[i] === '!' || glob[i] === '^';
  if (negated) i += 1;
  const close = glob.indexOf(']', i + 1);
  if (close < 0) return undefined;
  const ranges: (readonly [string, string])[] = [];
  while (i < close) {
    const from = glob[i] ?? '';
    const to = glob[i + 1] === '-' && i + 2 < close ? (glob[i + 2] ?? from) : from;
    ranges.push([from, to]);
    i += to === from && glob[i + 1] !== '-' ? 1 : i + 2 < close ? 3 : 1;
  }
  return { token: { kind: 'set', negated, ranges }, end: close };
}

function tokens(glob: string, mode: GlobMode): Token[] {
  const chars = [...glob];
  const out: Token[] = [];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? '';
    const set = char === '[' ? readSet(chars, i) : undefined;
    if (char === '\\' && mode === 'name' && i + 1 < chars.length) {
      i += 1;
      out.push({ kind: 'char', char: chars[i] ?? '' });
    } else if (char === '*') out.push({ kind: 'star' });
    else if (char === '?') out.push({ kind: 'one' });
    else if (set) {
      out.push(set.token);
      i = set.end;
    } else out.push({ kind: 'char', char });
  }
  return out;
}

function fits(token: Token, char: string, mode: GlobMode): boolean {
  if (token.kind === 'char') return token.char === char;
  if (mode === 'name' && char === '/') return false;
  if (token.kind !== 'set') return true;
  return token.ranges.some(([from, to]) => char >= from && char <= to) !== token.negated;
}

/** A glob that was read once, to be held against many texts. */
export interface Glob {
  readonly tokens: readonly Token[];
  readonly mode: GlobMode;
  /** How many characters a text must have at least. */
  readonly least: number;
}

export function readGlob(glob: string, mode: GlobMode): Glob {
  // Two stars in a row say no more than one.
  const list = tokens(glob, mode).filter(
    ({ kind }, at, all) => kind !== 'star' || all[at - 1]?.kind !== 'star',
  );
  return { tokens: list, mode, least: list.filter(({ kind }) => kind !== 'star').length };
}

/** True when the whole text matches. Takes at most length-of-glob times length-of-text steps, counted off `effort`. */
export function globFits(glob: Glob, text: string, effort = { steps: Number.POSITIVE_INFINITY }): boolean {
  const { tokens: pattern, mode } = glob;
  if (text.length < glob.least) return false;
  // Without surrogates each place of the text is one character, and nothing need be copied.
  const chars: ArrayLike<string> = /[\ud800-\udfff]/.test(text) ? [...text] : text;
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < chars.length) {
    if (effort.steps-- <= 0) return false;
    const token = pattern[p];
    if (token?.kind === 'star') {
      star = p++;
      resume = t;
    } else if (token && fits(token, chars[t] ?? '', mode)) {
      p += 1;
      t += 1;
    } else if (star >= 0 && !(mode === 'name' && chars[resume] === '/')) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p]?.kind === 'star') p += 1;
  return p === pattern.length;
}

export function globMatches(glob: string, text: string, mode: GlobMode): boolean {
  return globFits(readGlob(glob, mode), text);
}
