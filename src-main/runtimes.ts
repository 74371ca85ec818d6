/** The runtimes that this host is connected to: one link a profile, with its token in the keychain. */
import { randomUUID } from 'node:crypto';
import type { LinkStatus, RuntimeView } from '../src-shared/app-state.ts';
import type { AddRuntime } from '../src-shared/ipc-contract.ts';
import { DEFAULT_INVOKE_TIMEOUT_MS, type Profile } from '../src-shared/settings.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { Link, LinkOptions } from './link/link.ts';

export interface Runtimes {
  views(): readonly RuntimeView[];
  /** Connects a stored profile, with the token that the keychain has for it. */
  connect(profile: Profile): void;
  /** Connects to the embedded runtime, whose bearer is made anew at each start and stored nowhere else. */
  connectEmbedded(profile: Profile, bearer: string): void;
  /** Stores the token of a new profile; resolves to the profile to save. */
  create(runtime: AddRuntime): Promise<Profile>;
  disconnect(profileId: string): Promise<void>;
  forget(profileId: string): Promise<void>;
  retry(profileId: string): boolean;
  /** Tokens in use, for those who must not write them down. */
  secrets(): readonly string[];
  close(): Promise<void>;
}

export interface RuntimesOptions {
  readonly keychain: Keychain;
  startLink(options: Pick<LinkOptions, 'profile' | 'token' | 'onStatus'>): Link;
  onChange(): void;
}

interface Connected {
  readonly profile: Profile;
  readonly embedded: boolean;
  readonly link: Link;
  status: LinkStatus;
  hasToken: boolean;
}

export function createRuntimes(options: RuntimesOptions): Runtimes {
  const connected = new Map<string, Connected>();
  const secrets = new Set<string>();
  const thisRunOnly = new Set<string>();

  const start = (profile: Profile, embedded: boolean, readToken: () => Promise<string | undefined>) => {
    const token = async () => {
      const value = await readToken();
      if (value) secrets.add(value);
      entry.hasToken = value !== undefined;
      return value;
    };
    const onStatus = (status: LinkStatus) => {
      entry.status = status;
      options.onChange();
    };
    const entry: Connected = {
      profile,
      embedded,
      status: { kind: 'idle' },
      hasToken: false,
      // Reads `entry` only after this literal is whole: a link reports and connects in later turns.
      link: options.startLink({
        profile,
        token,
        onStatus: (status) => queueMicrotask(() => onStatus(status)),
      }),
    };
    connected.set(profile.id, entry);
    options.onChange();
  };

  const disconnect = async (profileId: string) => {
    const entry = connected.get(profileId);
    connected.delete(profileId);
    options.onChange();
    await entry?.link.close();
  };

  return {
    views: () => [...connected.values()].map((entry) => view(entry, thisRunOnly.has(entry.profile.id))),
    connect: (profile) => start(profile, false, () => options.keychain.get(accountOf(profile.id))),
    connectEmbedded: (profile, bearer) => start(profile, true, async () => bearer),
    async create(runtime) {
      const profile = newProfile(runtime);
      if (runtime.token !== '') {
        secrets.add(runtime.token);
        const kept = await options.keychain.set(accountOf(profile.id), runtime.token);
        if (!kept) thisRunOnly.add(profile.id);
      }
      return profile;
    },
    disconnect,
    async forget(profileId) {
      await disconnect(profileId);
      await options.keychain.delete(accountOf(profileId));
    },
    retry(profileId) {
      const entry = connected.get(profileId);
      entry?.link.retryNow();
      return entry !== undefined;
    },
    secrets: () => [...secrets],
    async close() {
      await Promise.all([...connected.keys()].map(disconnect));
    },
  };
}

function accountOf(profileId: string): string {
  return `runtime-token:${profileId}`;
}

function newProfile(runtime: AddRuntime): Profile {
  return {
    id: randomUUID(),
    name: runtime.name,
    url: runtime.url.replace(/\/+$/, ''),
    invokeTimeoutMs: runtime.invokeTimeoutMs ?? DEFAULT_INVOKE_TIMEOUT_MS,
    enabled: true,
  };
}

function view(entry: Connected, tokenForThisRunOnly: boolean): RuntimeView {
  return {
    profileId: entry.profile.id,
    name: entry.profile.name,
    url: entry.profile.url,
    embedded: entry.embedded,
    status: entry.status,
    hasToken: entry.hasToken,
    tokenForThisRunOnly,
  };
}
