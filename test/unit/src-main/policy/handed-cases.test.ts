import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import type { Verdict } from '../../../../src-shared/verdict.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import {
  bashAccepts,
  type CommandCase,
  judgeCase,
  PROGRAM_PATH,
  readCommandCases,
  readStillAsked,
} from '../../../support/handed-cases.ts';

let parser: ShellParser;
let removeWorker: () => Promise<void>;
const verdicts = new Map<string, Verdict>();
let cases: readonly CommandCase[] = [];

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  parser = createShellParser({
    workerFile: worker.file,
    limitMs: 2000,
    programPath: PROGRAM_PATH,
    bashAccepts,
  });
  cases = await readCommandCases();
  for (const one of cases) verdicts.set(one.id, await judgeCase(one, parser));
}, 120_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
});

function came(kind: Verdict['kind'], expected: CommandCase['expect']): string[] {
  return cases
    .filter((one) => one.expect === expected && verdicts.get(one.id)?.kind === kind)
    .map((one) => one.id);
}

describe('handed command cases', () => {
  test('there are cases, and every one got a verdict with a reason', () => {
    expect(cases.length).toBeGreaterThan(300);
    for (const one of cases) expect(verdicts.get(one.id)?.reasons.length, one.id).toBeGreaterThan(0);
  });

  test('nothing that must be asked or refused is ever allowed', () => {
    expect([...came('allow', 'ask'), ...came('allow', 'deny')]).toEqual([]);
  });

  test('what must be refused is refused, and what may be asked is not refused', () => {
    expect(came('ask', 'deny')).toEqual([]);
    expect(came('deny', 'ask')).toEqual([]);
    expect(came('deny', 'allow')).toEqual([]);
  });

  test('everyday commands are allowed, but for the known false alarms', async () => {
    expect(came('ask', 'allow')).toEqual(await readStillAsked());
  });
});
