/** Keeps one connection to one runtime open: connects, watches, waits, connects again, and says truly where it stands. */
import type { LinkStatus } from '../../src-shared/app-state.ts';
import type { IncomingCall } from '../../src-shared/call.ts';
import { clientToolsUrl, helloFrame } from '../../src-shared/client-tools.ts';
import type { Clock } from '../../src-shared/clock.ts';
import type { HandledCall } from '../../src-shared/outcome.ts';
import type { Profile } from '../../src-shared/settings.ts';
import { Connection, type FrameCounts } from './connection.ts';
import { isSendableToken } from './hello.ts';
import type { LinkEnd } from './link-end.ts';
import { IDLE, type LinkEvent, type LinkState, nextState } from './reconnect.ts';
import { TimeWatch, WATCH_INTERVAL_MS } from './time-watch.ts';

export interface LinkOptions {
  readonly profile: Pick<Profile, 'id' | 'name' | 'url' | 'invokeTimeoutMs'>;
  /** Read at each connect; undefined = connect without a bearer. */
  token(): Promise<string | undefined>;
  /** Read at each connect, names as the runtime shall know them. */
  tools(): readonly { name: string; description: string; input_schema: unknown }[];
  /** The signal aborts with the reason 'disconnected' or 'cancelled'. */
  onCall(call: IncomingCall, signal: AbortSignal): Promise<HandledCall>;
  onStatus(status: LinkStatus): void;
  readonly clock: Clock;
  /** In 0..1. */
  random(): number;
  newCallId(): string;
}

export interface Link {
  status(): LinkStatus;
  /** Frames that were ignored so far. */
  counts(): Readonly<FrameCounts>;
  /** Ends a wait or a block and tries at once; does nothing where a connection is open or under way. */
  retryNow(): void;
  /** The token or the tools changed: connects anew, after the answers that are still due. */
  reconnect(): void;
  /** Ends it for good. Calls in flight are aborted as 'disconnected'. */
  close(): Promise<void>;
}

/** Starts to connect (once the caller has the link in hand) and goes on until `close`. */
export function startLink(options: LinkOptions): Link {
  const link = new KeptLink(options);
  queueMicrotask(() => link.retryNow());
  return link;
}

class KeptLink implements Link {
  readonly #options: LinkOptions;
  readonly #watch: TimeWatch;
  readonly #counts: FrameCounts = { malformed: 0, unknown: 0, stale: 0 };
  #state: LinkState = IDLE;
  #connection: Connection | undefined;
  /** Rises with each connect, so that a token that arrives late starts nothing. */
  #attempt = 0;
  #stopWait = (): void => {};
  #stopTick: () => void;
  #whenEnded: (() => void) | undefined;
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#watch = new TimeWatch(options.clock);
    this.#stopTick = options.clock.after(WATCH_INTERVAL_MS, () => this.#tick());
  }

  status(): LinkStatus {
    return this.#state.status;
  }

  counts(): Readonly<FrameCounts> {
    return { ...this.#counts };
  }

  retryNow(): void {
    this.#apply({ type: 'try' });
  }

  reconnect(): void {
    if (this.#closed) return;
    if (this.#connection) this.#connection.closeWhenIdle();
    else if (this.#state.status.kind === 'connecting') void this.#connect();
    else this.retryNow();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const ended = this.#connection && new Promise<void>((resolve) => (this.#whenEnded = resolve));
    this.#stopTick();
    this.#apply({ type: 'closed' });
    this.#closed = true;
    this.#connection?.close();
    await ended;
  }

  #apply(event: LinkEvent): void {
    if (this.#closed) return;
    const before = this.#state;
    this.#state = nextState(before, event);
    if (this.#state === before) return;
    const { status } = this.#state;
    this.#stopWait();
    if (status.kind === 'waiting') {
      const wait = status.retryAt - this.#options.clock.now().wall;
      this.#stopWait = this.#options.clock.after(wait, () => this.#apply({ type: 'try' }));
    }
    if (status.kind === 'connecting') void this.#connect();
    this.#options.onStatus(status);
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const token = await readToken(this.#options);
    if (attempt !== this.#attempt || this.#closed) return;
    if (token.kind === 'problem') this.#end(token.end);
    else this.#connection = this.#open(token.token);
  }

  #open(token: string | undefined): Connection {
    const { profile, clock } = this.#options;
    const tools = this.#options.tools();
    return new Connection({
      profile,
      clock,
      newCallId: () => this.#options.newCallId(),
      onCall: (call, signal) => this.#options.onCall(call, signal),
      url: clientToolsUrl(new URL(profile.url)),
      token,
      hello: helloFrame('doorman', tools),
      counts: this.#counts,
      isFresh: () => !this.#watch.jumped(),
      onSocketOpen: () => this.#apply({ type: 'socket-open' }),
      onHelloOk: ({ connection_id: connectionId, accepted }) =>
        this.#apply({
          type: 'hello-ok',
          connectionId: connectionId.slice(0, 200),
          // Only what was offered: a runtime's own words do not belong into the snapshot.
          accepted: tools.map(({ name }) => name).filter((name) => accepted.includes(name)),
          now: clock.now(),
        }),
      onEnd: (end) => {
        this.#connection = undefined;
        this.#whenEnded?.();
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
    if (!this.#watch.jumped()) this.#connection?.tick();
    else if (this.#connection) this.#connection.drop({ cause: 'clock-jump' });
    else if (this.#state.status.kind === 'waiting') this.retryNow();
  }
}

type TokenRead =
  | { readonly kind: 'read'; readonly token: string | undefined }
  | { readonly kind: 'problem'; readonly end: LinkEnd };

/** The error of a keychain is not passed on: nothing that touched a token may end up in a text. */
async function readToken(options: LinkOptions): Promise<TokenRead> {
  try {
    const token = await options.token();
    return isSendableToken(token)
      ? { kind: 'read', token }
      : { kind: 'problem', end: { cause: 'token-unsendable' } };
  } catch {
    return { kind: 'problem', end: { cause: 'token-unreadable' } };
  }
}
