import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts, judgeCase, PROGRAM_PATH } from '../../../support/handed-cases.ts';

/** `rules`: `*` for all shipped keys (also as one among others), else what stands inside `Bash(…)`, or `bash` itself. */
interface OwnCase {
  readonly expect: 'allow' | 'norule' | 'look' | 'deny';
  readonly rules: '*' | readonly string[];
  readonly command: string;
  readonly setup?: string;
  /** The kind of case, as in the handed ones. */
  readonly class?: string;
  readonly why?: string;
}

let parser: ShellParser;
let removeWorker: () => Promise<void>;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  parser = createShellParser({
    workerFile: worker.file,
    limitMs: 2000,
    programPath: PROGRAM_PATH,
    bashAccepts,
  });
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
});

const text = await readFile(resolve(import.meta.dirname, '../../../cases/own-commands.jsonl'), 'utf8');
const cases = text
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as OwnCase);

function keysOf(rules: OwnCase['rules']): readonly string[] {
  const shipped = SHIPPED_RULES.map((rule) => rule.key);
  if (rules === '*') return shipped;
  return rules.flatMap((words) => (words === '*' ? shipped : [words === 'bash' ? words : `Bash(${words})`]));
}

const KINDS = { 'no-rule': 'norule', 'must-look': 'look', question: 'question' } as const;

/** Most of the time goes into making and looking at files, so several cases are judged at a time. */
const AT_ONCE = 8;

/** What came out otherwise than the case says, with the reasons. */
async function wrongOf(one: OwnCase): Promise<string[]> {
  const { command, setup, why } = one;
  const whitelist = keysOf(one.rules);
  const verdict = await judgeCase(
    { id: command, command, whitelist, expect: 'ask', ...(setup ? { setup } : {}) },
    parser,
  );
  const kind = verdict.kind === 'ask' ? KINDS[verdict.ask] : verdict.kind;
  if (kind === one.expect) return [];
  const said = verdict.reasons.map((reason) => reason.text).join('; ');
  return [`${command}: ${kind}, not ${one.expect} (${why ?? 'no reason given'}); it said: ${said}`];
}

const classes = [...new Set(cases.map((one) => one.class ?? 'mixed'))];

test.each(classes)(
  '%s: every case has the verdict that it should have',
  async (name) => {
    const waiting = cases.filter((one) => (one.class ?? 'mixed') === name);
    expect(waiting.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) wrong.push(...(await wrongOf(one)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
  },
  120_000,
);
