/** The runtimes that this host is connected to: one link a profile, with its token in the keychain. */
import { randomUUID } from 'node:crypto';
import type { LinkStatus, RuntimeView } from '../src-shared/app-state.ts';
import type { AddRuntime } from '../src-shared/ipc-contract.ts';
import { hostInTheClear } from '../src-shared/plain-address.ts';
import type { RuntimeReport } from '../src-shared/runtime-test.ts';
import { DEFAULT_INVOKE_TIMEOUT_MS, type Profile } from '../src-shared/settings.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { Link, LinkOptions } from './link/link-options.ts';

export interface RuntimesOptions {
  readonly keychain: Keychain;
  startLink(profile: Profile, options: Pick<LinkOptions, 'token' | 'onStatus' | 'onCounts'>): Link;
  /** The profile as the settings have it now; undefined for one that is not in them. */
  stored(profileId: string): Profile | undefined;
  onChange(): void;
}

interface Connected {
  readonly profile: Profile;
  readonly embedded: boolean;
  readonly link: Link;
  status: LinkStatus;
  hasToken: boolean;
  /** Called at each change of the status. */
  readonly watchers: Set<() => void>;
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
    return [...this.#connected.values()].map((entry) => this.#view(entry));
  }

  /** The profile of a connected runtime, the embedded one's too, with what can change while it is connected. */
  profile(profileId: string): Profile | undefined {
    return this.#options.stored(profileId) ?? this.#connected.get(profileId)?.profile;
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
    if (runtime.token !== '') await this.#keep(profile.id, runtime.token);
    return profile;
  }

  /**
   * Replaces the token (an empty one: takes it away) and connects with it, after the answers that are still due. False
   * where the keychain did not let go of the old one.
   */
  async setToken(profileId: string, token: string): Promise<boolean> {
    if (token !== '') await this.#keep(profileId, token);
    else if (!(await this.#deleteToken(profileId))) return false;
    this.#connected.get(profileId)?.link.reconnect();
    return true;
  }

  /** What the settings say of a connected runtime has changed: it connects anew where the connection depends on that. */
  change(profileId: string): void {
    const [entry, profile] = [this.#connected.get(profileId), this.#options.stored(profileId)];
    if (entry && profile) entry.link.change(profile);
    this.#options.onChange();
  }

  /** Disconnects and deletes the token; false where the keychain did not let go of that. */
  async forget(profileId: string): Promise<boolean> {
    await this.#disconnect(profileId);
    return this.#deleteToken(profileId);
  }

  isOpen(profileId: string): boolean {
    return this.#connected.get(profileId)?.status.kind === 'open';
  }

  /** Whether it is one of the runtimes here, connected now or not. */
  has(profileId: string): boolean {
    return this.#connected.has(profileId);
  }

  /** False when no such runtime is connected. */
  retry(profileId: string): boolean {
    const entry = this.#connected.get(profileId);
    entry?.link.retryNow();
    return entry !== undefined;
  }

  /** What works now: an open connection is asked for a sign of life, any other is tried. Undefined for an unknown one. */
  async test(profileId: string): Promise<RuntimeReport | undefined> {
    const entry = this.#connected.get(profileId);
    if (!entry) return undefined;
    entry.link.retryNow();
    await settled(entry);
    const roundTripMs = await entry.link.roundTrip();
    return { runtime: this.#view(entry), roundTripMs };
  }

  /** The machine woke up, or its network is another one. */
  worldChanged(how: 'woke' | 'network'): void {
    for (const { link } of this.#connected.values()) link.worldChanged(how);
  }

  /** Which tools are offered may have changed. */
  toolsChanged(): void {
    for (const { link } of this.#connected.values()) link.toolsChanged();
  }

  /** Tokens in use, for those who must not write them down. */
  secrets(): readonly string[] {
    return [...this.#secrets];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connected.keys()].map((profileId) => this.#disconnect(profileId)));
  }

  #deleteToken(profileId: string): Promise<boolean> {
    const deleted = this.#options.keychain.delete(accountOf(profileId));
    return deleted.then(
      () => true,
      () => false,
    );
  }

  async #keep(profileId: string, token: string): Promise<void> {
    this.#secrets.add(token);
    const kept = await this.#options.keychain.set(accountOf(profileId), token);
    if (kept) this.#thisRunOnly.delete(profileId);
    else this.#thisRunOnly.add(profileId);
  }

  #start(profile: Profile, embedded: boolean, readToken: () => Promise<string | undefined>): void {
    const token = async () => {
      const value = await readToken();
      if (value) this.#secrets.add(value);
      entry.hasToken = value !== undefined;
      return value;
    };
    const onStatus = (status: LinkStatus) => {
      entry.status = status;
      for (const tell of entry.watchers) tell();
      this.#options.onChange();
    };
    // The link connects and reports in later turns, when `entry` is there.
    const entry: Connected = {
      profile,
      embedded,
      status: { kind: 'idle' },
      hasToken: false,
      watchers: new Set(),
      link: this.#options.startLink(profile, { token, onStatus, onCounts: this.#options.onChange }),
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

  #view(entry: Connected): RuntimeView {
    const { id, name, url } = entry.profile;
    const stored = this.profile(id) ?? entry.profile;
    const { machine, bearerBy, invokeTimeoutMs, caFile, mode, toolsOff, review, asks } = stored;
    return {
      profileId: id,
      name,
      url,
      embedded: entry.embedded,
      status: entry.status,
      counts: entry.link.counts(),
      machine,
      bearerBy,
      mode,
      toolsOff,
      review,
      asks,
      invokeTimeoutMs,
      caFile,
      via: entry.link.via(),
      inTheClear: isInTheClear(entry.profile),
      hasToken: entry.hasToken,
      tokenForThisRunOnly: this.#thisRunOnly.has(id),
    };
  }
}

/** Resolves when the link is neither about to connect nor connecting: it is then open, or it is known why not. */
function settled(entry: Connected): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (entry.status.kind === 'connecting' || entry.status.kind === 'handshaking') return;
      entry.watchers.delete(look);
      resolve();
    };
    entry.watchers.add(look);
    look();
  });
}

/** Whether everything of this runtime travels unencrypted, as the person agreed. */
export function isInTheClear({ url, plainHost }: Pick<Profile, 'url' | 'plainHost'>): boolean {
  return plainHost !== undefined && hostInTheClear(new URL(url)) === plainHost;
}

/** The name of its token in the keychain. */
export function accountOf(profileId: string): string {
  return `runtime-token:${profileId}`;
}

function newProfile(runtime: AddRuntime): Profile {
  const { name, machine, mode, caFile, bearerBy = 'header' } = runtime;
  const plainHost = hostInTheClear(new URL(runtime.url));
  return {
    id: randomUUID(),
    name,
    url: runtime.url.replace(/\/+$/, ''),
    invokeTimeoutMs: runtime.invokeTimeoutMs ?? DEFAULT_INVOKE_TIMEOUT_MS,
    enabled: true,
    bearerBy,
    toolsOff: [],
    review: [],
    asks: [],
    ...(machine !== undefined && { machine }),
    ...(mode !== undefined && { mode }),
    ...(caFile !== undefined && { caFile }),
    // Whoever adds it was asked about that.
    ...(plainHost !== undefined && { plainHost }),
  };
}
