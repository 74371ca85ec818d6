import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type KeychainBackend, openKeychain } from '../../../../src-main/keychain/keychain.ts';

it('keeps, finds and deletes a secret in the keychain of this system', async () => {
  const options = { service: `doorman-test-${randomUUID()}`, timeoutMs: 5000 };
  const keychain = await openKeychain(options);
  expect(keychain.available, keychain.text).toBe(true);
  expect(await keychain.set('token', 's3cret')).toBe(true);
  expect(await (await openKeychain(options)).get('token')).toBe('s3cret');
  await keychain.delete('token');
  expect(await keychain.get('token')).toBeUndefined();
});

it('says that a keychain which never answers is not usable, and keeps secrets for this run', async () => {
  const never = () => new Promise<never>(() => {});
  const backend: KeychainBackend = { getPassword: never, setPassword: never, deletePassword: never };
  const keychain = await openKeychain({ service: 's', timeoutMs: 20, backend });
  expect(keychain.available).toBe(false);
  expect(keychain.text).toContain('this run only');
  expect(await keychain.set('token', 's3cret')).toBe(false);
  expect(await keychain.get('token')).toBe('s3cret');
});

it('keeps a secret for this run when the keychain refuses to store it', async () => {
  const backend: KeychainBackend = {
    getPassword: async () => null,
    setPassword: async () => Promise.reject(new Error('locked')),
    deletePassword: async () => true,
  };
  const keychain = await openKeychain({ service: 's', timeoutMs: 1000, backend });
  expect(await keychain.set('token', 's3cret')).toBe(false);
  expect(await keychain.get('token')).toBe('s3cret');
});

it('has at most one call under way: while that one hangs, others fail at once and take no thread', async () => {
  let calls = 0;
  let answer: (value: null) => void = () => {};
  const backend: KeychainBackend = {
    getPassword: (_service, account) => {
      calls += 1;
      if (account === 'probe') return Promise.resolve(null);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    setPassword: async () => {},
    deletePassword: async () => true,
  };
  const keychain = await openKeychain({ service: 's', timeoutMs: 30, backend });
  await expect(keychain.get('a')).rejects.toThrow('did not answer');
  await expect(keychain.get('b')).rejects.toThrow('earlier call');
  expect(calls).toBe(2);
  answer(null);
  await expect.poll(() => keychain.set('c', 'x')).toBe(true);
});
