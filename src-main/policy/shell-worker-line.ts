/** One worker that reads shell texts, one at a time, the rest in line; killed when it takes too long, and replaced. */
import { Worker } from 'node:worker_threads';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import type { ParseRequest, ParserMessage } from './shell-parser-worker.ts';
import { type ShellPlace, unclear } from './shell-reading.ts';

/** Loading the grammar takes about 100 ms; a machine that needs longer than this has other troubles. */
const START_LIMIT_MS = 15_000;

interface Waiting {
  readonly id: number;
  readonly text: string;
  readonly place: ShellPlace;
  readonly settle: (script: ShellScript) => void;
}

export interface WorkerLineOptions {
  readonly workerFile: string | URL;
  /** Milliseconds that one text may take. */
  readonly limitMs: number;
}

export class ShellWorkerLine {
  readonly #options: WorkerLineOptions;
  readonly #line: Waiting[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;

  constructor(options: WorkerLineOptions) {
    this.#options = options;
  }

  /** Never rejects: a text that could not be read comes back as unclear. */
  read(text: string, place: ShellPlace): Promise<ShellScript> {
    return new Promise((settle) => {
      if (this.#closed) return settle(unclear('the reader is closed', text));
      this.#line.push({ id: this.#nextId++, text, place, settle });
      if (this.#line.length === 1) this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const one of this.#line.splice(0)) one.settle(unclear('the reader is closed', one.text));
    this.#worker?.removeAllListeners();
    await this.#worker?.terminate();
  }

  #serve(): void {
    const current = this.#line[0];
    if (!current || this.#closed) return;
    if (!this.#worker) this.#start();
    if (!this.#worker || !this.#ready) return;
    const { limitMs } = this.#options;
    this.#timer = setTimeout(() => this.#drop(`it took over ${limitMs} ms to read`), limitMs);
    const { id, text, place } = current;
    const request: ParseRequest = { id, text, place, giveUpMs: limitMs / 2 };
    this.#worker.postMessage(request);
  }

  #start(): void {
    const worker = new Worker(this.#options.workerFile);
    this.#worker = worker;
    // The host decides how long it lives; a reader at rest keeps nothing open.
    worker.unref();
    this.#timer = setTimeout(() => this.#drop('the reader did not start'), START_LIMIT_MS);
    worker.on('message', (message: ParserMessage) => this.#receive(message));
    worker.on('error', () => this.#drop('the reader broke on it'));
    worker.on('exit', () => this.#drop('the reader broke on it'));
  }

  #receive(message: ParserMessage): void {
    if (message.kind === 'read') {
      const current = this.#line[0];
      if (current?.id !== message.id) return;
      this.#line.shift();
      current.settle(message.script);
    } else this.#ready = true;
    clearTimeout(this.#timer);
    this.#serve();
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
    void ended?.terminate();
    const current = this.#line.shift();
    current?.settle(unclear(why, current.text));
    this.#serve();
  }
}
