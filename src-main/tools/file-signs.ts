/** What an open file shows of itself before it is decided on: that it is a secret, and how its text is written. */
import type { FileHandle } from 'node:fs/promises';
import { readBytes } from './read-lines.ts';
import { type Utf16, utf16Mark } from './utf16.ts';

export interface SecretSigns {
  /** Says what kind of secret the first bytes of a file show, if any. */
  sniffSecret(head: Buffer): string | undefined;
  /** Says which known secret a file with several names is, if any. `identity` is "device:inode". */
  secretTwin(identity: string): Promise<string | undefined>;
}

export interface FileSigns {
  /** What kind of secret it is, told by its beginning or by another name that it has. */
  readonly secret: string | undefined;
  readonly utf16: Utf16 | undefined;
}

/** Bytes at the start of a file that are searched for secrets. */
const SNIFFED_BYTES = 4096;

/** Rejects where the file cannot be read. */
export async function readSigns(file: FileHandle, env: SecretSigns): Promise<FileSigns> {
  const head = await readBytes(file, 0, SNIFFED_BYTES);
  const utf16 = utf16Mark(head);
  // A key is a key in UTF-16 too.
  const text = utf16 === undefined ? head : Buffer.from(new TextDecoder(utf16).decode(head));
  const { nlink, dev, ino } = await file.stat({ bigint: true });
  const secret = env.sniffSecret(text) ?? (nlink > 1n ? await env.secretTwin(`${dev}:${ino}`) : undefined);
  return { secret, utf16 };
}
