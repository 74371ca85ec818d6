import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts, judgeCase, PROGRAM_PATH } from '../../../support/handed-cases.ts';

/** `rules`: `*` for all shipped keys, else what stands inside `Bash(…)`, or `bash` itself. */
interface OwnCase {
  readonly expect: 'allow' | 'norule' | 'look' | 'deny';
  readonly rules: '*' | readonly string[];
  readonly command: string;
  readonly setup?: string;
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
  if (rules === '*') return SHIPPED_RULES.map((rule) => rule.key);
  return rules.map((words) => (words === 'bash' ? words : `Bash(${words})`));
}

test.each(cases)('$command: $expect', async ({ expect: expected, rules, command, setup }) => {
  const whitelist = keysOf(rules);
  const verdict = await judgeCase(
    { id: command, command, whitelist, expect: 'ask', ...(setup ? { setup } : {}) },
    parser,
  );
  const kinds = { 'no-rule': 'norule', 'must-look': 'look' } as const;
  const kind = verdict.kind === 'ask' ? kinds[verdict.ask] : verdict.kind;
  expect(kind, JSON.stringify(verdict.reasons)).toBe(expected);
});
