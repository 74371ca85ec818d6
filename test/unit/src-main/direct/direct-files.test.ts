/** What outlives a restart of the signed door: used signatures, contacts. */
import { appendFile, chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openContacts } from '../../../../src-main/direct/contacts.ts';
import { openReplayLedger } from '../../../../src-main/direct/replay-ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'direct-'));
});

const bytes = (text: string) => Buffer.from(text.padEnd(64, '-'));

describe('the ledger of used signatures', () => {
  it('takes a signature once, and not again after a restart', async () => {
    const file = join(folder, 'ledger');
    const ledger = await openReplayLedger(file, () => 1000);
    expect(await ledger.take(bytes('a'), 1300)).toBe('taken');
    expect(await ledger.take(bytes('b'), 1300)).toBe('taken');
    expect(await ledger.take(bytes('a'), 1300)).toBe('used');
    const again = await openReplayLedger(file, () => 1001);
    expect(await again.take(bytes('a'), 1300)).toBe('used');
    expect(await again.take(bytes('b'), 1300)).toBe('used');
    expect(await again.take(bytes('c'), 1300)).toBe('taken');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('takes one of two that come in the same moment', async () => {
    const ledger = await openReplayLedger(join(folder, 'ledger'), () => 1000);
    const both = await Promise.all([ledger.take(bytes('a'), 1300), ledger.take(bytes('a'), 1300)]);
    expect(both.sort()).toEqual(['taken', 'used']);
  });

  it('forgets at the next start what its age alone refuses', async () => {
    const file = join(folder, 'ledger');
    await (await openReplayLedger(file, () => 1000)).take(bytes('a'), 1300);
    await (await openReplayLedger(file, () => 1301)).take(bytes('b'), 1600);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('keeps whole lines after a torn one', async () => {
    const file = join(folder, 'ledger');
    await (await openReplayLedger(file, () => 1000)).take(bytes('a'), 1300);
    await appendFile(file, 'abcdef01');
    await (await openReplayLedger(file, () => 1000)).take(bytes('b'), 1300);
    const last = await openReplayLedger(file, () => 1000);
    expect(await last.take(bytes('a'), 1300)).toBe('used');
    expect(await last.take(bytes('b'), 1300)).toBe('used');
  });

  it('takes nothing where it cannot be written or read', async () => {
    const ledger = await openReplayLedger(join(folder, 'no-folder', 'ledger'), () => 1000);
    expect(await ledger.take(bytes('a'), 1300)).toBe('unavailable');
    const unreadable = await openReplayLedger(folder, () => 1000);
    expect(await unreadable.take(bytes('a'), 1300)).toBe('unavailable');
  });
});

describe('the contacts', () => {
  const address = `0x${'a'.repeat(64)}`;
  const contact = { address, name: 'laptop', since: 1, how: 'person' as const };

  it('are kept over a restart, and each change is told at once', async () => {
    const revoked: string[] = [];
    const file = join(folder, 'contacts.json');
    const contacts = await openContacts(file, (gone) => void revoked.push(gone));
    expect(await contacts.put(contact)).toBeUndefined();
    const again = await openContacts(file, (gone) => void revoked.push(gone));
    expect(again.standing(address)).toEqual({ kind: 'contact', contact });
    const saving = again.revoke(address, true);
    expect(revoked).toEqual([address, address]);
    expect(again.standing(address)).toEqual({ kind: 'blocked' });
    await saving;
    expect((await openContacts(file, () => {})).standing(address)).toEqual({ kind: 'blocked' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('that cannot be read accept nobody, and the file stays as it is', async () => {
    const file = join(folder, 'contacts.json');
    await writeFile(file, '{"contacts":[{"address":"0x12"}]}');
    await chmod(file, 0o600);
    const contacts = await openContacts(file, () => {});
    expect(contacts.problem).toContain('contacts.0.address');
    expect(await contacts.put(contact)).toBe(contacts.problem);
    expect(contacts.standing(address).kind).toBe('unknowable');
    expect(await readFile(file, 'utf8')).toBe('{"contacts":[{"address":"0x12"}]}');
  });
});
