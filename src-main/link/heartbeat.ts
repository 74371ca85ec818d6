/** Whether the other end is still there: found by its silence, and by asking when it was silent for a while. */
import type { Clock } from '../../src-shared/clock.ts';

/** Silence after which this end pings, and after which the connection counts as dead (both under 75 s). Milliseconds. */
const PING_AFTER_MS = 30_000;
const DEAD_AFTER_MS = 65_000;
/** How long an answer may take when there is a reason to doubt the connection, as a changed network. Milliseconds. */
const PROBE_MS = 10_000;

export class Heartbeat {
  readonly #clock: Clock;
  readonly #ping: () => void;
  #heardAt: number;
  #pingedAt = 0;
  /** Who waits to hear something, since when. */
  #probes: { readonly since: number; readonly done: (ms: number) => void }[] = [];

  /** `ping` sends one; it may do nothing where the socket cannot take it. */
  constructor(clock: Clock, ping: () => void) {
    this.#clock = clock;
    this.#ping = ping;
    this.#heardAt = clock.now().mono;
  }

  /** Something came, whatever it was. */
  heard(): void {
    this.#heardAt = this.#clock.now().mono;
    for (const { since, done } of this.#probes.splice(0)) done(this.#heardAt - since);
  }

  /** Asks at once. `done` hears how many milliseconds went by until something came; never, if nothing does. */
  probe(done: (ms: number) => void = () => {}): void {
    this.#probes.push({ since: this.#clock.now().mono, done });
    this.#sendPing();
  }

  /** To be called at short intervals. False once the other end counts as gone. */
  tick(): boolean {
    const now = this.#clock.now().mono;
    if (now - this.#heardAt >= DEAD_AFTER_MS) return false;
    const [oldest] = this.#probes;
    if (oldest !== undefined && now - oldest.since >= PROBE_MS) return false;
    if (now - Math.max(this.#heardAt, this.#pingedAt) >= PING_AFTER_MS) this.#sendPing();
    return true;
  }

  #sendPing(): void {
    this.#pingedAt = this.#clock.now().mono;
    this.#ping();
  }
}
