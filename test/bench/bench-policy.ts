/** What a decision on a shell command costs, beside a bare message to an idle worker and back. */
import { Worker } from 'node:worker_threads';
import type { ShellPlace } from '../../src-main/policy/shell-reading.ts';
import { lookAround } from '../../src-main/policy/shell-survey.ts';
import { ShellWorkerLine } from '../../src-main/policy/shell-worker-line.ts';
import { fuzzedTexts, knownHostileTexts } from './hostile-texts.ts';
import { longestHold } from './longest-hold.ts';
import { type BenchRow, durationRow, oneByOne, sideBySide, throughputRow, timeInTurns } from './measure.ts';
import { openPolicyEngine, type PolicyEngine } from './policy-engine.ts';

const TEXTS = {
  'git status': 'git status',
  'a chain of ten':
    'git status && git diff --stat && git log --oneline -5 && ls -la && cat README.md | head -20 && ' +
    'cat src/main.c | wc -l && pwd && whoami',
} as const;

/** Milliseconds that a host gives one text. */
const PARSE_LIMIT_MS = 500;

/** Calls under way at once where throughput is measured. */
const WIDTH = 16;

export interface PolicyBenchOptions {
  /** The folder that holds the built workers. */
  readonly out: URL;
  /** How many fuzzed texts to look for holds with; nothing to leave holds out. */
  readonly fuzz?: number;
}

export async function benchPolicy({ out, fuzz }: PolicyBenchOptions): Promise<readonly BenchRow[]> {
  const workerFile = new URL('./shell-parser-worker.js', out);
  const engine = await openPolicyEngine({ workerFile, limitMs: PARSE_LIMIT_MS });
  const line = new ShellWorkerLine({ workerFile, limitMs: PARSE_LIMIT_MS });
  const echo = openEcho();
  try {
    const rows: BenchRow[] = [];
    await warmUp({ engine, line, echo });
    for (const [name, text] of Object.entries(TEXTS))
      rows.push(...(await benchText(name, text, { engine, line, echo })));
    if (fuzz !== undefined) rows.push(await benchHolds(engine, fuzz));
    return rows;
  } finally {
    await Promise.all([engine.close(), line.close(), echo.close()]);
  }
}

interface Rooms {
  readonly engine: PolicyEngine;
  readonly line: ShellWorkerLine;
  readonly echo: Echo;
}

/** The compilers of V8 need thousands of runs, and a processor of their own that a busy machine does not have. */
const WARM_UP_MS = 5_000;

async function warmUp({ engine, line, echo }: Rooms): Promise<void> {
  const place = placeOf(engine);
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; )
    for (const text of Object.values(TEXTS))
      await Promise.all([engine.judge(text), line.read(text, place), echo.send(text)]);
}

function placeOf(engine: PolicyEngine): ShellPlace {
  return { cwd: engine.cwd, home: '/home/someone', user: 'someone', shell: '/bin/bash' };
}

async function benchText(name: string, text: string, { engine, line, echo }: Rooms): Promise<BenchRow[]> {
  const verdict = await engine.judge(text);
  if (verdict.kind !== 'allow')
    throw new Error(`${name} should be allowed: ${JSON.stringify(verdict.reasons)}`);
  const script = await engine.parse(text);
  const place = placeOf(engine);
  const contenders = [
    oneByOne('bare', () => echo.send(text)),
    oneByOne('whole', () => engine.judge(text)),
    oneByOne('parse', () => line.read(text, place)),
    oneByOne('look up', () => (script.kind === 'invalid' ? undefined : lookAround(script, [], place))),
    oneByOne('decide', () => engine.decide(text, script)),
    sideBySide('bare, many', WIDTH, () => echo.send(text)),
    sideBySide('whole, many', WIDTH, () => engine.judge(text)),
  ];
  const took = await timeInTurns(contenders);
  const of = (contender: string): number => took.get(contender) ?? Number.NaN;
  const row = (contender: string, what: string): BenchRow =>
    durationRow(`${name}: ${what} (bare: a message to a worker and back)`, 'µs', of('bare'), of(contender));
  return [
    row('whole', 'a whole decision'),
    row('parse', 'parse alone, in the worker'),
    row('look up', 'look up files alone'),
    row('decide', 'decide alone'),
    throughputRow(
      `${name}: decisions, ${WIDTH} at a time (bare: messages to a worker and back)`,
      '1/s',
      of('bare, many'),
      of('whole, many'),
    ),
  ];
}

/** The longest that any hostile text holds this thread. */
async function benchHolds(engine: PolicyEngine, count: number): Promise<BenchRow> {
  const seed = Date.now() % 2 ** 31;
  const bare = await longestHold(() => engine.judge('git status'), 0);
  let worst = { hold: 0, name: 'none' };
  for (const { name, text } of [...knownHostileTexts(), ...fuzzedTexts(seed, count)]) {
    const hold = await longestHold(() => engine.judge(text), 25);
    if (hold > worst.hold) worst = { hold, name };
  }
  return durationRow(`longest hold, by ${worst.name} (bare: git status)`, 'ms', bare, worst.hold);
}

interface Echo {
  send(text: string): Promise<void>;
  close(): Promise<unknown>;
}

/** A worker that does nothing but send back what it gets. */
function openEcho(): Echo {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (message) => parentPort.postMessage(message));`;
  const worker = new Worker(code, { eval: true });
  const waiting: (() => void)[] = [];
  worker.on('message', () => waiting.shift()?.());
  return {
    send: (text) =>
      new Promise((done) => {
        waiting.push(done);
        worker.postMessage({ text });
      }),
    close: () => worker.terminate(),
  };
}
