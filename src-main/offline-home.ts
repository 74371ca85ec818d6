/** The runtimes of a home for which no host runs: the command line holds the home meanwhile, and lets go of it. */
import { mkdir } from 'node:fs/promises';
import type { RuntimeView } from '../src-shared/app-state.ts';
import type { OpenedProfileBook, ProfileBook } from '../src-shared/profile-book.ts';
import type { Profile } from '../src-shared/settings.ts';
import { joinRooms } from './join-rooms.ts';
import type { Keychain } from './keychain/keychain.ts';
import { noCounts } from './link/frame-intake.ts';
import { openRooms } from './open-rooms.ts';
import { openSecrets } from './open-secrets.ts';
import type { DoormanPaths } from './paths.ts';
import { proxyRoutes } from './proxy-routes.ts';
import { runtimeActions } from './runtime-actions.ts';
import { accountOf, isInTheClear, Runtimes } from './runtimes.ts';
import { takeHomeLock } from './settings/home-lock.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';

export interface OfflineHomeOptions {
  readonly paths: DoormanPaths;
  readonly env: NodeJS.ProcessEnv;
  /** The built worker that parses shell texts. */
  readonly workerFile: string;
  log(line: string): void;
}

/** Takes the lock of the home; a problem says who else holds it, or what is wrong with the settings. */
export async function openOfflineHome(options: OfflineHomeOptions): Promise<OpenedProfileBook> {
  const { paths } = options;
  await mkdir(paths.home, { recursive: true, mode: 0o700 });
  const lock = await takeHomeLock(paths.lockFile, 'command');
  if (!lock.ok)
    return { ok: false, problem: `another Doorman holds the home ${paths.home}: ${lock.heldBy}.` };
  const settings = await openSettings(paths.settingsFile);
  if (settings.problem !== undefined) {
    await lock.release();
    return { ok: false, problem: settings.problem };
  }
  const keychain = await openSecrets(paths);
  return { ok: true, book: book(options, settings, keychain, lock.release) };
}

function book(
  options: OfflineHomeOptions,
  settings: SettingsStore,
  keychain: Keychain,
  close: () => Promise<void>,
): ProfileBook {
  const profiles = () => settings.current().profiles;
  const { addRuntime, setRuntime, removeRuntime, setRuntimeToken } = storedRuntimes(settings, keychain);
  // Kept for this run only it would be gone with this command.
  const lost = (token: string) =>
    token !== '' && !keychain.available
      ? { ok: false as const, error: `The token cannot be kept. ${keychain.text}` }
      : undefined;
  return {
    list: () => Promise.all(profiles().map((profile) => viewOf(profile, keychain))),
    add: async (runtime) => lost(runtime.token) ?? addRuntime(runtime),
    set: setRuntime,
    remove: removeRuntime,
    setToken: async (request) => lost(request.token) ?? setRuntimeToken(request),
    async test(profileId) {
      const profile = profiles().find(({ id }) => id === profileId);
      if (!profile) return { ok: false, error: 'This runtime is not in the list of added runtimes.' };
      return testOnce(options, profile);
    },
    close,
  };
}

const NOTHING_CONNECTED = {
  connect() {},
  change() {},
  retry: () => false,
  test: async () => undefined,
  worldChanged() {},
  toolsChanged() {},
};

/** The same actions as of a host, but nothing is connected. Whoever gives the order is the person. */
function storedRuntimes(settings: SettingsStore, keychain: Keychain) {
  const runtimes = new Runtimes({
    keychain,
    startLink: () => {
      throw new Error('nothing is connected without a host');
    },
    stored: (id) => settings.current().profiles.find((profile) => profile.id === id),
    onChange() {},
  });
  return runtimeActions({
    settings,
    runtimes: {
      create: (runtime) => runtimes.create(runtime),
      setToken: (profileId, token) => runtimes.setToken(profileId, token),
      forget: (profileId) => runtimes.forget(profileId),
      ...NOTHING_CONNECTED,
    },
    jobs: { endAll: async () => {} },
    confirm: async () => true,
    toolNames: () => [],
    changed() {},
  });
}

async function viewOf(profile: Profile, keychain: Keychain): Promise<RuntimeView> {
  const token = await keychain.get(accountOf(profile.id)).catch(() => undefined);
  return {
    ...profile,
    profileId: profile.id,
    embedded: false,
    status: { kind: 'idle' },
    counts: noCounts(),
    inTheClear: isInTheClear(profile),
    hasToken: token !== undefined,
    tokenForThisRunOnly: false,
  };
}

/** One connection with everything that a host would offer. A call that comes through it is refused, not run. */
async function testOnce({ paths, env, workerFile, log }: OfflineHomeOptions, profile: Profile) {
  const routes = proxyRoutes(env);
  const opened = await openRooms(paths, env, workerFile, routes);
  const joined = joinRooms(opened, { env, log, routes, journalFolder: paths.journalFolder });
  joined.ending.now = true;
  try {
    joined.runtimes.connect(profile);
    const report = await joined.runtimes.test(profile.id);
    return report
      ? { ok: true as const, report }
      : { ok: false as const, error: 'The runtime was not connected.' };
  } finally {
    await joined.runtimes.close();
    await joined.journal.close();
    await opened.parser.close();
  }
}
