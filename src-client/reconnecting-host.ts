/** Keeps one connection to one runtime open: connects, waits longer after each failure, connects again. */
import { fastWait, STABLE_AFTER_MS } from '../src-shared/back-off.ts';
import type { HelloOkFrame } from '../src-shared/client-tools.ts';
import type { Clock, Instant } from '../src-shared/clock.ts';
import { ClientConnection, type ClientConnectionOptions } from './client-connection.ts';

export type ClientToolsStatus =
  | { readonly state: 'connecting' }
  | {
      readonly state: 'open';
      readonly connectionId: string;
      /** Names that the runtime took, and those that it did not (unusable ones among them). */
      readonly accepted: readonly string[];
      readonly skipped: readonly string[];
    }
  | { readonly state: 'waiting'; readonly why: string; readonly retryInMs: number }
  | { readonly state: 'closed'; readonly why: string };

export interface ReconnectingHostOptions extends Omit<ClientConnectionOptions, 'onGreeted' | 'onEnd'> {
  readonly names: readonly string[];
  /** Whether to connect again when a connection ends. */
  readonly reconnect: boolean;
  onStatus(status: ClientToolsStatus): void;
  readonly clock: Clock;
  /** In 0..1. */
  random(): number;
}

export class ReconnectingHost {
  readonly #options: ReconnectingHostOptions;
  #status: ClientToolsStatus = { state: 'connecting' };
  #connection: ClientConnection | undefined;
  #stopWait = (): void => {};
  #failures = 0;
  #openedAt: Instant | undefined;

  constructor(options: ReconnectingHostOptions) {
    this.#options = options;
    this.#connect();
  }

  get status(): ClientToolsStatus {
    return this.#status;
  }

  retryNow(): void {
    if (this.#status.state !== 'waiting') return;
    this.#stopWait();
    this.#connect();
    this.#tell({ state: 'connecting' });
  }

  close(): void {
    if (this.#status.state === 'closed') return;
    this.#stopWait();
    this.#tell({ state: 'closed', why: 'closed by this client' });
    this.#connection?.close();
  }

  #connect(): void {
    this.#openedAt = undefined;
    this.#connection = new ClientConnection({
      ...this.#options,
      onGreeted: (frame) => this.#greeted(frame),
      onEnd: (why) => this.#ended(why),
    });
  }

  #greeted({ connection_id: connectionId, accepted }: HelloOkFrame): void {
    const { names, clock } = this.#options;
    this.#openedAt = clock.now();
    this.#tell({
      state: 'open',
      connectionId,
      accepted: names.filter((name) => accepted.includes(name)),
      skipped: names.filter((name) => !accepted.includes(name)),
    });
  }

  #ended(why: string): void {
    this.#connection = undefined;
    if (this.#status.state === 'closed') return;
    const { reconnect, clock, random } = this.#options;
    if (!reconnect) {
      this.#tell({ state: 'closed', why });
      return;
    }
    const stable = this.#openedAt && clock.now().mono - this.#openedAt.mono >= STABLE_AFTER_MS;
    const retryInMs = fastWait(stable ? 0 : this.#failures, random());
    this.#failures = stable ? 1 : this.#failures + 1;
    this.#stopWait = clock.after(retryInMs, () => this.retryNow());
    this.#tell({ state: 'waiting', why, retryInMs });
  }

  #tell(status: ClientToolsStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }
}
