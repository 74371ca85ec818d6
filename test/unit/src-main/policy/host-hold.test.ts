import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../../../src-main/policy/decide.ts';
import type { Rule } from '../../../../src-main/policy/rule.ts';
import { fuzzedTexts, type HostileText, knownHostileTexts } from '../../../bench/hostile-texts.ts';
import { longestHold } from '../../../bench/longest-hold.ts';
import { openPolicyEngine, type PolicyEngine } from '../../../bench/policy-engine.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';

/** What nothing may hold the host for, in milliseconds, beyond what a harmless text does in the same run. */
const MOST_MS = 50;

/** What a host gives one text; see `open-rooms.ts`. */
const PARSE_LIMIT_MS = 500;

const SEED = Date.now() % 2 ** 31;
const FUZZED = 40;

let engine: PolicyEngine;
let workerFile: string;
let removeWorker: () => Promise<void>;
let baseline: number;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  workerFile = worker.file;
  removeWorker = worker.remove;
  engine = await openPolicyEngine({ workerFile, limitMs: PARSE_LIMIT_MS });
  await engine.judge('git status');
  baseline = await longestHold(() => engine.judge('git status'), 0);
}, 60_000);

afterAll(async () => {
  await engine.close();
  await removeWorker();
});

/** The names of the texts that hold the host too long, with how long. */
async function tooLong(texts: readonly HostileText[], by: PolicyEngine = engine): Promise<string[]> {
  const found: string[] = [];
  for (const { name, text } of texts) {
    const hold = await longestHold(() => by.judge(text), baseline + MOST_MS / 2);
    if (hold > baseline + MOST_MS) found.push(`${name}: ${hold.toFixed(0)} ms`);
  }
  return found;
}

describe('the measure', () => {
  test('sees a hold where there is one', async () => {
    const busy = async (): Promise<void> => {
      const start = process.cpuUsage();
      while (process.cpuUsage(start).user < 200_000);
    };
    expect(await longestHold(busy, MOST_MS)).toBeGreaterThan(MOST_MS);
  });

  test('does not take waiting for a hold', async () => {
    expect(await longestHold(() => new Promise((done) => setTimeout(done, 120)), MOST_MS)).toBeLessThan(
      MOST_MS,
    );
  });
});

describe('no text holds the host', () => {
  test('of the shapes that are known to be hard', { timeout: 120_000 }, async () => {
    expect(await tooLong(knownHostileTexts())).toEqual([]);
  });

  test(`fuzzed, seed ${SEED}`, { timeout: 120_000 }, async () => {
    expect(await tooLong(fuzzedTexts(SEED, FUZZED))).toEqual([]);
  });

  test('what is too much to be judged must be looked at, and says why', { timeout: 60_000 }, async () => {
    const patient = await openPolicyEngine({ workerFile, limitMs: 10_000 });
    const why = async (text: string) =>
      (await patient.judge(text)).reasons.map((reason) => `${reason.text} ${reason.rule}`).join();
    expect(await why(`ls ${'a '.repeat(3000)}`)).toContain('more words than can be judged');
    expect(await why(`for a in {1..64}; do ls {1..200}; done`)).toContain('more words than can be judged');
    expect(await why(`find . ${'-exec find '.repeat(300)}`)).toContain('more commands than');
    expect(await why(`ls ${Array.from({ length: 300 }, (_, n) => `<f${n}`).join(' ')}`)).toContain(
      'more files',
    );
    await patient.close();
  });
});

describe('no folder holds the host', () => {
  test('with thousands of names that patterns are held against', { timeout: 60_000 }, async () => {
    await mkdir(join(engine.cwd, 'many'));
    const names = Array.from({ length: 5000 }, (_, n) => `${'a'.repeat(200)}${n}`);
    for (const name of names) await writeFile(join(engine.cwd, 'many', name), '');
    const patterns = [
      'many/*',
      'many/*b',
      `many/${'*a'.repeat(100)}*b`,
      `many/${'*'.repeat(8000)}`,
      '*/*[!a-z]*',
    ];
    const texts = [
      ...patterns.map((pattern) => `ls ${pattern}`),
      `cat ${patterns.join(' ')}`,
      'grep -r x many',
      `ls ${Array.from({ length: 200 }, (_, n) => `many/*${n}`).join(' ')}`,
    ];
    expect(await tooLong(texts.map((text) => ({ name: text.slice(0, 40), text })))).toEqual([]);
  });
});

describe('no repository holds the host', () => {
  const configs: readonly (readonly [string, string])[] = [
    ['many settings', `[core]\n${'a=\n'.repeat(21_000)}`],
    ['many sections', '[a "b"]\nx=1\n'.repeat(4500)],
    ['a long name', `[submodule "${'a.'.repeat(30_000)}"]\nx=1\n`],
    ['quotes', `[a]\nb = ${'"'.repeat(60_000)}\n`],
    ['one that is too large', '[a]\n'.repeat(100_000)],
  ];
  test.each(configs)('whose configuration has %s', async (_what, config) => {
    const odd = await openPolicyEngine({ workerFile, limitMs: PARSE_LIMIT_MS });
    await writeFile(join(odd.cwd, '.git/config'), config);
    expect(await tooLong([{ name: 'git status', text: 'git status' }], odd)).toEqual([]);
    expect((await odd.judge('git status')).kind).toBe('ask');
    await odd.close();
  });
});

describe('no list of rules holds the host', () => {
  const rule = (key: string, more: Partial<Rule> = {}): Rule => ({
    key,
    allowed: true,
    refused: false,
    ...more,
  });
  const long = `/w/${'a'.repeat(4000)}`;
  const globs = [
    '*a*a*a*a*b',
    `${'*a'.repeat(100)}*b`,
    `*${'a'.repeat(300)}b`,
    `${'*?a'.repeat(50)}b`,
    '*[a-c]*[!b]*z',
  ];
  const thousand = (make: (n: number) => Rule) => [
    { from: 'person' as const, rules: Array.from({ length: 1000 }, (_, n) => make(n)) },
  ];

  test.each(globs.map((glob) => [glob.slice(0, 20), glob]))(
    'a thousand globs like %s',
    async (_start, glob) => {
      for (const refused of [true, false]) {
        const rules = thousand(() => rule('read_file', { refused, allowed: !refused, when: { path: glob } }));
        const facts = {
          ...{ home: '/home/u', folders: ['/v'], ownPaths: [], programPath: [], wallAvailable: true },
          rules,
        };
        const action = { tool: 'fs_read_file', summary: '', frozen: null, input: { path: long } };
        const judge = async () => decide({ ...action, effects: [{ kind: 'read', path: long }] }, facts, 0);
        expect(await longestHold(judge, MOST_MS / 2)).toBeLessThan(baseline + MOST_MS);
        expect((await judge()).kind).toBe('ask');
      }
    },
  );

  test('a thousand rules that all speak of one program, and hundreds of its commands', async () => {
    for (const when of [undefined, { cwd: `${'*a'.repeat(50)}b` }]) {
      const rules = thousand((n) => rule(`Bash(git log x${n} *)`, when ? { when } : {}));
      const many = await openPolicyEngine({ workerFile, limitMs: PARSE_LIMIT_MS, rules });
      const texts = [
        'git log x999;'.repeat(250),
        `ls ${'a '.repeat(1500)}`,
        'cd src; '.repeat(5) + 'git log;'.repeat(9),
      ];
      expect(
        await tooLong(
          texts.map((text) => ({ name: text.slice(0, 20), text })),
          many,
        ),
      ).toEqual([]);
      await many.close();
    }
  }, 60_000);
});
