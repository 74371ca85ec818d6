/** The unknown callers that the person is asked about. Each waits for its own answer, and not for ever. */
import type { Stranger } from '../../src-shared/contact.ts';

/** How long the person has. Milliseconds. */
export const STRANGER_WAITS_MS = 5 * 60_000;

/** So many may wait at once: making a key costs a stranger nothing. */
const MOST_WAITING = 8;

export type StrangerAnswer = 'accepted' | 'refused' | 'nobody' | 'full';

export interface StrangersOptions {
  /** Unix milliseconds. */
  now(): number;
  after(ms: number, run: () => void): () => void;
  onChange(): void;
}

interface Waiting {
  readonly view: Stranger;
  readonly answers: ((answer: StrangerAnswer) => void)[];
  readonly stopClock: () => void;
}

export class Strangers {
  readonly #options: StrangersOptions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: StrangersOptions) {
    this.#options = options;
  }

  list(): readonly Stranger[] {
    return [...this.#waiting.values()].map(({ view }) => view);
  }

  /** Several sockets of one address are one question. */
  ask(address: string, from: string, signal: AbortSignal): Promise<StrangerAnswer> {
    if (!this.#waiting.has(address) && this.#waiting.size >= MOST_WAITING) return Promise.resolve('full');
    const waiting = this.#waiting.get(address) ?? this.#add(address, from);
    return new Promise((resolve) => {
      waiting.answers.push(resolve);
      signal.addEventListener('abort', () => this.#leave(address, waiting, resolve), { once: true });
    });
  }

  /** False where nobody of that address waits any more. */
  settle(address: string, answer: StrangerAnswer): boolean {
    const waiting = this.#waiting.get(address);
    if (waiting === undefined) return false;
    this.#waiting.delete(address);
    waiting.stopClock();
    for (const tell of waiting.answers) tell(answer);
    this.#options.onChange();
    return true;
  }

  #add(address: string, from: string): Waiting {
    const since = this.#options.now();
    const waiting = {
      view: { address, from, since, until: since + STRANGER_WAITS_MS },
      answers: [],
      stopClock: this.#options.after(STRANGER_WAITS_MS, () => this.settle(address, 'nobody')),
    };
    this.#waiting.set(address, waiting);
    this.#options.onChange();
    return waiting;
  }

  #leave(address: string, waiting: Waiting, tell: (answer: StrangerAnswer) => void): void {
    tell('nobody');
    waiting.answers.splice(waiting.answers.indexOf(tell), 1);
    if (waiting.answers.length === 0 && this.#waiting.get(address) === waiting)
      this.settle(address, 'nobody');
  }
}
