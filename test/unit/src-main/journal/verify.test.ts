import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  type JournalUnderTest,
  journalUnderTest,
  memoryKeychain,
  noKeychain,
} from '../../../support/journal.ts';

let under: JournalUnderTest;

beforeEach(async () => {
  under = await journalUnderTest();
});
afterEach(() => under.remove());

const FIRST = '00000001-2026-01-02.jsonl';

describe('a journal of several files', () => {
  /** Ten files, one a day, written by several runs. */
  async function tenDays(): Promise<readonly string[]> {
    for (let day = 0; day < 10; day += 1) {
      await under.write(5);
      under.now += DAY_MS;
    }
    const files = await under.files();
    expect(files).toHaveLength(10);
    return files;
  }

  it('is intact over days and restarts', async () => {
    await tenDays();
    expect(await under.verify()).toMatchObject({ verdict: 'intact', lines: 60, files: 10, limits: [] });
  });

  it('shows each file that is gone, the first and the last too', async () => {
    for (const name of await tenDays()) {
      const bytes = await under.read(name);
      await rm(join(under.folder, name));
      expect((await under.verify()).findings).toEqual([{ file: name, what: 'missing' }]);
      await under.replace(name, bytes);
    }
    expect((await under.verify()).verdict).toBe('intact');
  });

  it('shows each file whose end was cut, or that was emptied', async () => {
    for (const name of await tenDays()) {
      const bytes = await under.read(name);
      const end = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
      await under.replace(name, bytes.subarray(0, end));
      expect((await under.verify()).findings).toEqual([{ file: name, line: 6, what: 'cut' }]);
      await under.replace(name, Buffer.alloc(0));
      expect((await under.verify()).findings).toEqual([{ file: name, line: 1, what: 'cut' }]);
      await under.replace(name, bytes);
    }
  });

  it('shows files that changed places, and a copy of one under another name', async () => {
    const files = await tenDays();
    const [third = '', fourth = ''] = files.slice(2);
    const [a, b] = [await under.read(third), await under.read(fourth)];
    await under.replace(third, b);
    await under.replace(fourth, a);
    expect((await under.verify()).findings[0]).toMatchObject({ file: third, what: 'edited' });
    await under.replace(third, a);
    await under.replace(fourth, b);
    const copy = '00000011-2026-01-12.jsonl';
    await writeFile(join(under.folder, copy), await under.read(files[9] ?? ''));
    expect((await under.verify()).findings).toEqual([{ file: copy, line: 1, what: 'edited' }]);
  });

  it('is not taken in by a file that claims another key', async () => {
    const files = await tenDays();
    const other = await journalUnderTest();
    for (let day = 0; day < 10; day += 1) {
      await other.write(5);
      other.now += DAY_MS;
    }
    for (const name of files) {
      const bytes = await under.read(name);
      await under.replace(name, await other.read(name));
      const { verdict, findings } = await under.verify();
      expect({ verdict, file: findings[0]?.file }).toEqual({ verdict: 'broken', file: name });
      await under.replace(name, bytes);
    }
    for (const name of files) await under.replace(name, await other.read(name));
    expect((await under.verify()).verdict).toBe('broken');
    await other.remove();
  });

  it('is not taken in by files that claim to be from before the chain', async () => {
    const files = await tenDays();
    await rename(join(under.folder, files[0] ?? ''), join(under.folder, '2026-01-01.jsonl'));
    expect((await under.verify()).findings).toEqual([{ file: files[0], what: 'missing' }]);
  });
});

describe('what came before, and what cannot be proven', () => {
  it('names files without MACs as older than the chain, and finds nothing wrong with them', async () => {
    await under.write(1);
    await rm(join(under.folder, FIRST));
    under.keychain = memoryKeychain();
    await under.replace('2025-12-30.jsonl', Buffer.from('{"at":"2025-12-30","call":"c","step":"asked"}\n'));
    await under.write(3);
    expect(await under.verify()).toMatchObject({
      verdict: 'intact',
      beforeChain: ['2025-12-30.jsonl'],
      begins: '2025-12-30.jsonl',
    });
    await under.replace('2025-12-31.jsonl', Buffer.from('{}\n'));
    expect((await under.verify()).findings).toEqual([{ file: '2025-12-31.jsonl', what: 'added' }]);
    await rm(join(under.folder, '2025-12-31.jsonl'));
    await rm(join(under.folder, '2025-12-30.jsonl'));
    expect((await under.verify()).findings).toEqual([{ file: '2025-12-30.jsonl', what: 'missing' }]);
  });

  it('says of a run without a keychain that only its numbers could be checked', async () => {
    under.keychain = noKeychain;
    await under.write(5);
    const { verdict, limits } = await under.verify();
    expect(verdict).toBe('unproven');
    expect(limits[0]).toContain('no key in the keychain');
    const lines = (await under.read(FIRST)).toString().split('\n');
    lines.splice(3, 1);
    await under.replace(FIRST, Buffer.from(lines.join('\n')));
    expect((await under.verify()).findings).toEqual([{ file: FIRST, line: 4, what: 'removed' }]);
  });

  it('goes on over a run without a keychain, and still misses what was cut before it', async () => {
    const { keychain } = under;
    await under.write(5);
    const first = await under.read(FIRST);
    under.keychain = noKeychain;
    await under.write(5);
    under.keychain = keychain;
    await under.write(5);
    const { verdict, limits, findings, files } = await under.verify();
    expect({ verdict, findings, files }).toEqual({ verdict: 'unproven', findings: [], files: 3 });
    expect(limits).toEqual([expect.stringContaining('00000002-2026-01-02.jsonl')]);
    const end = first.lastIndexOf(0x0a, first.length - 2) + 1;
    await under.replace(FIRST, first.subarray(0, end));
    expect((await under.verify()).findings).toEqual([{ file: FIRST, line: 6, what: 'cut' }]);
  });

  it('goes on with a new key when the old one is lost, and takes its head for nothing', async () => {
    const secrets = new Map<string, string>();
    under.keychain = memoryKeychain(secrets);
    await under.write(5);
    secrets.delete('journal-key');
    // Killed before the keychain heard of the new end.
    const { keychain } = under;
    under.keychain = {
      ...keychain,
      set: async (name, secret) => (name === 'journal-key' ? keychain.set(name, secret) : false),
    };
    await under.write(5);
    under.keychain = keychain;
    const journal = await under.open();
    expect(journal.damage()).toBeUndefined();
    await journal.close();
    const { verdict, findings, limits } = await under.verify();
    expect({ verdict, findings }).toEqual({ verdict: 'unproven', findings: [] });
    expect(limits[0]).toContain(FIRST);
  });

  it('never gives a keychain that does not answer a new key', async () => {
    const { keychain } = under;
    await under.write(2);
    let sets = 0;
    under.keychain = {
      available: true,
      get: () => Promise.reject(new Error('locked')),
      set: async () => {
        sets += 1;
        return true;
      },
    };
    await under.write(2);
    expect(sets).toBe(0);
    under.keychain = keychain;
    await under.write(2);
    expect((await under.verify()).findings).toEqual([]);
  });
});
