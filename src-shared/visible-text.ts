/** Makes every character of outside text visible, so that what a person reads is all there is. */

/**
 * Control characters; format characters (bidi marks, overrides and isolates, zero-width characters, tags); lone
 * surrogates; private use; line and paragraph separators; what fonts draw nothing for (fillers, variation selectors);
 * and every space that is not the ordinary one.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** The text with each invisible or misleading character replaced by a token such as ‹U+202E›. Newline and tab stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.codePointAt(0) ?? 0;
    return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}

/** The same on one line: newlines and tabs are shown as tokens too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '‹newline›').replaceAll('\t', '‹tab›');
}
