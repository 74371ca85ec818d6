/** Secrets on a machine without a keychain, in real files. */
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCredential, openSecretsFile } from '../../../../src-main/keychain/secrets-file.ts';

/** `nobody`. */
const OTHER_USER = 65_534;

let home: string;
let file: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'secrets-'));
  file = join(home, 'secrets.json');
});

afterEach(() => rm(home, { recursive: true }));

describe('a file that the person named', () => {
  it('keeps secrets over a restart, for this user alone', async () => {
    const first = await openSecretsFile(file, home);
    expect(first).toMatchObject({ available: true, text: expect.stringContaining(file) });
    expect(await first.get('token')).toBeUndefined();
    expect(await Promise.all([first.set('token', 's3cret'), first.set('other', 'x')])).toEqual([true, true]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await openSecretsFile(file, home);
    expect(await again.get('token')).toBe('s3cret');
    await again.delete('token');
    expect(await first.get('token')).toBeUndefined();
    expect(await first.get('other')).toBe('x');
  });

  it.each([
    ['is open to others', (path: string) => chmod(path, 0o640), /open to others/],
    ['belongs to another user', (path: string) => chown(path, OTHER_USER, OTHER_USER), /another user/],
    ['is a folder', (path: string) => rm(path).then(() => mkdir(path)), /no file of secrets/],
    ['is no JSON', (path: string) => writeFile(path, '{"token": s3cret'), /no JSON object/],
    ['is a link', (path: string) => rm(path).then(() => symlink('/etc/hostname', path)), /is a link/],
  ])(
    'that %s is not used, nor anything in its place, and no secret is in what is said',
    async (_, spoil, why) => {
      await writeFile(file, '{"token":"s3cret"}', { mode: 0o600 });
      await spoil(file);
      const keychain = await openSecretsFile(file, home);
      expect(keychain).toMatchObject({ available: false, text: expect.stringMatching(why) });
      expect(keychain.text).not.toContain('s3cret');
      expect(await keychain.set('new', 'x')).toBe(false);
      expect(await keychain.get('token')).toBeUndefined();
    },
  );

  it('that is opened to others later gives nothing more', async () => {
    const keychain = await openSecretsFile(file, home);
    await keychain.set('token', 's3cret');
    await chmod(file, 0o644);
    await expect(keychain.get('token')).rejects.toThrow(/open to others/);
    expect(await keychain.set('other', 'x')).toBe(false);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ token: 's3cret' });
  });

  it('must lie in the home, which no tool reaches', async () => {
    const elsewhere = await openSecretsFile(join(tmpdir(), 'secrets.json'), home);
    expect(elsewhere).toMatchObject({ available: false, text: expect.stringContaining('does not lie in') });
  });
});

describe('a credential of the service', () => {
  it('is read, and never written', async () => {
    await writeFile(file, '{"token":"s3cret"}', { mode: 0o400 });
    const keychain = await openCredential(file);
    expect(keychain?.available).toBe(true);
    expect(await keychain?.get('token')).toBe('s3cret');
    expect(await keychain?.set('token', 'new')).toBe(false);
    expect(await keychain?.get('token')).toBe('new');
    expect(await readFile(file, 'utf8')).toBe('{"token":"s3cret"}');
  });

  it('is none where the service has no such one, and not used where others can read it', async () => {
    expect(await openCredential(file)).toBeUndefined();
    await writeFile(file, '{"token":"s3cret"}', { mode: 0o644 });
    expect(await openCredential(file)).toMatchObject({ available: false });
  });
});
