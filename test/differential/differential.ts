/** The differential test itself: makes texts, has them judged, runs what was allowed, and reports what went against it. */
import fc from 'fast-check';
import type { EngineUnderTest, Judgement } from './engine-under-test.ts';
import type { KindReader } from './node-kinds.ts';
import { holdAgainst, type Violation } from './oracle.ts';
import type { ScratchMachine } from './scratch-machine.ts';
import { shellText } from './shell-text.ts';
import { runTraced, type TracedText } from './traced-run.ts';

/** Texts that are made from one seed and judged together; what is allowed of them runs under one trace. */
const BATCH = 100;

/** Batches in work at the same time: one is judged while the other runs. */
const LANES = 2;

export interface Setting {
  readonly engine: EngineUnderTest;
  readonly machine: ScratchMachine;
  readonly kinds: KindReader;
  /** Keys of all rules in force. */
  readonly keys: readonly string[];
}

export interface Found extends Violation {
  readonly text: string;
  /** With the seed and the place in its batch the text can be made again. */
  readonly seed: number;
  readonly index: number;
}

export interface Report {
  /** Different texts that were allowed and ran. */
  ran: number;
  judged: number;
  allowed: number;
  /** Allowed, but ended by 126, 127 or a signal: they show too little to count. */
  notRun: number;
  readonly kinds: Map<string, number>;
  readonly found: Found[];
}

interface Allowed {
  readonly text: string;
  readonly index: number;
  readonly judgement: Judgement;
}

/** Goes on until `wanted` texts ran, something was found, or `until` (ms, as `performance.now`) has passed. */
export async function runDifferential(
  setting: Setting,
  seed: number,
  wanted: number,
  until: number,
): Promise<Report> {
  const report: Report = { ran: 0, judged: 0, allowed: 0, notRun: 0, kinds: new Map(), found: [] };
  const before = await setting.machine.snapshot();
  const seen = new Set<string>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (report.ran < wanted && report.found.length === 0 && performance.now() < until)
      await runBatch(setting, seed + next++, report, seen);
    return undefined;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (report.found.length === 0 && (await setting.machine.snapshot()) !== before)
    report.found.push({
      kind: 'write',
      detail: 'the scratch folder has changed, though no trace shows it',
      text: '',
      seed,
      index: 0,
    });
  return report;
}

async function runBatch(setting: Setting, seed: number, report: Report, seen: Set<string>): Promise<void> {
  const texts = fc.sample(shellText, { seed, numRuns: BATCH, unbiased: true });
  const allowed: Allowed[] = [];
  for (const [index, text] of texts.entries()) {
    if (seen.has(text)) continue;
    seen.add(text);
    report.judged += 1;
    const judgement = await setting.engine.judge(text);
    if (judgement.verdict.kind === 'allow') allowed.push({ text, index, judgement });
  }
  report.allowed += allowed.length;
  if (allowed.length === 0) return;
  const traced = await runTraced(
    allowed.map(({ text }) => text),
    setting.machine,
  );
  allowed.forEach((one, at) => {
    const run = traced[at];
    if (run) count(setting, one, run, report, seed);
  });
}

function count(setting: Setting, one: Allowed, run: TracedText, report: Report, seed: number): void {
  const violations = holdAgainst(run, one.judgement, setting.keys, setting.machine);
  report.found.push(
    ...violations.map((violation) => ({ ...violation, text: one.text, seed, index: one.index })),
  );
  if (run.exitCode === undefined || run.exitCode === 126 || run.exitCode === 127) report.notRun += 1;
  else {
    report.ran += 1;
    for (const kind of setting.kinds.kindsIn(one.text))
      report.kinds.set(kind, (report.kinds.get(kind) ?? 0) + 1);
  }
}

/** What goes against the verdict when one text is judged and, if it is allowed, run by itself. */
export async function violationsOf(setting: Setting, text: string): Promise<readonly Violation[]> {
  const judgement = await setting.engine.judge(text);
  if (judgement.verdict.kind !== 'allow') return [];
  const [run] = await runTraced([text], setting.machine);
  return run ? holdAgainst(run, judgement, setting.keys, setting.machine) : [];
}

/** The smallest text with the same kind of violation that fast-check finds within `limitMs`. */
export async function shrink(setting: Setting, found: Found, limitMs: number): Promise<string> {
  // Each try would take as long as it takes to see that a text does not end.
  if (found.kind === 'endless') return found.text;
  const property = fc.asyncProperty(shellText, async (text) => {
    const violations = await violationsOf(setting, text);
    return violations.every((one) => one.kind !== found.kind);
  });
  const details = await fc.check(property, {
    seed: found.seed,
    path: String(found.index),
    numRuns: BATCH,
    unbiased: true,
    interruptAfterTimeLimit: limitMs,
  });
  return details.counterexample?.[0] ?? found.text;
}
