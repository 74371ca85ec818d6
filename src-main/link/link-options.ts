/** What a link is given, and what can be asked of it. */

import type { FrameCounts, LinkStatus } from '../../src-shared/app-state.ts';
import type { IncomingCall } from '../../src-shared/call.ts';
import type { Clock } from '../../src-shared/clock.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { HandledCall } from '../../src-shared/outcome.ts';
import type { LinkProfile } from './link-profile.ts';
import type { LinkTool } from './offer.ts';

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
  onCall(call: IncomingCall, signal: EndSignal): Promise<HandledCall>;
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
