/**
 * Starts programs in a thread of its own, because a start copies the memory map of the whole process and waits until
 * the program is loaded: 8 ms of a desktop's main thread at best, a tenth of a second where twenty are started at once.
 */
import { Worker } from 'node:worker_threads';
import { assertNever } from '../../src-shared/outcome.ts';
import { killNow } from './process-tree.ts';
import type { NotSpawned, Spawn, SpawnEvents, SpawnedChild } from './spawn-child.ts';
import type { FromSpawner, ToSpawner } from './spawn-worker.ts';

/** Milliseconds after which a thread that nothing was started in ends, so that a helper at rest is small. */
const REST_MS = 60_000;

interface Known {
  readonly events: SpawnEvents;
  readonly started: (child: SpawnedChild | NotSpawned) => void;
  /** Set while the program runs. */
  pid?: number;
}

export class SpawnThread {
  readonly #workerFile: string;
  readonly #known = new Map<number, Known>();
  #worker: Worker | undefined;
  #nextId = 1;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  /** The thread begins with the first program. */
  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  readonly spawn: Spawn = (order, events) =>
    new Promise((resolve) => {
      if (this.#closed) return resolve({ kind: 'not-spawned', code: 'ECANCELED' });
      clearTimeout(this.#rest);
      const id = this.#nextId++;
      this.#known.set(id, { events, started: resolve });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#say({ kind: 'spawn', id, order });
    });

  /** To be called when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    const worker = this.#worker;
    this.#lost();
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile);
    worker.on('message', (message: FromSpawner) => this.#hear(message));
    worker.on('error', () => this.#lost());
    worker.on('exit', () => {
      if (worker === this.#worker) this.#lost();
    });
    return worker;
  }

  #say(message: ToSpawner): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromSpawner): void {
    const { id } = message;
    const known = this.#known.get(id);
    if (!known) return;
    if (message.kind === 'not-spawned' || message.kind === 'close') this.#forget(id);
    if (message.kind === 'spawned') known.pid = message.pid;
    if (message.kind === 'exit') delete known.pid;
    this.#pass(message, known);
    if (message.kind === 'data') this.#say({ kind: 'taken', id, bytes: message.bytes.length });
  }

  #pass(message: FromSpawner, { events, started }: Known): void {
    switch (message.kind) {
      case 'spawned':
        started({ kind: 'spawned', pid: message.pid, ...this.#handles(message.id) });
        break;
      case 'not-spawned':
        started(message);
        break;
      case 'data':
        events.data(message.from, Buffer.from(message.bytes.buffer));
        break;
      case 'stream-end':
        events.streamEnd(message.from);
        break;
      case 'exit':
        events.exit({ exitCode: message.exitCode, killedBy: message.killedBy });
        break;
      case 'close':
        events.close();
        break;
      default:
        assertNever(message);
    }
  }

  #handles(id: number): Pick<SpawnedChild, 'drop' | 'rest'> {
    return { drop: () => this.#say({ kind: 'drop', id }), rest: () => {} };
  }

  #forget(id: number): void {
    this.#known.delete(id);
    if (this.#known.size > 0) return;
    // What waits for nothing keeps no process alive.
    this.#worker?.unref();
    this.#rest = setTimeout(() => void this.#end(), REST_MS);
    this.#rest.unref();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** Nobody can say any more how a program ends, so all are ended. */
  #lost(): void {
    this.#worker = undefined;
    for (const [id, { events, started, pid }] of this.#known) {
      this.#known.delete(id);
      if (pid !== undefined) killNow(-pid);
      started({ kind: 'not-spawned', code: 'ECANCELED' });
      for (const from of ['stdout', 'stderr', 'status'] as const) events.streamEnd(from);
      events.exit({ exitCode: null, killedBy: 'SIGKILL' });
      events.close();
    }
  }
}
