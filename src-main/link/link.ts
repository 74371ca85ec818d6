/** Keeps one connection to one runtime open: connects, watches, waits, connects again, and says truly where it stands. */
import type { FrameCounts, LinkStatus } from '../../src-shared/app-state.ts';
import type { IncomingCall } from '../../src-shared/call.ts';
import { helloFrame, MAX_FRAME_BYTES } from '../../src-shared/client-tools.ts';
import type { Clock } from '../../src-shared/clock.ts';
import type { HandledCall } from '../../src-shared/outcome.ts';
import type { Profile } from '../../src-shared/settings.ts';
import { Connection } from './connection.ts';
import { type Dial, type DialProfile, prepareDial } from './dial.ts';
import { noCounts } from './frame-intake.ts';
import { frameLimitIn, type LinkEnd } from './link-end.ts';
import { acceptedOf, type LinkTool, makeOffer, type Offer, sameOffer } from './offer.ts';
import { IDLE, type LinkEvent, type LinkState, nextState, nextTryOf } from './reconnect.ts';
import { TimeWatch, WATCH_INTERVAL_MS } from './time-watch.ts';
import { TrustReader } from './trust.ts';

export type LinkProfile = Pick<Profile, 'id' | 'name' | 'invokeTimeoutMs' | 'machine' | 'caFile'> &
  DialProfile;

export interface LinkOptions {
  readonly profile: LinkProfile;
  /** Read at each connect; undefined = connect without a bearer. */
  token(): Promise<string | undefined>;
  /** The ways to an address, the best first: addresses of proxies, undefined for the direct one. */
  routes(address: string): Promise<readonly (string | undefined)[]>;
  /** A file of authorities for every program (`NODE_EXTRA_CA_CERTS`). */
  readonly extraCaFile?: string | undefined;
  /** Read at each connect: what this machine offers to this runtime now. */
  tools(): readonly LinkTool[];
  /** The signal aborts with the reason 'disconnected' or 'cancelled'. */
  onCall(call: IncomingCall, signal: AbortSignal): Promise<HandledCall>;
  onStatus(status: LinkStatus): void;
  /** The counts changed; at most once in two seconds, so that a flood of bad frames is not one of redrawing. */
  onCounts(): void;
  /** For faults in our own code: the log. */
  logFault(error: unknown): void;
  readonly clock: Clock;
  /** In 0..1. */
  random(): number;
  newCallId(): string;
}

export interface Link {
  status(): LinkStatus;
  /** Odd frames so far. */
  counts(): FrameCounts;
  /** Ends a wait or a block and tries at once; does nothing where a connection is open or under way. */
  retryNow(): void;
  /**
   * The machine woke up (what was open is dropped unread), or its network changed (what is open must prove itself).
   * A wait ends at once, except for a token that was refused.
   */
  worldChanged(how: 'woke' | 'network'): void;
  /** Its settings changed. Connects anew where they matter to a connection, after the answers that are still due. */
  change(profile: LinkProfile): void;
  /** The token changed: connects anew, after the answers that are still due. */
  reconnect(): void;
  /**
   * The tools may have changed. If they did, it connects anew between calls: a runtime reads the tools once a
   * connection, and no call may lose its connection for that.
   */
  toolsChanged(): void;
  /** The proxy that the last attempt went through, for people to read. */
  via(): string | undefined;
  /** The round trip to the runtime in milliseconds; undefined where no connection is open, or none stays open. */
  roundTrip(): Promise<number | undefined>;
  /** Ends it for good. Calls in flight are aborted as 'disconnected'. */
  close(): Promise<void>;
}

/** Starts to connect (once the caller has the link in hand) and goes on until `close`. */
export function startLink(options: LinkOptions): Link {
  const link = new KeptLink(options);
  queueMicrotask(() => link.retryNow());
  return link;
}

/** How long it may take to find token, authorities and way: longer than the keychain's limit. Milliseconds. */
const PREPARE_MS = 20_000;

/** What a connection is made with, or tells the runtime; anything else of a profile counts as it is. */
const CONNECTED_WITH = ['machine', 'invokeTimeoutMs', 'bearerBy', 'caFile'] as const;

function trustOf({ profile, extraCaFile }: LinkOptions): TrustReader {
  return new TrustReader({ named: profile.caFile, forAll: extraCaFile });
}

/** The system's word of a wake that comes this soon after the clocks' is about the same sleep. Milliseconds. */
const SAME_SLEEP_MS = 10_000;

