/** What a person does with runtimes, where the keychain or a name stands in the way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeychain } from '../../../src-main/keychain/keychain.ts';
import { runtimeActions } from '../../../src-main/runtime-actions.ts';
import { Runtimes } from '../../../src-main/runtimes.ts';
import { openSettings, type SettingsStore } from '../../../src-main/settings/settings-store.ts';
import { addRuntimeSchema } from '../../../src-shared/ipc-contract.ts';

const locked = async (): Promise<never> => {
  throw new Error('locked');
};

let folder: string;
let settings: SettingsStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorman-actions-'));
  settings = await openSettings(join(folder, 'settings.json'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Without links: nothing is connected by these. */
async function actions() {
  const backend = { getPassword: async () => null, setPassword: async () => {}, deletePassword: locked };
  const runtimes = new Runtimes({
    keychain: await openKeychain({ service: 'test', timeoutMs: 1_000, backend }),
    startLink: () => {
      throw new Error('nothing is connected in this test');
    },
    stored: () => undefined,
    onChange() {},
  });
  return runtimeActions({
    settings,
    runtimes: {
      create: (runtime) => runtimes.create(runtime),
      setToken: (profileId, token) => runtimes.setToken(profileId, token),
      forget: (profileId) => runtimes.forget(profileId),
      connect() {},
      change() {},
      retry: () => false,
      test: async () => undefined,
      worldChanged() {},
      toolsChanged() {},
    },
    jobs: { endAll: async () => {} },
    confirm: async () => true,
    toolNames: () => [],
    changed() {},
  });
}

const work = { name: 'Work', url: 'https://runtime.example', token: '' };

test('removes a runtime although the keychain is locked, and says that the token stays there', async () => {
  const { addRuntime, removeRuntime } = await actions();
  expect(await addRuntime(work)).toEqual({ ok: true });
  const [profile] = settings.current().profiles;
  const removed = await removeRuntime(profile?.id ?? '');
  expect(removed).toMatchObject({
    ok: false,
    error: expect.stringMatching(/Work is removed, but its token/),
  });
  expect(settings.current().profiles).toEqual([]);
});

test('says so when a locked keychain keeps a token that is to go', async () => {
  const { addRuntime, setRuntimeToken } = await actions();
  await addRuntime(work);
  const [profile] = settings.current().profiles;
  const reply = await setRuntimeToken({ profileId: profile?.id ?? '', token: '' });
  expect(reply).toMatchObject({ ok: false, error: expect.stringMatching(/keychain did not let go/) });
});

test('gives no added runtime the name of the embedded one, which cards would then show for it', async () => {
  const { addRuntime } = await actions();
  const reply = await addRuntime({ ...work, name: 'this machine' });
  expect(reply).toMatchObject({ ok: false, error: expect.stringMatching(/already a runtime/) });
  expect(settings.current().profiles).toEqual([]);
});

test.each([
  'https://a.example/?token=lct_secret',
  'https://a.example/#lct_secret',
  'https://me:pw@a.example',
])('takes no address that may hold a secret, and does not repeat it (%s)', (url) => {
  const { success, error } = addRuntimeSchema.safeParse({ ...work, url });
  expect(success).toBe(false);
  expect(error?.message).toMatch(/leave/);
  expect(error?.message).not.toMatch(/lct_secret|me:pw/);
});
