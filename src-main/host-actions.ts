/** What a person may do with the host: modes, pause and Stop, runtimes, folders, the playground. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { Settings } from '../src-shared/settings.ts';
import type { Grants } from './approvals/grants.ts';
import type { LiveCalls } from './calls/live-calls.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';
import type { Host } from './host.ts';
import type { Runtimes } from './runtimes.ts';
import type { SettingsStore } from './settings/settings-store.ts';

export interface ActionRooms {
  readonly settings: SettingsStore;
  readonly live: LiveCalls;
  readonly grants: Grants;
  readonly runtimes: Runtimes;
  readonly embedded: EmbeddedRuntime;
  changed(): void;
}

type Actions = Pick<
  Host,
  | 'setMode'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'liftStop'
  | 'setAllowFromCommandLine'
  | 'addRuntime'
  | 'removeRuntime'
  | 'retryRuntime'
  | 'addFolder'
  | 'removeFolder'
  | 'playground'
>;

const done: ActionReply = { ok: true };

export function hostActions(rooms: ActionRooms): Actions {
  const { live, grants, runtimes } = rooms;
  const set = async (
    change: Partial<Settings> | ((settings: Settings) => Settings),
  ): Promise<ActionReply> => {
    const apply =
      typeof change === 'function' ? change : (settings: Settings) => ({ ...settings, ...change });
    const saved = rooms.settings.update(apply);
    rooms.changed();
    const problem = await saved;
    return problem === undefined ? done : { ok: false, error: problem };
  };

  return {
    setMode: (mode) => set({ mode }),
    async pause() {
      const saved = set({ paused: true });
      await Promise.all([live.abortAll('paused', 'deciding'), live.abortAll('paused', 'waiting')]);
      return saved;
    },
    resume: () => set({ paused: false }),
    async stop() {
      const saved = set({ stopped: true });
      grants.clear();
      await live.abortAll('stopped');
      return saved;
    },
    liftStop: () => set({ stopped: false }),
    setAllowFromCommandLine: (allowed) => set({ allowFromCommandLine: allowed }),
    async addRuntime(runtime) {
      const profile = await runtimes.create(runtime);
      const saved = await set((settings) => ({ ...settings, profiles: [...settings.profiles, profile] }));
      runtimes.connect(profile);
      return saved;
    },
    async removeRuntime(profileId) {
      if (!rooms.settings.current().profiles.some((profile) => profile.id === profileId)) {
        return { ok: false, error: 'This runtime is not in the list of added runtimes.' };
      }
      await runtimes.forget(profileId);
      return set((settings) => ({
        ...settings,
        profiles: settings.profiles.filter((profile) => profile.id !== profileId),
      }));
    },
    retryRuntime: (profileId) =>
      runtimes.retry(profileId) ? done : { ok: false, error: 'This runtime is not connected.' },
    async addFolder(path) {
      const folder = await canonicalFolder(path);
      if (!folder.ok) return folder;
      return set((settings) => ({ ...settings, folders: [...new Set([...settings.folders, folder.path])] }));
    },
    removeFolder: (path) =>
      set((settings) => ({ ...settings, folders: settings.folders.filter((folder) => folder !== path) })),
    playground: (tool, input) => rooms.embedded.invoke(tool, input),
  };
}

async function canonicalFolder(
  path: string,
): Promise<{ readonly ok: true; readonly path: string } | { readonly ok: false; readonly error: string }> {
  if (!isAbsolute(path)) return { ok: false, error: `${path} is not an absolute path.` };
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return { ok: true, path: real };
    return { ok: false, error: `${path} is not a folder.` };
  } catch (error) {
    return { ok: false, error: `${path} cannot be added: ${(error as Error).message}` };
  }
}
