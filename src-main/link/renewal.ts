/**
 * Renews a connection that never has a quiet moment: a second one registers beside it, which the runtime then gives all
 * calls of the names that it offers (wire: the newest registration counts), and the old one answers what it has and goes.
 */
import type { Clock } from '../../src-shared/clock.ts';
import type { Connection } from './connection.ts';
import type { LinkEnd } from './link-end.ts';

/** How long a change of the tools waits for a quiet moment. Milliseconds. */
export const RENEW_AFTER_MS = 60_000;

/** A runtime takes eight connections of one client (wire); other machines may need theirs. */
const MOST_LEAVING = 2;

export interface RenewalOptions {
  readonly clock: Clock;
  /** Begins a second connection; undefined where there is nothing to renew, or no way to do it now. */
  open(): Promise<Connection | undefined>;
}

export class Renewal {
  readonly #options: RenewalOptions;
  /** It has not been registered yet. */
  #spare: Connection | undefined;
  /** Its calls are answered, then it goes. Each with what takes its time limit back. */
  readonly #leaving = new Map<Connection, () => void>();
  #stopWait: (() => void) | undefined;
  /** Rises when what is under way is no longer wanted. */
  #round = 0;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** The connection was asked to go when it is idle. */
  awaitIdle(): void {
    this.#stopWait ??= this.#options.clock.after(RENEW_AFTER_MS, () => {
      this.#stopWait = undefined;
      void this.#begin();
    });
  }

  /**
   * The spare is registered: it is the connection from now on, and `old` leaves when it is idle, or at the latest after
   * `limitMs`, when all that it had at this moment is answered. False for a connection that is no spare.
   */
  takeOver(connection: Connection, old: Connection | undefined, limitMs: number): boolean {
    if (connection !== this.#spare) return false;
    this.#spare = undefined;
    this.startOver();
    if (old) {
      this.#leaving.set(
        old,
        this.#options.clock.after(limitMs, () => old.close()),
      );
      old.closeWhenIdle();
    }
    return true;
  }

  /** A connection beside the main one has ended. */
  ended(connection: Connection): void {
    this.#leaving.get(connection)?.();
    this.#leaving.delete(connection);
    if (connection !== this.#spare) return;
    this.#spare = undefined;
    this.awaitIdle();
  }

  /** What is under way is out of date: the main connection has ended, or what a second one would be made with changed. */
  startOver(): void {
    this.#round += 1;
    this.#stopWait?.();
    this.#stopWait = undefined;
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.drop({ cause: 'asked' });
  }

  tick(): void {
    for (const connection of this.#all()) connection.tick();
  }

  drop(end: LinkEnd): void {
    for (const connection of this.#all()) connection.drop(end);
  }

  close(): void {
    for (const connection of this.#all()) connection.close();
    this.startOver();
  }

  #all(): readonly Connection[] {
    return [...(this.#spare ? [this.#spare] : []), ...this.#leaving.keys()];
  }

  async #begin(): Promise<void> {
    if (this.#spare) return;
    const round = this.#round;
    const opened = this.#leaving.size < MOST_LEAVING ? await this.#options.open() : undefined;
    if (round !== this.#round) opened?.drop({ cause: 'asked' });
    else if (opened) this.#spare = opened;
    else this.awaitIdle();
  }
}
