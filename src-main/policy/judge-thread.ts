/** Judges in a worker what nobody waits for at a door, so that a long row of judgements never holds the host. */
import { Worker } from 'node:worker_threads';
import type { Verdict } from '../../src-shared/verdict.ts';
import type { JudgedAction } from './decide.ts';
import { judgeVariants, type RuleVariant, type VariantRequest } from './judge-variants.ts';
import type { PolicyFacts } from './policy-facts.ts';
import type { RuleSource } from './rule.ts';

export interface JudgeThreadOptions {
  /** The built worker; without it, it is judged where the caller is, which holds that up. */
  readonly workerFile?: string;
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** A worker that nobody asks for so long is ended. Milliseconds. */
const IDLE_MS = 5_000;

/** Far longer than any judgement takes (`freshEffort`). Milliseconds. */
const LIMIT_MS = 10_000;

export class JudgeThread {
  readonly #options: JudgeThreadOptions;
  #worker: Worker | undefined;
  #cancelEnd: (() => void) | undefined;
  /** What the worker was told last. */
  #rules: readonly RuleSource[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: JudgeThreadOptions) {
    this.#options = options;
  }

  /** How the action comes out under each variant of the rules. Rejects where the worker fails. `now` is Unix milliseconds. */
  judge(
    action: JudgedAction,
    facts: PolicyFacts,
    variants: readonly RuleVariant[],
    now: number,
  ): Promise<readonly Verdict['kind'][]> {
    const turn = this.#last.then(() => this.#judge(action, facts, variants, now));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#cancelEnd?.();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #judge(
    { tool, summary, effects, frozen, input }: JudgedAction,
    { rules, effort: _effort, ...others }: PolicyFacts,
    variants: readonly RuleVariant[],
    now: number,
  ): Promise<readonly Verdict['kind'][]> {
    const request = { action: { tool, summary, effects, frozen, input }, facts: others, variants, now };
    const { workerFile, after } = this.#options;
    if (workerFile === undefined) return judgeVariants(request, rules);
    this.#cancelEnd?.();
    const worker = this.#worker ?? this.#start(workerFile);
    // Copying the rules takes longer than most judgements, and they seldom change.
    const isKnown = isSame(rules, this.#rules);
    this.#rules = rules;
    try {
      return await answerOf(worker, isKnown ? request : { ...request, rules }, after);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      this.#cancelEnd = after(IDLE_MS, () => void this.close());
    }
  }

  #start(workerFile: string): Worker {
    const worker = new Worker(workerFile);
    worker.unref();
    this.#worker = worker;
    this.#rules = [];
    return worker;
  }
}

function isSame(some: readonly RuleSource[], others: readonly RuleSource[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ from, folder, rules }, at) => {
      const other = others[at];
      return other?.rules === rules && other.from === from && other.folder === folder;
    })
  );
}

function answerOf(
  worker: Worker,
  request: VariantRequest,
  after: JudgeThreadOptions['after'],
): Promise<readonly Verdict['kind'][]> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      cancel();
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
      settle();
    };
    const onAnswer = (kinds: readonly Verdict['kind'][]) => end(() => resolve(kinds));
    const onError = (error: Error) => end(() => reject(error));
    const onExit = () => end(() => reject(new Error('the worker that judges has ended')));
    const cancel = after(LIMIT_MS, () => end(() => reject(new Error('one judgement takes too long'))));
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
