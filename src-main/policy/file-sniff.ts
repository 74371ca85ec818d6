/** Looks into files for secrets that their names do not show: private keys, and other names of known secret files. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { placesToHide } from './places-to-hide.ts';
import { secretTwin } from './secret-twins.ts';
import { secretContent } from './sensitive.ts';

/** Private key headers stand at the very beginning; some files put a comment before. */
const HEAD_BYTES = 4096;
/** Files with several names that are compared with the known secrets; each takes a walk through their folders. */
const MOST_TWINS = 20;

/** Says what secret the regular file at this real path holds; nothing when none is known. */
export type Sniff = (path: string) => Promise<string | undefined>;

/** A sniff for one script: what lies in the secret places of this home and below this folder counts under every name. */
export function createSniff(home: string, folder: string): Sniff {
  const places = [...placesToHide(home, [folder]), join(folder, '.co')];
  let left = MOST_TWINS;
  return async (path) => {
    const content = secretContent(await headOf(path));
    if (content) return content;
    const info = await stat(path, { bigint: true });
    if (info.nlink < 2n) return undefined;
    left -= 1;
    if (left < 0) return 'one of very many files with several names (hard links)';
    return secretTwin(`${info.dev}:${info.ino}`, places);
  };
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
