/** Keeps one connection to one runtime open: connects, watches, waits, connects again, and says truly where it stands. */
import type { FrameCounts, LinkStatus } from '../../src-shared/app-state.ts';
import { helloFrame, MAX_FRAME_BYTES } from '../../src-shared/client-tools.ts';
import { Connection } from './connection.ts';
import { type Dial, type Prepared, prepareDial } from './dial.ts';
import { noCounts } from './frame-intake.ts';
import { frameLimitIn, type LinkEnd } from './link-end.ts';
import type { Link, LinkOptions } from './link-options.ts';
import { connectsAlike, type LinkProfile } from './link-profile.ts';
import { acceptedOf, makeOffer, type Offer, sameOffer } from './offer.ts';
import { IDLE, type LinkEvent, type LinkState, nextState, nextTryOf } from './reconnect.ts';
import { Renewal } from './renewal.ts';
import { TimeWatch, WATCH_INTERVAL_MS } from './time-watch.ts';
import { TrustReader } from './trust.ts';

/** Starts to connect (once the caller has the link in hand) and goes on until `close`. */
export function startLink(options: LinkOptions): Link {
  const link = new KeptLink(options);
  queueMicrotask(() => link.retryNow());
  return link;
}

/** How long it may take to find token, authorities and way: longer than the keychain's limit. Milliseconds. */
const PREPARE_MS = 20_000;

function trustOf({ profile, extraCaFile }: LinkOptions): TrustReader {
  return new TrustReader({ named: profile.caFile, forAll: extraCaFile });
}

/** The system's word of a wake that comes this soon after the clocks' is about the same sleep. Milliseconds. */
const SAME_SLEEP_MS = 10_000;

class KeptLink implements Link {
  #options: LinkOptions;
  readonly #watch: TimeWatch;
  readonly #renewal: Renewal;
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
    this.#renewal = new Renewal({ clock: options.clock, open: () => this.#openBeside() });
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
    this.#renewal.startOver();
    if (this.#connection) this.#closeWhenIdle(this.#connection);
    else if (this.#state.status.kind === 'connecting') void this.#connect();
    else this.retryNow();
  }

  change(profile: LinkProfile): void {
    const before = this.#options.profile;
    this.#options = { ...this.#options, profile };
    if (connectsAlike(before, profile)) return;
    this.#trust = trustOf(this.#options);
    this.reconnect();
  }

  toolsChanged(): void {
    if (!this.#connection || !this.#offered) return;
    const now = this.#offer();
    if (!sameOffer(now, this.#offered)) this.#closeWhenIdle(this.#connection);
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
    this.#renewal.close();
    this.#connection?.close();
    await ended;
  }

  /** True once after a sleep that the clocks show. */
  #jumped(): boolean {
    const jumped = this.#watch.jumped();
    if (jumped) this.#wokeAt = this.#options.clock.now().mono;
    return jumped;
  }

  #isFresh(): boolean {
    const fresh = !this.#jumped();
    if (!fresh) this.#doubt(true);
    return fresh;
  }

  /** What is open is dropped unread after a sleep, and must prove itself otherwise; a wait ends. */
  #doubt(slept: boolean): void {
    if (slept) this.#renewal.drop({ cause: 'clock-jump' });
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
      const prepared = await this.#prepare();
      if (attempt !== this.#attempt || this.#closed) return;
      this.#stopPreparing();
      if (prepared.ok) this.#openMain(prepared.dial);
      else this.#end(prepared.end);
    } catch (error) {
      this.#options.logFault(error);
      if (attempt !== this.#attempt) return;
      this.#stopPreparing();
      this.#end({ cause: 'internal-error' });
    }
  }

  #prepare(): Promise<Prepared> {
    return prepareDial({ ...this.#options, trust: this.#trust, failures: this.#state.failures });
  }

  #offer(): Offer {
    return makeOffer(this.#options.tools(), this.#options.profile.machine);
  }

  /** At once or after the last answer; where that never comes, another connection takes its place. */
  #closeWhenIdle(connection: Connection): void {
    this.#renewal.awaitIdle();
    connection.closeWhenIdle();
  }

  #openMain(dial: Dial): void {
    const offer = this.#offer();
    this.#standFor(this.#open(dial, offer), dial, offer);
  }

  /** This connection is the one that counts. */
  #standFor(connection: Connection, { via }: Dial, offer: Offer): void {
    this.#connection = connection;
    this.#offered = offer;
    this.#via = via;
    this.#tellEnded();
  }

  #mainEnded(end: LinkEnd): void {
    this.#connection = undefined;
    this.#renewal.startOver();
    this.#tellEnded();
    this.#end(end);
  }

  #tellEnded(): void {
    for (const tell of this.#whenEnded) tell();
    this.#whenEnded.clear();
  }

  /** A second connection, beside the one that is open. */
  async #openBeside(): Promise<Connection | undefined> {
    const main = this.#connection;
    if (!main || this.#state.status.kind !== 'open') return undefined;
    try {
      const prepared = await this.#prepare();
      if (!prepared.ok) return undefined;
      if (!this.#closed && this.#connection === main) return this.#open(prepared.dial, this.#offer());
      prepared.dial.abandon();
    } catch (error) {
      this.#options.logFault(error);
    }
    return undefined;
  }

  #open(dial: Dial, offer: Offer): Connection {
    const { profile, clock } = this.#options;
    const isMain = () => this.#connection === connection;
    const connection: Connection = new Connection({
      profile,
      clock,
      newCallId: () => this.#options.newCallId(),
      ownName: offer.ownName,
      maxFrameBytes: this.#maxFrameBytes,
      onCall: (call, signal) => this.#options.onCall(call, signal),
      dial,
      hello: helloFrame('doorman', offer.tools),
      counts: this.#counts,
      isFresh: () => this.#isFresh(),
      onSocketOpen: () => {
        if (isMain()) this.#apply({ type: 'socket-open' });
      },
      onHelloOk: ({ connection_id, accepted, invoke_timeout_ms: waits = Number.POSITIVE_INFINITY }) => {
        const invokeTimeoutMs = Math.min(profile.invokeTimeoutMs, waits);
        const renewed = this.#renewal.takeOver(connection, this.#connection, invokeTimeoutMs);
        if (renewed) this.#standFor(connection, dial, offer);
        this.#apply({
          type: renewed ? 'renewed' : 'hello-ok',
          connectionId: connection_id.slice(0, 200),
          ...acceptedOf(offer, accepted),
          invokeTimeoutMs,
          now: clock.now(),
        });
      },
      onEnd: (end) => {
        this.#maxFrameBytes = Math.min(this.#maxFrameBytes, frameLimitIn(end) ?? MAX_FRAME_BYTES);
        if (isMain()) this.#mainEnded(end);
        else this.#renewal.ended(connection);
      },
    });
    return connection;
  }

  #end(end: LinkEnd): void {
    const now = this.#options.clock.now();
    this.#apply({ type: 'ended', end, now, random: this.#options.random() });
  }

  #tick(): void {
    this.#stopTick = this.#options.clock.after(WATCH_INTERVAL_MS, () => this.#tick());
    if (this.#jumped()) this.#doubt(true);
    else this.#connection?.tick();
    this.#renewal.tick();
    const counts = JSON.stringify(this.#counts);
    if (counts !== this.#toldCounts) this.#options.onCounts();
    this.#toldCounts = counts;
  }
}
