/** The runtimes that this host is connected to: one link a profile, with its token in the keychain. */
import { randomUUID } from 'node:crypto';
import type { LinkStatus, RuntimeView } from '../src-shared/app-state.ts';
import type { AddRuntime } from '../src-shared/ipc-contract.ts';
import { DEFAULT_INVOKE_TIMEOUT_MS, type Profile } from '../src-shared/settings.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { Link, LinkOptions } from './link/link.ts';

export interface RuntimesOptions {
  readonly keychain: Keychain;
  startLink(options: Pick<LinkOptions, 'profile' | 'token' | 'onStatus' | 'onCounts'>): Link;
  onChange(): void;
}

interface Connected {
  readonly profile: Profile;
  readonly embedded: boolean;
  readonly link: Link;
  status: LinkStatus;
  hasToken: boolean;
}

export class Runtimes {
  readonly #options: RuntimesOptions;
  readonly #connected = new Map<string, Connected>();
  readonly #secrets = new Set<string>();
  readonly #thisRunOnly = new Set<string>();

  constructor(options: RuntimesOptions) {
    this.#options = options;
  }

  views(): readonly RuntimeView[] {
    return [...this.#connected.values()].map((entry) => view(entry, this.#thisRunOnly.has(entry.profile.id)));
  }

  /** Connects a stored profile, with the token that the keychain has for it. */
  connect(profile: Profile): void {
    this.#start(profile, false, () => this.#options.keychain.get(accountOf(profile.id)));
  }

  /** Connects to the embedded runtime, whose bearer is made anew at each start and is not in the keychain. */
  connectEmbedded(profile: Profile, bearer: string): void {
    this.#start(profile, true, async () => bearer);
  }

  /** Stores the token of a new profile; resolves to the profile to save. */
  async create(runtime: AddRuntime): Promise<Profile> {
    const profile = newProfile(runtime);
    if (runtime.token !== '') {
      this.#secrets.add(runtime.token);
      const kept = await this.#options.keychain.set(accountOf(profile.id), runtime.token);
      if (!kept) this.#thisRunOnly.add(profile.id);
    }
    return profile;
  }

  /** Disconnects and deletes the token. */
  async forget(profileId: string): Promise<void> {
    await this.#disconnect(profileId);
    await this.#options.keychain.delete(accountOf(profileId));
  }

  isOpen(profileId: string): boolean {
    return this.#connected.get(profileId)?.status.kind === 'open';
  }

  /** False when no such runtime is connected. */
  retry(profileId: string): boolean {
    const entry = this.#connected.get(profileId);
    entry?.link.retryNow();
    return entry !== undefined;
  }

  /** Tokens in use, for those who must not write them down. */
  secrets(): readonly string[] {
    return [...this.#secrets];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connected.keys()].map((profileId) => this.#disconnect(profileId)));
  }

  #start(profile: Profile, embedded: boolean, readToken: () => Promise<string | undefined>): void {
    const token = async () => {
      const value = await readToken();
      if (value) this.#secrets.add(value);
      entry.hasToken = value !== undefined;
      return value;
    };
    // The link connects and reports in later turns, when `entry` is there.
    const entry: Connected = {
      profile,
      embedded,
      status: { kind: 'idle' },
      hasToken: false,
      link: this.#options.startLink({
        profile,
        token,
        onStatus: (status) => {
          entry.status = status;
          this.#options.onChange();
        },
        onCounts: this.#options.onChange,
      }),
    };
    this.#connected.set(profile.id, entry);
    this.#options.onChange();
  }

  async #disconnect(profileId: string): Promise<void> {
    const entry = this.#connected.get(profileId);
    this.#connected.delete(profileId);
    this.#options.onChange();
    await entry?.link.close();
  }
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
    counts: entry.link.counts(),
    hasToken: entry.hasToken,
    tokenForThisRunOnly,
  };
}
