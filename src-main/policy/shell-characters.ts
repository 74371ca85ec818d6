/** Characters that make a text unfit for a verdict, whatever it says: what is shown would not be what runs. */
import type { ShellScript, UnclearPart } from '../../src-shared/shell-script.ts';
import { UNSEEN } from './shell-construct-names.ts';

export type Unreadable =
  | Extract<ShellScript, { kind: 'invalid' }>
  | { readonly kind: 'unclear'; readonly part: UnclearPart };

/** Control characters but tab and newline, format characters (bidi, zero width), and blanks that are no blank to bash. */
const MISLEADING =
  /(?![ \t\n])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|\p{Zs}|\u115f|\u1160|\u3164|\uffa0|\u034f|[\u{e0100}-\u{e01ef}])/u;

/** Nothing for a text that can be read as it stands. */
export function unreadableText(text: string): Unreadable | undefined {
  if (text.includes('\0'))
    return { kind: 'invalid', why: 'it holds a NUL character, after which programs stop reading' };
  if (/\p{Surrogate}/u.test(text)) return { kind: 'invalid', why: 'it is not valid Unicode' };
  const char = MISLEADING.exec(text)?.[0];
  if (char === undefined) return undefined;
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return {
    kind: 'unclear',
    part: { construct: `${UNSEEN} (U+${code})`, part: text.slice(0, 200) },
  };
}