class KeptLink implements Link {
  #options: LinkOptions;
  readonly #watch: TimeWatch;
  readonly #counts = noCounts();
  #trust: TrustReader;
  /** What the present connection offers, or the last one did. */
  #offered: Offer | undefined;
  #via: string | undefined;
  #toldCounts = JSON.stringify(this.#counts);
  /** What the runtime was seen to take, if that is less than the published limit. */
  #maxFrameBytes = MAX_FRAME_BYTES;
  #wokeAt = Number.NEGATIVE_INFINITY;
  #state: LinkState = IDLE;
  #connection: Connection | undefined;
  /** Rises with each connect, so that a token that arrives late starts nothing. */
  #attempt = 0;
  #stopWait = (): void => {};
  #stopPreparing = (): void => {};
  #stopTick: () => void;
  /** Called at the end of the connection that there is now. */
  readonly #whenEnded = new Set<() => void>();
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#watch = new TimeWatch(options.clock);
    this.#trust = trustOf(options);
    this.#stopTick = options.clock.after(WATCH_INTERVAL_MS, () => this.#tick());
  }

  status(): LinkStatus {
    return this.#state.status;
  }

  counts(): FrameCounts {
    return { ...this.#counts };
  }

  retryNow(): void {
    this.#apply({ type: 'try' });
  }

  worldChanged(how: 'woke' | 'network'): void {
    // The system's word may come after the clocks told of the same sleep; then what is open is younger than the sleep.
    const { mono } = this.#options.clock.now();
    const slept = how === 'woke' && (this.#jumped() || mono - this.#wokeAt > SAME_SLEEP_MS);
    if (slept) this.#wokeAt = mono;
    this.#doubt(slept);
  }

  reconnect(): void {
    if (this.#closed) return;
    if (this.#connection) this.#connection.closeWhenIdle();
    else if (this.#state.status.kind === 'connecting') void this.#connect();
    else this.retryNow();
  }

  change(profile: LinkProfile): void {
    const before = this.#options.profile;
    this.#options = { ...this.#options, profile };
    if (CONNECTED_WITH.every((field) => before[field] === profile[field])) return;
    this.#trust = trustOf(this.#options);
    this.reconnect();
  }

  toolsChanged(): void {
    if (!this.#connection || !this.#offered) return;
    const now = makeOffer(this.#options.tools(), this.#options.profile.machine);
    if (!sameOffer(now, this.#offered)) this.#connection.closeWhenIdle();
  }

  via(): string | undefined {
    return this.#via;
  }

  roundTrip(): Promise<number | undefined> {
    const connection = this.#connection;
    if (!connection || this.#state.status.kind !== 'open') return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#whenEnded.add(() => resolve(undefined));
      connection.probe(resolve);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const ended = this.#connection && new Promise<void>((resolve) => void this.#whenEnded.add(resolve));
    this.#stopTick();
    this.#stopPreparing();
    this.#apply({ type: 'closed' });
    this.#closed = true;
    this.#connection?.close();
    await ended;
  }

  /** True once after a sleep that the clocks show. */
  #jumped(): boolean {
    const jumped = this.#watch.jumped();
    if (jumped) this.#wokeAt = this.#options.clock.now().mono;
    return jumped;
  }

  /** What is open is dropped unread after a sleep, and must prove itself otherwise; a wait ends. */
  #doubt(slept: boolean): void {
    if (!this.#connection) this.#apply({ type: 'world-changed' });
    else if (slept) this.#connection.drop({ cause: 'clock-jump' });
    else this.#connection.probe();
  }

  #apply(event: LinkEvent): void {
    if (this.#closed) return;
    const before = this.#state;
    this.#state = nextState(before, event);
    if (this.#state === before) return;
    const { status } = this.#state;
    this.#stopWait();
    const retryAt = nextTryOf(status);
    if (retryAt !== undefined) {
      const wait = retryAt - this.#options.clock.now().wall;
      this.#stopWait = this.#options.clock.after(wait, () => this.#apply({ type: 'try' }));
    }
    if (status.kind === 'connecting') void this.#connect();
    this.#options.onStatus(status);
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#stopPreparing();
    this.#stopPreparing = this.#options.clock.after(PREPARE_MS, () => {
      this.#attempt += 1;
      this.#end({ cause: 'unprepared' });
    });
    try {
      const { failures } = this.#state;
      const prepared = await prepareDial({ ...this.#options, trust: this.#trust, failures });
      if (attempt !== this.#attempt || this.#closed) return;
      this.#stopPreparing();
      if (prepared.ok) this.#connection = this.#open(prepared.dial);
      else this.#end(prepared.end);
    } catch (error) {
      this.#options.logFault(error);
      if (attempt !== this.#attempt) return;
      this.#stopPreparing();
      this.#end({ cause: 'internal-error' });
    }
  }

  #open(dial: Dial): Connection {
    const { profile, clock } = this.#options;
    const offer = makeOffer(this.#options.tools(), profile.machine);
    this.#offered = offer;
    this.#via = dial.via;
    return new Connection({
      profile,
      clock,
      newCallId: () => this.#options.newCallId(),
      ownName: offer.ownName,
      maxFrameBytes: this.#maxFrameBytes,
      onCall: (call, signal) => this.#options.onCall(call, signal),
      dial,
      hello: helloFrame('doorman', offer.tools),
      counts: this.#counts,
      isFresh: () => !this.#jumped(),
      onSocketOpen: () => this.#apply({ type: 'socket-open' }),
      onHelloOk: ({ connection_id, accepted, invoke_timeout_ms: waits = Number.POSITIVE_INFINITY }) => {
        this.#apply({
          type: 'hello-ok',
          connectionId: connection_id.slice(0, 200),
          ...acceptedOf(offer, accepted),
          invokeTimeoutMs: Math.min(profile.invokeTimeoutMs, waits),
          now: clock.now(),
        });
      },
      onEnd: (end) => {
        this.#connection = undefined;
        this.#maxFrameBytes = Math.min(this.#maxFrameBytes, frameLimitIn(end) ?? MAX_FRAME_BYTES);
        for (const tell of this.#whenEnded) tell();
        this.#whenEnded.clear();
        this.#end(end);
      },
    });
  }

  #end(end: LinkEnd): void {
    const now = this.#options.clock.now();
    this.#apply({ type: 'ended', end, now, random: this.#options.random() });
  }

  #tick(): void {
    this.#stopTick = this.#options.clock.after(WATCH_INTERVAL_MS, () => this.#tick());
    if (this.#jumped()) this.#doubt(true);
    else this.#connection?.tick();
    const counts = JSON.stringify(this.#counts);
    if (counts !== this.#toldCounts) this.#options.onCounts();
    this.#toldCounts = counts;
  }
}
