/** Makes text from outside safe to look at: what would be invisible, or would reorder its neighbours, becomes a visible token. */

/**
 * `hidden` is a token such as ‹U+202E›; `rtl` is a run of right-to-left letters, to be set in its own direction; `tab` and
 * `trail` are blanks that show as marks, `trail` those before the end of a line.
 */
export interface TextPart {
  readonly kind: 'plain' | 'hidden' | 'rtl' | 'tab' | 'trail';
  readonly text: string;
}

/** In a `line`, tab and line break are tokens too; in a `block` they keep their meaning; `code` marks blanks as well. */
export type TextMode = 'line' | 'block' | 'code';

// Control, format, surrogate, private-use and unassigned code points (C), every separator (Z), what Unicode says to draw as
// nothing (DI: zero widths, fillers, variation selectors, tags), and the Braille blank, which is a letter with no ink.
const HIDDEN = '[\\p{C}\\p{Z}\\p{DI}\\u2800]';
const RTL =
  '[\\p{scx=Hebr}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Thaa}\\p{scx=Nkoo}\\p{scx=Adlm}\\p{scx=Rohg}\\p{scx=Samr}\\p{scx=Mand}]';
// A selector or joiner inside an emoji is what makes the picture, and tokens in every other claim would teach people to ignore them.
const PICTURE = '\\p{Extended_Pictographic}[\\u{1F3FB}-\\u{1F3FF}]?\\uFE0F?';
const EMOJI = `${PICTURE}(?:\\u200D${PICTURE})*`;

const SPECIAL = {
  line: new RegExp(
    `(?<emoji>${EMOJI})|(?<hidden>(?:(?! )${HIDDEN})+)|(?<rtl>(?:(?!${HIDDEN})${RTL})+)`,
    'gu',
  ),
  block: new RegExp(
    `(?<emoji>${EMOJI})|(?<hidden>(?:(?![ \\n\\t])${HIDDEN})+)|(?<rtl>(?:(?!${HIDDEN})${RTL})+)`,
    'gu',
  ),
  code: new RegExp(
    `(?<emoji>${EMOJI})|(?<tab>\\t+)|(?<trail> +(?=\\n|$))|(?<hidden>(?:(?![ \\n\\t])${HIDDEN})+)|(?<rtl>(?:(?!${HIDDEN})${RTL})+)`,
    'gu',
  ),
} as const;

/** Splits `text` into what can be shown as it is, tokens for what cannot be seen, and right-to-left words. */
export function visibleParts(text: string, mode: TextMode): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  let at = 0;
  for (const match of text.matchAll(SPECIAL[mode])) {
    plain += text.slice(at, match.index);
    at = match.index + match[0].length;
    const special = asPart(match);
    if (special.kind === 'plain') {
      plain += special.text;
      continue;
    }
    if (plain) parts.push({ kind: 'plain', text: plain });
    plain = '';
    parts.push(special);
  }
  plain += text.slice(at);
  if (plain) parts.push({ kind: 'plain', text: plain });
  return parts;
}

/** The same as one string, for names and titles that hold no elements. */
export function visibleText(text: string, mode: TextMode = 'line'): string {
  return visibleParts(text, mode)
    .map((part) => part.text)
    .join('');
}

/** How many hidden characters a block of text holds, for a warning in words. */
export function countHidden(text: string): number {
  let count = 0;
  for (const match of text.matchAll(SPECIAL.block)) count += [...(match.groups?.hidden ?? '')].length;
  return count;
}

/** How many parts of a text need marking. */
export function countSpecial(text: string, mode: TextMode = 'block'): number {
  let count = 0;
  for (const match of text.matchAll(SPECIAL[mode])) if (match.groups?.emoji === undefined) count += 1;
  return count;
}

function asPart(match: RegExpMatchArray): TextPart {
  if (match.groups?.hidden !== undefined) return { kind: 'hidden', text: tokens(match.groups.hidden) };
  if (match.groups?.rtl !== undefined) return { kind: 'rtl', text: match.groups.rtl };
  if (match.groups?.tab !== undefined) return { kind: 'tab', text: match[0] };
  if (match.groups?.trail !== undefined) return { kind: 'trail', text: match[0] };
  return { kind: 'plain', text: match[0] };
}

// Equal neighbours stand as one token with a count.
function tokens(hidden: string): string {
  const runs: { code: string; count: number }[] = [];
  for (const char of hidden) {
    const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const last = runs.at(-1);
    if (last?.code === code) last.count += 1;
    else runs.push({ code, count: 1 });
  }
  return runs.map(({ code, count }) => (count === 1 ? `‹${code}›` : `‹${code} ×${count}›`)).join('');
}
