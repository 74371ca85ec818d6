/** What a person may do with runtimes: add and remove them, give a token, try, test, and choose the tools they get. */
import { isAbsolute } from 'node:path';
import { tokenProblem } from '../src-shared/bearer.ts';
import type {
  ActionReply,
  AddRuntime,
  RuntimeToken,
  SetRuntime,
  ToolSwitch,
} from '../src-shared/ipc-contract.ts';
import { EMBEDDED_NAME, type Profile, type Settings } from '../src-shared/settings.ts';
import { changedProfile } from './changed-profile.ts';
import type { Confirm, Host } from './host.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Runtimes } from './runtimes.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { afterYes, change, done, refused } from './settings-change.ts';
import { addingRuntime, askingNoMore, switchingOn, unseenResults, widerRuntime } from './widening.ts';

/** What is done with the runtimes themselves. */
export type ActedRuntimes = Pick<
  Runtimes,
  'create' | 'connect' | 'change' | 'setToken' | 'forget' | 'retry' | 'test' | 'worldChanged' | 'toolsChanged'
>;

export interface RuntimeActionRooms {
  readonly settings: SettingsStore;
  readonly runtimes: ActedRuntimes;
  readonly jobs: Pick<Jobs<unknown>, 'endAll'>;
  readonly confirm: Confirm;
  /** Own names of all tools of this machine. */
  toolNames(): readonly string[];
  changed(): void;
}

type RuntimeActions = Pick<
  Host,
  | 'addRuntime'
  | 'setRuntime'
  | 'removeRuntime'
  | 'retryRuntime'
  | 'testRuntime'
  | 'setRuntimeToken'
  | 'setTool'
  | 'setToolReview'
  | 'setToolAsk'
  | 'worldChanged'
>;

const NOT_ADDED = 'This runtime is not in the list of added runtimes.';
const NOT_CONNECTED = 'This runtime is not connected.';

export function runtimeActions(rooms: RuntimeActionRooms): RuntimeActions {
  const { runtimes } = rooms;
  return {
    addRuntime: (runtime) => addRuntime(rooms, runtime),
    setRuntime: (request) => setRuntime(rooms, request),
    removeRuntime: (profileId) => removeRuntime(rooms, profileId),
    retryRuntime: (profileId) => (runtimes.retry(profileId) ? done : refused(NOT_CONNECTED)),
    async testRuntime(profileId) {
      const report = await runtimes.test(profileId);
      return report ? { ok: true, report } : { ok: false, error: NOT_CONNECTED };
    },
    setRuntimeToken: (request) => setRuntimeToken(rooms, request),
    setTool: (request) => setTool(rooms, request),
    setToolReview: (request) => setToolReview(rooms, request),
    setToolAsk: (request) => setToolAsk(rooms, request),
    worldChanged: (how) => runtimes.worldChanged(how),
  };
}

function profileOf({ settings }: RuntimeActionRooms, id: string): Profile | undefined {
  return settings.current().profiles.find((profile) => profile.id === id);
}

async function addRuntime(rooms: RuntimeActionRooms, runtime: AddRuntime): Promise<ActionReply> {
  const problem = problemWith(rooms, runtime);
  if (problem !== undefined) return refused(problem);
  return afterYes(rooms, addingRuntime(runtime), async () => {
    const profile = await rooms.runtimes.create(runtime);
    const saved = await change(rooms, ({ profiles }) => ({ profiles: [...profiles, profile] }));
    rooms.runtimes.connect(profile);
    return saved;
  });
}

function problemWith({ settings }: RuntimeActionRooms, runtime: AddRuntime): string | undefined {
  const { name, token, bearerBy = 'header', caFile } = runtime;
  const same = (profile: Profile) => profile.name.toLowerCase() === name.toLowerCase();
  if (name.toLowerCase() === EMBEDDED_NAME.toLowerCase() || settings.current().profiles.some(same)) {
    return `There is already a runtime with the name ${name}. Choose another, so that cards can say who asks.`;
  }
  if (caFile !== undefined && !isAbsolute(caFile)) return `${caFile} is not an absolute path.`;
  return tokenProblem(token, bearerBy);
}

