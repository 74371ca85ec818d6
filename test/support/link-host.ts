/**
 * A host as far as calls of a runtime go, joined of the real rooms (settings, rules, judgement, flow, journal, link),
 * with tools of the test's own and a keychain in memory. What it does not have: windows, a wall, a local socket.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallRooms } from '../../src-main/calls/call-rooms.ts';
import { callRooms, type Joined, joinRooms } from '../../src-main/join-rooms.ts';
import { type ChainKeychain, findStart } from '../../src-main/journal/chain-start.ts';
import { openKeychain } from '../../src-main/keychain/keychain.ts';
import { maskResult } from '../../src-main/masking/mask-result.ts';
import { createNetwork, strictWays } from '../../src-main/network/network.ts';
import { offeredTools } from '../../src-main/offered-tools.ts';
import type { OpenedRooms } from '../../src-main/open-rooms.ts';
import { openRuntimes } from '../../src-main/open-runtimes.ts';
import { JudgeThread } from '../../src-main/policy/judge-thread.ts';
import { createPermissionReader } from '../../src-main/policy/permission-reader.ts';
import { openPermissions } from '../../src-main/policy/permission-store.ts';
import { createShellParser } from '../../src-main/policy/shell-parser.ts';
import { openSettings } from '../../src-main/settings/settings-store.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import type { Tool } from '../../src-main/tools/define-tool.ts';
import { createWallInForce } from '../../src-main/wall-in-force.ts';
import type { Profile } from '../../src-shared/settings.ts';

export interface LinkHostOptions {
  /** An empty folder, canonical; everything is kept in it. */
  readonly root: string;
  tools(folder: string): readonly Tool[];
  readonly runtime: Pick<Profile, 'url' | 'invokeTimeoutMs'> & { readonly bearer: string };
  /** The rooms as the flow gets them, for a test that takes one away. */
  change?(rooms: CallRooms): CallRooms;
  onFault(line: string): void;
}

export interface LinkHost {
  readonly journalFolder: string;
  /** Knows the journal's key. */
  readonly keychain: ChainKeychain;
  readonly live: Joined['live'];
  /** Tries to connect at once, where it is not connected. */
  retry(): void;
  /** Resolves when it is connected anew, after the answers that are still due. */
  reconnect(): Promise<void>;
  /** Resolves when the one runtime is connected. */
  connected(): Promise<void>;
  close(): Promise<void>;
}

const PROFILE_ID = 'runtime';

/** Begins to connect at once. */
export async function openLinkHost(options: LinkHostOptions): Promise<LinkHost> {
  const { root, runtime } = options;
  const folder = join(root, 'folder');
  const journalFolder = join(root, 'journal');
  await mkdir(folder);
  const opened = await openTheRooms(root, folder, journalFolder);
  const outside = { env: {}, routes: ways, log: options.onFault };
  const usual = joinRooms(opened, { ...outside, journalFolder });
  const offered = offeredTools({
    tools: options.tools(folder),
    maxResultBytes: 1_000_000,
    settings: opened.settings.current,
    profile: () => profile,
  });
  const all = () => joined;
  const joined: Joined = { ...usual, offered, runtimes: openRuntimes(opened, all, () => rooms, outside) };
  const rooms = (options.change ?? ((same) => same))(callRooms(joined, options.onFault));
  const { url, invokeTimeoutMs, bearer } = runtime;
  const named = {
    id: PROFILE_ID,
    name: 'Runtime',
    enabled: true,
    bearerBy: 'header',
    toolsOff: [],
    review: [],
    asks: [],
  } as const;
  const profile: Profile = { ...named, toolsOff: [], review: [], asks: [], url, invokeTimeoutMs };
  joined.runtimes.connectEmbedded(profile, bearer);
  return { journalFolder, keychain: opened.keychain, live: joined.live, ...connectionOf(joined, bearer) };
}

function connectionOf(joined: Joined, bearer: string) {
  const { runtimes, counter } = joined;
  const isOpen = () => runtimes.isOpen(PROFILE_ID);
  return {
    retry: () => void runtimes.retry(PROFILE_ID),
    connected: () => until(isOpen, counter.onChange),
    async reconnect() {
      const gone = until(() => !isOpen(), counter.onChange);
      await runtimes.setToken(PROFILE_ID, bearer);
      await gone;
      await until(isOpen, counter.onChange);
    },
    async close() {
      await runtimes.close();
      await joined.jobs.close();
      await joined.journal.close();
      await joined.opened.parser.close();
      joined.opened.permissions.close();
    },
  };
}

const ways = async () => [undefined];

async function openTheRooms(root: string, folder: string, journalFolder: string): Promise<OpenedRooms> {
  const settings = await openSettings(join(root, 'settings.json'));
  await settings.update((before) => ({ ...before, folders: [folder] }));
  const secrets = new Map<string, string>();
  const keychain = await openKeychain({ service: 'test', timeoutMs: 5_000, backend: inMemory(secrets) });
  const permissionReader = createPermissionReader();
  const wall = createWallInForce(
    () => 'off',
    async () => ({ available: false, required: false, text: '' }),
  );
  return {
    settings,
    keychain,
    journalStart: await findStart(journalFolder, keychain),
    permissions: openPermissions({ file: join(root, 'host.yaml'), reader: permissionReader }),
    permissionReader,
    // Never started: no tool here takes a shell text.
    parser: createShellParser({ workerFile: join(root, 'no-worker.js'), limitMs: 500 }),
    judgeThread: new JudgeThread({ after: systemClock.after }),
    masker: { mask: async (given) => maskResult(given), close: async () => {} },
    wall,
    network: createNetwork({ folder: join(root, 'net'), ...strictWays(ways) }),
    places: { home: root, folders: () => [folder], ownPaths: [join(root, 'own')], secretPlaces: () => [] },
    programPath: { entries: [], dropped: [], fromShell: false },
    shell: { path: ['/usr/bin'], user: 'someone', shell: '/bin/sh', tmpDir: root, locale: {} },
  };
}

function inMemory(secrets: Map<string, string>) {
  return {
    getPassword: async (_service: string, account: string) => secrets.get(account) ?? null,
    async setPassword(_service: string, account: string, password: string) {
      secrets.set(account, password);
    },
    deletePassword: async (_service: string, account: string) => secrets.delete(account),
  };
}

function until(holds: () => boolean, onChange: (look: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = onChange(look);
    look();
  });
}
