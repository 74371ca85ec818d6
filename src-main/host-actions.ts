/** What a person may do with the host: modes, pause and Stop, folders, the playground. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { withDesktopChange } from '../src-shared/desktop-settings.ts';
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { Grants } from './approvals/grants.ts';
import type { WholeResults } from './approvals/whole-results.ts';
import type { LiveCalls } from './calls/live-calls.ts';
import type { EmbeddedRuntime } from './embedded-runtime.ts';
import type { Confirm, Host } from './host.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Projects } from './projects.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { afterYes, change } from './settings-change.ts';
import {
  lifting,
  showingWindows,
  trustingFolder,
  widerCommandLine,
  widerMode,
  widerSandbox,
} from './widening.ts';

export interface ActionRooms {
  readonly settings: SettingsStore;
  readonly live: LiveCalls;
  readonly jobs: Pick<Jobs<unknown>, 'endAll'>;
  readonly whole: WholeResults;
  readonly grants: Pick<Grants, 'clear'>;
  readonly projects: Projects;
  readonly embedded: EmbeddedRuntime;
  readonly confirm: Confirm;
  /** Looks for the wall anew and says what there is. */
  lookForWall(): Promise<void>;
  changed(): void;
}

type Switches = Pick<
  Host,
  | 'setMode'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'liftStop'
  | 'setSandbox'
  | 'setAllowFromCommandLine'
  | 'setLeftOutWindows'
  | 'setDesktop'
>;
type Places = Pick<Host, 'addFolder' | 'removeFolder' | 'trustFolder' | 'playground'>;

export function hostActions(rooms: ActionRooms): Switches & Places {
  return { ...switches(rooms), ...places(rooms) };
}

function switches(rooms: ActionRooms): Switches {
  const { live, jobs, grants, whole } = rooms;
  const { current } = rooms.settings;
  return {
    setMode: (mode) => afterYes(rooms, widerMode(current(), mode), () => change(rooms, () => ({ mode }))),
    async pause() {
      const saved = change(rooms, () => ({ paused: true }));
      await Promise.all([live.abortAll('paused', 'deciding'), live.abortAll('paused', 'waiting')]);
      return saved;
    },
    resume: () => change(rooms, () => ({ paused: false })),
    async stop() {
      const saved = change(rooms, () => ({ stopped: true }));
      grants.clear();
      whole.clear();
      await Promise.all([live.abortAll('stopped'), jobs.endAll('stopped')]);
      return saved;
    },
    liftStop: () => afterYes(rooms, lifting(current()), () => change(rooms, () => ({ stopped: false }))),
    setSandbox: (sandbox) =>
      afterYes(rooms, widerSandbox(current(), sandbox), async () => {
        const saved = change(rooms, () => ({ sandbox }));
        await rooms.lookForWall();
        return saved;
      }),
    setAllowFromCommandLine: (allowed) =>
      afterYes(rooms, widerCommandLine(current(), allowed), () =>
        change(rooms, () => ({ allowFromCommandLine: allowed })),
      ),
    setLeftOutWindows: (patterns) =>
      afterYes(rooms, showingWindows(current(), patterns), () =>
        change(rooms, () => ({ leftOutWindows: [...new Set(patterns)] })),
      ),
    setDesktop: (asked) => change(rooms, ({ desktop }) => ({ desktop: withDesktopChange(desktop, asked) })),
  };
}

function places(rooms: ActionRooms): Places {
  return {
    async addFolder(path) {
      const folder = await canonicalFolder(path);
      if (!folder.ok) return folder;
      return change(rooms, ({ folders }) => ({ folders: [...new Set([...folders, folder.path])] }));
    },
    removeFolder: (path) =>
      change(rooms, ({ folders, trusted }) => ({
        folders: folders.filter((folder) => folder !== path),
        trusted: trusted.filter((folder) => folder.path !== path),
      })),
    trustFolder: (path, trusted) => trustFolder(rooms, path, trusted),
    playground: (tool, input) => rooms.embedded.invoke(tool, input),
  };
}

async function trustFolder(rooms: ActionRooms, path: string, trust: boolean): Promise<ActionReply> {
  if (!rooms.settings.current().folders.includes(path)) {
    return { ok: false, error: `${path} is not one of the added folders.` };
  }
  const rulesText = trust ? await rooms.projects.read(path) : null;
  if (rulesText === undefined) {
    return {
      ok: false,
      error: `${path}/.co/host.yaml cannot be read as a plain file, so it cannot be trusted.`,
    };
  }
  // What is kept is the very text that the question showed.
  return afterYes(rooms, trust ? trustingFolder(path, rulesText) : undefined, async () => {
    const saved = await change(rooms, ({ trusted }) => {
      const others = trusted.filter((folder) => folder.path !== path);
      return { trusted: trust ? [...others, { path, rulesText }] : others };
    });
    await rooms.projects.refresh();
    return saved;
  });
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
