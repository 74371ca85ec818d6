/**
 * Words that can be taken for others: letters of several alphabets in one word, and letters that are only drawn like Latin
 * ones. Alphabets are those of the engine's own Unicode data (UTS 39, "Mixed-Script Detection"), so they age with it.
 */

export type Lookalike =
  | { readonly kind: 'mixed'; readonly word: string; readonly alphabets: readonly string[] }
  /** `plain` is what the letters stand for. */
  | { readonly kind: 'drawn'; readonly word: string; readonly plain: string }
  /** `ascii` is the name as the network knows it (IDNA). */
  | { readonly kind: 'host'; readonly word: string; readonly ascii: string };

/** Alphabets whose letters look like those of another; Chinese, Japanese and Korean writing mixes with Latin rightly. */
const ALPHABETS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Lisu',
] as const;
const MATCHERS = ALPHABETS.map((name) => ({ name, letters: new RegExp(`(?=\\p{L})\\p{scx=${name}}`, 'u') }));

/** Anything but blanks and the marks that shells and addresses set words apart with. */
const WORD = /[^\s"'`<>|&;(){}[\]$=,/\\:@?#!*~^%+-]+/gu;

/** More is no warning that anybody reads. */
const MOST = 5;

/** In the order of the text, each word once. */
export function findLookalikes(text: string): readonly Lookalike[] {
  const found = new Map<string, Lookalike>();
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (found.size >= MOST) break;
    if (found.has(word) || !/[^\0-\x7f]/.test(word)) continue;
    const lookalike = lookAt(word, /(\/\/|@)$/.test(text.slice(Math.max(0, match.index - 2), match.index)));
    if (lookalike) found.set(word, lookalike);
  }
  return [...found.values()];
}

function lookAt(word: string, inAddress: boolean): Lookalike | undefined {
  // An ending such as .com or .txt is Latin behind a name in any writing.
  const alphabets = word
    .split('.')
    .map(alphabetsIn)
    .find((names) => names.length > 1);
  if (alphabets) return { kind: 'mixed', word, alphabets };
  const plain = word.normalize('NFKC');
  if (/\p{L}/u.test(word) && /^[\0-\x7f]+$/.test(plain)) return { kind: 'drawn', word, plain };
  const ascii = inAddress ? hostName(word) : undefined;
  return ascii === undefined ? undefined : { kind: 'host', word, ascii };
}

function alphabetsIn(word: string): readonly string[] {
  return MATCHERS.filter(({ letters }) => letters.test(word)).map(({ name }) => name);
}

function hostName(word: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${word}/`);
    return hostname.includes('xn--') ? hostname : undefined;
  } catch {
    return undefined;
  }
}
