/** A keychain in a file, for programs of a test that are killed and started again. */
import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import type { ChainKeychain } from '../../src-main/journal/chain-start.ts';

export function fileKeychain(file: string): ChainKeychain {
  const read = async (): Promise<Record<string, string>> =>
    JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return {
    available: true,
    get: async (name) => (await read())[name],
    async set(name, secret) {
      await writeFileAtomic(file, JSON.stringify({ ...(await read()), [name]: secret }));
      return true;
    },
  };
}
