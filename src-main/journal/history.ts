/** The journal as the History page sees it: asks a worker, which begins with the first question and goes when none came for a while. */
import { Worker } from 'node:worker_threads';
import type {
  Failed,
  HistoryCheck,
  HistoryExport,
  HistoryFilter,
  HistoryLook,
  HistoryPage,
  HistoryStory,
  Progress,
} from '../../src-shared/history.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { TrustTexts } from './chain-start.ts';
import type { After } from './chained-file.ts';
import type { HistoryPlace } from './history-answers.ts';
import type { FromHistory, HistoryOrder, NumberedOrder } from './history-worker.ts';

export interface History {
  look(look: HistoryLook): Promise<HistoryPage | Failed>;
  story(call: string): Promise<HistoryStory | Failed>;
  export(filter: HistoryFilter, file: string): Promise<HistoryExport>;
  /** How the check stands. Begins one where `again` says so, or the last one is old, or there was none. */
  check(again: boolean): HistoryCheck;
  close(): Promise<void>;
}

export interface HistoryOptions extends HistoryPlace {
  /** The built worker. */
  readonly workerFile: string | URL;
  /** What the keychain has, at the moment of a check. */
  trust(): Promise<TrustTexts>;
  /** Unix milliseconds. */
  now(): number;
  readonly after: After;
}

/** An open page asks every second; without it the worker, with all that it holds, goes. Milliseconds. */
const REST_MS = 10_000;

/** After that a page that opens has the journal checked anew. Milliseconds. */
const CHECK_HOLDS_MS = 10 * 60_000;

/** `MOST_CALLS` need a third of it: what needs more is no journal of ours, and must not take the host with it. MiB. */
const MOST_MEMORY = 1024;

export function openHistory(options: HistoryOptions): History {
  return new HistoryClient(options);
}

interface Asked {
  answer(value: unknown): void;
  fail(error: string): void;
}

class HistoryClient implements History {
  readonly #options: HistoryOptions;
  readonly #asked = new Map<number, Asked>();
  readonly #dying = new Set<Promise<unknown>>();
  #worker: Worker | undefined;
  #nextId = 1;
  #endRest = (): void => {};
  #closed = false;
  #running: Progress | undefined;
  #last: HistoryCheck['last'];
  #failed: string | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  look(look: HistoryLook): Promise<HistoryPage | Failed> {
    return this.#ask<HistoryPage | Failed>({ kind: 'look', look }).catch(failed);
  }

  story(call: string): Promise<HistoryStory | Failed> {
    return this.#ask<HistoryStory | Failed>({ kind: 'story', call }).catch(failed);
  }

  export(filter: HistoryFilter, file: string): Promise<HistoryExport> {
    return this.#ask<HistoryExport>({ kind: 'export', filter, file }).catch(failed);
  }

  check(again: boolean): HistoryCheck {
    const isOld = this.#options.now() - (this.#last?.at ?? 0) > CHECK_HOLDS_MS;
    if (this.#running === undefined && (again || (isOld && this.#failed === undefined))) void this.#verify();
    return {
      ok: true,
      folder: this.#options.folder,
      ...(this.#running ? { running: this.#running } : {}),
      ...(this.#last ? { last: this.#last } : {}),
      ...(this.#failed === undefined ? {} : { failed: this.#failed }),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#drop('Doorman is shutting down.');
    await Promise.all(this.#dying);
  }

  async #verify(): Promise<void> {
    this.#running = { done: 0, of: 0 };
    this.#failed = undefined;
    try {
      const trust = await this.#options.trust();
      const report = await this.#ask<JournalReport>({ kind: 'verify', trust });
      this.#last = { at: this.#options.now(), report };
    } catch (error) {
      this.#failed = (error as Error).message;
    } finally {
      this.#running = undefined;
    }
  }

  /** Rejects when the worker is lost, or could not do it. */
  #ask<Answer>(order: HistoryOrder): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#closed) return reject(new Error('Doorman is shutting down.'));
      this.#endRest();
      this.#worker ??= this.#start();
      const id = this.#nextId++;
      this.#asked.set(id, {
        answer: (value) => resolve(value as Answer),
        fail: (error) => reject(new Error(error)),
      });
      const message: NumberedOrder = { id, order };
      this.#worker.postMessage(message);
    });
  }

  #start(): Worker {
    const { folder, runBegan, workerFile } = this.#options;
    const workerData: HistoryPlace = { folder, runBegan };
    const worker = new Worker(workerFile, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    // The host decides how long it lives; a worker at rest keeps nothing open.
    worker.unref();
    worker.on('message', (message: FromHistory) => this.#hear(message));
    worker.on('error', (error) => this.#drop(`The reader of the journal failed: ${error.message}`));
    worker.on('exit', () => this.#drop('The reader of the journal ended.'));
    return worker;
  }

  #hear(message: FromHistory): void {
    switch (message.kind) {
      case 'checking':
        this.#running = { done: message.done, of: message.of };
        return;
      case 'answer':
        this.#take(message.id)?.answer(message.answer);
        return;
      case 'failed':
        this.#take(message.id)?.fail(message.error);
        return;
      default:
        assertNever(message);
    }
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    this.#endRest();
    if (this.#asked.size === 0) this.#endRest = this.#options.after(REST_MS, () => this.#drop(''));
    return asked;
  }

  /** Ends the worker; what was asked of it fails. The next question gets a fresh one. */
  #drop(why: string): void {
    this.#endRest();
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners();
    // A worker that is being ended may still report how; nobody needs to hear it.
    worker?.on('error', () => undefined);
    if (worker) {
      const dying = worker.terminate().finally(() => this.#dying.delete(dying));
      this.#dying.add(dying);
    }
    const left = [...this.#asked.values()];
    this.#asked.clear();
    for (const asked of left) asked.fail(why);
  }
}

function failed(error: Error): Failed {
  return { ok: false, error: error.message };
}
