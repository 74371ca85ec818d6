/** UTF-16 that says so by its byte order mark: the one other encoding of text files that can be told without guessing. */

export type Utf16 = 'utf-16le' | 'utf-16be';

/** The encoding that the first two bytes name (Unicode Standard, section 23.8, "Byte Order Mark"). */
export function utf16Mark(head: Buffer): Utf16 | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

/** The text behind the mark; nothing where `bytes` are not valid in that encoding. */
export function decodeUtf16(bytes: Buffer, encoding: Utf16): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