async function setRuntime(
  rooms: RuntimeActionRooms,
  { profileId, ...wanted }: SetRuntime,
): Promise<ActionReply> {
  const profile = profileOf(rooms, profileId);
  if (!profile) return refused(NOT_ADDED);
  if (wanted.caFile && !isAbsolute(wanted.caFile))
    return refused(`${wanted.caFile} is not an absolute path.`);
  const { mode } = rooms.settings.current();
  const after = changedProfile(profile, wanted);
  const inForce = (one: Profile) => ({ ...one, mode: one.mode ?? mode });
  const question = widerRuntime(inForce(profile), inForce(after));
  return afterYes(rooms, question, async () => {
    const saved = change(rooms, ({ profiles }) => ({
      profiles: profiles.map((each) => (each.id === profileId ? changedProfile(each, wanted) : each)),
    }));
    rooms.runtimes.change(profileId);
    return saved;
  });
}

/** A keychain that is locked must not keep a runtime that is to go; what stays behind is said. */
async function removeRuntime(rooms: RuntimeActionRooms, profileId: string): Promise<ActionReply> {
  const profile = profileOf(rooms, profileId);
  if (!profile) return refused(NOT_ADDED);
  const [forgotten] = await Promise.all([
    rooms.runtimes.forget(profileId),
    rooms.jobs.endAll('runtime-removed', profileId),
  ]);
  const saved = await change(rooms, ({ profiles, pausedRuns }) => ({
    profiles: profiles.filter(({ id }) => id !== profileId),
    pausedRuns: pausedRuns.filter((paused) => paused.profile !== profileId),
  }));
  if (!saved.ok || forgotten) return saved;
  return refused(`${profile.name} is removed, but its token could not be taken out of the keychain.`);
}

async function setRuntimeToken(
  rooms: RuntimeActionRooms,
  { profileId, token }: RuntimeToken,
): Promise<ActionReply> {
  const profile = profileOf(rooms, profileId);
  if (!profile) return refused(NOT_ADDED);
  const problem = tokenProblem(token, profile.bearerBy);
  if (problem !== undefined) return refused(problem);
  return afterYes(rooms, addingRuntime(profile), async () => {
    const changed = await rooms.runtimes.setToken(profileId, token);
    return changed ? done : refused('The keychain did not let go of the token. Unlock it and try again.');
  });
}

async function setTool(rooms: RuntimeActionRooms, request: ToolSwitch): Promise<ActionReply> {
  const profile = ofRuntime(rooms, request);
  if ('problem' in profile) return refused(profile.problem);
  const { tool, on } = request;
  return afterYes(rooms, on ? switchingOn(tool, profile.name) : undefined, async () => {
    const saved = change(rooms, listChange('toolsOff', { ...request, on: !on }));
    rooms.runtimes.toolsChanged();
    return saved;
  });
}

/** To look at results narrows; to let them go unseen is asked about. */
async function setToolReview(rooms: RuntimeActionRooms, request: ToolSwitch): Promise<ActionReply> {
  const profile = ofRuntime(rooms, request);
  if ('problem' in profile) return refused(profile.problem);
  const { tool, on } = request;
  return afterYes(rooms, on ? undefined : unseenResults(tool, profile.name), () =>
    change(rooms, listChange('review', request)),
  );
}

/** To be asked narrows; to be asked no more is asked about. */
async function setToolAsk(rooms: RuntimeActionRooms, request: ToolSwitch): Promise<ActionReply> {
  const profile = ofRuntime(rooms, request);
  if ('problem' in profile) return refused(profile.problem);
  const { tool, on } = request;
  return afterYes(rooms, on ? undefined : askingNoMore(tool, profile.name), () =>
    change(rooms, listChange('asks', request)),
  );
}

/** The name of the runtime that this is about, if it is about one. */
function ofRuntime(
  rooms: RuntimeActionRooms,
  { tool, profileId }: ToolSwitch,
): { readonly name?: string } | { readonly problem: string } {
  if (!rooms.toolNames().includes(tool)) return { problem: `There is no tool ${tool} on this machine.` };
  if (profileId === undefined) return {};
  return profileOf(rooms, profileId) ?? { problem: NOT_ADDED };
}

/** Puts a tool on a list of tools, or takes it off: that of one runtime, or that of all. */
function listChange(list: 'toolsOff' | 'review' | 'asks', { tool, on, profileId }: ToolSwitch) {
  const changed = (names: readonly string[]) => [
    ...names.filter((name) => name !== tool),
    ...(on ? [tool] : []),
  ];
  return (settings: Settings): Partial<Settings> =>
    profileId === undefined
      ? { [list]: changed(settings[list]) }
      : {
          profiles: settings.profiles.map((each) =>
            each.id === profileId ? { ...each, [list]: changed(each[list]) } : each,
          ),
        };
}
