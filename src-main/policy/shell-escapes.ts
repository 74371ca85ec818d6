/** The escapes of `$'…'`, as bash 5.2 reads them. */

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const CODES = /x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})/y;

/** Reads from `from` to the closing quote. Nothing when it does not close, or holds a NUL, a raw byte or an unknown escape. */
export function readAnsiC(
  source: string,
  from: number,
  end: number,
): { text: string; end: number } | undefined {
  let text = '';
  let at = from;
  while (at < end) {
    const char = source.charAt(at);
    if (char === "'") return { text, end: at + 1 };
    if (char !== '\\') {
      text += char;
      at += 1;
      continue;
    }
    const letter = LETTERS[source.charAt(at + 1)];
    CODES.lastIndex = at + 1;
    const code = letter === undefined ? CODES.exec(source) : null;
    if (letter !== undefined) at += 2;
    else if (!code) return undefined;
    else at += 1 + code[0].length;
    const value = code ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : Number.NaN;
    const point = code?.[4] !== undefined ? Number.parseInt(code[4], 8) : value;
    // Bytes over 127 become text only in company; a NUL ends the string early. Neither is worth guessing at.
    if (code && !(point > 0 && point < 0x80)) return undefined;
    text += letter ?? String.fromCodePoint(point);
  }
  return undefined;
}
