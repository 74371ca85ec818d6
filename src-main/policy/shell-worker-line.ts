/** One worker that reads shell texts, one at a time, the rest in line; killed when it takes too long, and replaced. */
import { Worker } from 'node:worker_threads';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import type { ParseRequest, ParserMessage } from './shell-parser-worker.ts';
import { type ShellPlace, unclear } from './shell-reading.ts';

/** Loading the grammar takes about 100 ms; a machine that needs longer than this has other troubles. */
const START_LIMIT_MS = 15_000;

/** Texts of one asker that may wait at once: more than its calls that may be under way. */
const MOST_WAITING = 64;

/** Whose text it is, and until when anybody wants to know. */
export interface Turn {
  readonly asker: string;
  readonly signal: EndSignal;
}

interface Waiting {
  readonly id: number;
  readonly text: string;
  readonly place: ShellPlace;
  readonly asker: string;
  readonly settle: (script: ShellScript) => void;
}

export interface WorkerLineOptions {
  readonly workerFile: string | URL;
  /** Milliseconds that one text may take. */
  readonly limitMs: number;
}

export class ShellWorkerLine {
  readonly #options: WorkerLineOptions;
  #line: Waiting[] = [];
  #current: Waiting | undefined;
  #worker: Worker | undefined;
  #ready = false;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;
  /** Killed workers until they are gone: a process that ends before them can hang in waiting for them. */
  readonly #dying = new Set<Promise<unknown>>();

  constructor(options: WorkerLineOptions) {
    this.#options = options;
  }

  /**
   * Never rejects: a text that could not be read comes back as unclear. Askers take turns, so that the many texts of
   * one hold up each text of another by one at most; a text that nobody waits for any more leaves the line.
   */
  read(text: string, place: ShellPlace, turn?: Turn): Promise<ShellScript> {
    const asker = turn?.asker ?? '';
    return new Promise((resolve) => {
      if (this.#closed) return resolve(unclear('the reader is closed', text));
      if (this.#line.filter((one) => one.asker === asker).length >= MOST_WAITING)
        return resolve(unclear('too many texts wait to be read', text));
      const onAbort = () => this.#leave(waiting);
      const settle = (script: ShellScript) => {
        turn?.signal.removeEventListener('abort', onAbort);
        resolve(script);
      };
      const waiting: Waiting = { id: this.#nextId++, text, place, asker, settle };
      turn?.signal.addEventListener('abort', onAbort, { once: true });
      this.#line.push(waiting);
      if (turn?.signal.aborted) onAbort();
      if (!this.#current) this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const left = [...(this.#current ? [this.#current] : []), ...this.#line.splice(0)];
    this.#current = undefined;
    for (const one of left) one.settle(unclear('the reader is closed', one.text));
    this.#worker?.removeAllListeners();
    await Promise.all([this.#worker?.terminate(), ...this.#dying]);
  }

  #leave(waiting: Waiting): void {
    if (!this.#line.includes(waiting)) return;
    this.#line = this.#line.filter((one) => one !== waiting);
    waiting.settle(unclear('nobody waits for it any more', waiting.text));
  }

  /** The oldest text of another asker than the last one, else the oldest. */
  #takeNext(last: string | undefined): Waiting | undefined {
    const next = this.#line.find((one) => one.asker !== last) ?? this.#line[0];
    if (next) this.#line = this.#line.filter((one) => one !== next);
    return next;
  }

  #serve(last?: string): void {
    if (this.#closed) return;
    this.#current ??= this.#takeNext(last);
    if (!this.#current) return;
    if (!this.#worker) this.#start();
    if (!this.#worker || !this.#ready || !this.#current) return;
    const { limitMs } = this.#options;
    this.#timer = setTimeout(() => this.#drop(`it took over ${limitMs} ms to read`), limitMs);
    const { id, text, place } = this.#current;
    const request: ParseRequest = { id, text, place, giveUpMs: limitMs / 2 };
    this.#worker.postMessage(request);
  }

  #start(): void {
    let worker: Worker;
    try {
      worker = new Worker(this.#options.workerFile);
    } catch (error) {
      const current = this.#current;
      this.#current = undefined;
      current?.settle(unclear(`the reader did not start (${String(error)})`, current.text));
      queueMicrotask(() => this.#serve());
      return;
    }
    this.#worker = worker;
    // The host decides how long it lives; a reader at rest keeps nothing open.
    worker.unref();
    this.#timer = setTimeout(() => this.#drop('the reader did not start'), START_LIMIT_MS);
    worker.on('message', (message: ParserMessage) => this.#receive(message));
    worker.on('error', () => this.#drop('the reader broke on it'));
    worker.on('exit', () => this.#drop('the reader broke on it'));
  }

  #receive(message: ParserMessage): void {
    let last: string | undefined;
    if (message.kind === 'read') {
      const current = this.#current;
      if (current?.id !== message.id) return;
      this.#current = undefined;
      last = current.asker;
      current.settle(message.script);
    } else this.#ready = true;
    clearTimeout(this.#timer);
    this.#serve(last);
  }

  /** Ends the worker together with the text it is at; the next text gets a fresh one. */
  #drop(why: string): void {
    clearTimeout(this.#timer);
    const ended = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    ended?.removeAllListeners();
    // A worker that is being ended may still report how; nobody needs to hear it.
    ended?.on('error', () => undefined);
    if (ended) {
      const dying = ended.terminate().finally(() => this.#dying.delete(dying));
      this.#dying.add(dying);
    }
    const current = this.#current;
    this.#current = undefined;
    current?.settle(unclear(why, current.text));
    this.#serve(current?.asker);
  }
}
