/** Looks through results for credentials: small ones where they are, large ones in a worker that can be killed. Fails closed. */
import { Worker } from 'node:worker_threads';
import type { EndSignal } from '../../src-shared/end-signal.ts';
import type { Cut } from '../../src-shared/masking.ts';
import { assertNever, type MaskedResult, type ToolResult } from '../../src-shared/outcome.ts';
import { type MaskRequest, maskResult } from './mask-result.ts';
import type { MaskOrder, MaskReply } from './masking-worker.ts';

/** The most that hostile text of this length took the expressions where it was measured is 5 ms. Characters. */
export const IN_PLACE = 4 * 1024;

/** A result of 1 MiB takes 10 ms, a hostile one under a second. Milliseconds. */
const LIMIT_MS = 5_000;

/** A worker loads in a tenth of a second; a machine that needs longer than this has other troubles. Milliseconds. */
const START_LIMIT_MS = 15_000;

/** What a tool gave, and who waits for it until when. */
export interface ToMask extends MaskRequest {
  /** Askers take turns, so that the large results of one do not hold up those of another. */
  readonly asker: string;
  readonly signal: EndSignal;
}

export interface Masker {
  /** Never rejects; undefined where it could not be looked through in time. */
  mask(given: ToMask): Promise<MaskedResult | undefined>;
  close(): Promise<void>;
}

interface Waiting {
  readonly id: number;
  readonly request: MaskRequest;
  readonly asker: string;
  settle(masked: MaskedResult | undefined): void;
}

/** Starts nothing yet: the worker begins with the first large result. `workerFile` is the built worker. */
export function createMasker(workerFile: string | URL, limitMs = LIMIT_MS): Masker {
  const line = new MaskingLine(workerFile, limitMs);
  return {
    mask({ result, cuts, spared, asker, signal }) {
      const request = { result, cuts, spared };
      return isSmall(result, cuts)
        ? Promise.resolve(maskInPlace(request))
        : line.mask(request, asker, signal);
    },
    close: () => line.close(),
  };
}

function maskInPlace(request: MaskRequest): MaskedResult | undefined {
  try {
    return maskResult(request);
  } catch {
    return undefined;
  }
}

function isSmall(result: ToolResult, cuts: readonly Cut[]): boolean {
  const beside = cuts.reduce((sum, cut) => sum + (cut.before?.length ?? 0) + (cut.after?.length ?? 0), 0);
  return beside + lengthOf(result) <= IN_PLACE;
}

function lengthOf(result: ToolResult): number {
  switch (result.kind) {
    case 'text':
      return result.text.length;
    case 'data':
      return JSON.stringify(result.value).length;
    case 'image':
      return result.note?.length ?? 0;
    default:
      return assertNever(result);
  }
}

/** One result at a time, the rest in line. */
class MaskingLine {
  readonly #workerFile: string | URL;
  readonly #limitMs: number;
  #line: Waiting[] = [];
  #current: Waiting | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;
  /** Killed workers until they are gone: a process that ends before them can hang in waiting for them. */
  readonly #dying = new Set<Promise<unknown>>();

  constructor(workerFile: string | URL, limitMs: number) {
    this.#workerFile = workerFile;
    this.#limitMs = limitMs;
  }

  mask(request: MaskRequest, asker: string, signal: EndSignal): Promise<MaskedResult | undefined> {
    return new Promise((resolve) => {
      if (this.#closed || signal.aborted) return resolve(undefined);
      const leave = () => {
        this.#line = this.#line.filter((one) => one !== waiting);
        waiting.settle(undefined);
      };
      const settle = (masked: MaskedResult | undefined) => {
        signal.removeEventListener('abort', leave);
        resolve(masked);
      };
      const waiting: Waiting = { id: this.#nextId++, request, asker, settle };
      signal.addEventListener('abort', leave, { once: true });
      this.#line.push(waiting);
      this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const left = [...(this.#current ? [this.#current] : []), ...this.#line.splice(0)];
    this.#current = undefined;
    for (const one of left) one.settle(undefined);
    this.#worker?.removeAllListeners();
    await Promise.all([this.#worker?.terminate(), ...this.#dying]);
  }

  /** The oldest of another asker than the last one, else the oldest. */
  #serve(last?: string): void {
    if (this.#closed || this.#current) return;
    const next = this.#line.find(({ asker }) => asker !== last) ?? this.#line[0];
    if (!next) return;
    this.#line = this.#line.filter((one) => one !== next);
    this.#current = next;
    const started = this.#worker !== undefined;
    const worker = this.#worker ?? this.#start();
    if (!worker) return;
    this.#timer = setTimeout(() => this.#drop(), started ? this.#limitMs : START_LIMIT_MS);
    const order: MaskOrder = { id: next.id, request: next.request };
    worker.postMessage(order);
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(this.#workerFile);
      // The host decides how long it lives; a worker at rest keeps nothing open.
      worker.unref();
      worker.on('message', (reply: MaskReply) => this.#hear(reply));
      worker.on('error', () => this.#drop());
      worker.on('exit', () => this.#drop());
      this.#worker = worker;
      return worker;
    } catch {
      queueMicrotask(() => this.#drop());
      return undefined;
    }
  }

  #hear({ id, masked }: MaskReply): void {
    const current = this.#current;
    if (current?.id !== id) return;
    clearTimeout(this.#timer);
    this.#current = undefined;
    current.settle(masked);
    this.#serve(current.asker);
  }

  /** Ends the worker together with the result it is at; the next one gets a fresh worker. */
  #drop(): void {
    clearTimeout(this.#timer);
    const ended = this.#worker;
    this.#worker = undefined;
    ended?.removeAllListeners();
    // A worker that is being ended may still report how; nobody needs to hear it.
    ended?.on('error', () => undefined);
    if (ended) {
      const dying = ended.terminate().finally(() => this.#dying.delete(dying));
      this.#dying.add(dying);
    }
    const current = this.#current;
    this.#current = undefined;
    current?.settle(undefined);
    this.#serve(current?.asker);
  }
}
