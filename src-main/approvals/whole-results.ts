/**
 * What was masked in the results of the last calls, and what of it the person lets go the next time: those very
 * credentials, in one result of the same action for the same asker, within 15 minutes. In memory, and never the
 * credentials themselves.
 */
import type { CallView } from '../../src-shared/app-state.ts';
import type { Origin } from '../../src-shared/call.ts';
import { type Clock, hasPassed, type Instant, later } from '../../src-shared/clock.ts';
import type { MaskedCount } from '../../src-shared/masking.ts';
import { GRANT_MS } from './grants.ts';

/** As many as the list of the last calls shows. */
const MOST_OFFERED = 150;

export interface MaskedCall {
  readonly id: string;
  readonly origin: Origin;
  /** Of the action, in hex. */
  readonly digest: string;
  readonly text: string;
  readonly masked: readonly MaskedCount[];
  /** SHA-256 of each credential, in hex. */
  readonly prints: readonly string[];
}

interface Granted {
  readonly call: MaskedCall;
  readonly until: Instant;
}

export class WholeResults {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  /** Oldest first. */
  readonly #offered = new Map<string, MaskedCall>();
  readonly #granted = new Map<string, Granted>();

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Credentials were masked in the result of this call. */
  masked(call: MaskedCall): void {
    this.#offered.delete(call.id);
    this.#offered.set(call.id, call);
    const [oldest] = this.#offered.keys();
    if (this.#offered.size > MOST_OFFERED && oldest !== undefined) this.#offered.delete(oldest);
  }

  /** What the person can be asked about; undefined where nothing was masked, or too long ago. */
  offered(callId: string): MaskedCall | undefined {
    return this.#offered.get(callId);
  }

  /** The person let them go, once. */
  grant(call: MaskedCall): void {
    this.#granted.set(keyOf(call.digest, call.origin), { call, until: later(this.#clock.now(), GRANT_MS) });
    this.#onChange();
  }

  /** The person thought better of it. */
  takeBack(callId: string): void {
    for (const [key, { call }] of this.#granted) if (call.id === callId) this.#granted.delete(key);
    this.#onChange();
  }

  /** The prints of what may go in this result. `digest` is asked for only where there is anything that may go. */
  take(digest: () => string, origin: Origin): readonly string[] {
    if (this.#granted.size === 0) return [];
    const key = keyOf(digest(), origin);
    const granted = this.#granted.get(key);
    if (!granted) return [];
    this.#granted.delete(key);
    this.#onChange();
    return hasPassed(granted.until, this.#clock.now()) ? [] : granted.call.prints;
  }

  /** The call as the list shows it. */
  marked(view: CallView): CallView {
    if (!this.#offered.has(view.callId)) return view;
    const now = this.#clock.now();
    const granted = [...this.#granted.values()].some(
      ({ call, until }) => call.id === view.callId && !hasPassed(until, now),
    );
    return { ...view, wholeNext: granted ? 'granted' : 'offered' };
  }

  clear(): void {
    this.#granted.clear();
  }
}

/** Another runtime that asks for the same is another asker. */
function keyOf(digest: string, origin: Origin): string {
  return JSON.stringify([digest, origin.door !== 'client-tools' ? [origin.caller] : origin.profileId]);
}
