/** Which wall a text gets that runs tests, or what a project's own rules allow: real texts, real folders, a real parser. */
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../../../src-main/policy/decide.ts';
import type { RuleSource } from '../../../../src-main/policy/rule.ts';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import type { Verdict } from '../../../../src-shared/verdict.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts, PROGRAM_PATH } from '../../../support/handed-cases.ts';
import { fc } from '../../../support/properties.ts';

let parser: ShellParser;
let removeWorker: () => Promise<void>;
let root: string;

/** `app` and `lib` are added and trusted, `app/vendor` is added alone, and so is `other`, which `app/link` leads to. */
beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  parser = createShellParser({
    workerFile: worker.file,
    limitMs: 2000,
    programPath: PROGRAM_PATH,
    bashAccepts,
  });
  root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-workspace-')));
  for (const folder of ['app/sub', 'app/vendor', 'lib', 'other', 'home'])
    await mkdir(join(root, folder), { recursive: true });
  await symlink('../other', join(root, 'app', 'link'));
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
  await rm(root, { recursive: true, force: true });
});

const at = (name: string) => join(root, name);
const rulesOf = (...keys: string[]) => keys.map((key) => ({ key, allowed: true, refused: false }));
const project = (...keys: string[]): RuleSource => ({
  from: 'project',
  folder: at('app'),
  rules: rulesOf(...keys),
});

async function judge(text: string, own: readonly RuleSource[] = [], cwd = at('app')): Promise<Verdict> {
  const home = at('home');
  const script = await parser.parse(text, { cwd, home, user: 'someone', shell: '/bin/bash' });
  const action = { tool: 'shell_run', summary: text, frozen: text, input: { command: text } };
  const facts = {
    home,
    folders: ['app', 'app/vendor', 'lib', 'other'].map(at),
    trustedFolders: [at('app'), at('lib')],
    ownPaths: [],
    programPath: PROGRAM_PATH,
    rules: [...own, { from: 'shipped' as const, rules: SHIPPED_RULES }],
    wallAvailable: true,
  };
  return decide({ ...action, effects: [{ kind: 'run', text, cwd, script }] }, facts, Date.now());
}

const IN_APP = () => ({ kind: 'allow', wall: 'workspace-write', workspaces: [at('app')] });

describe('tests of a trusted folder', () => {
  test.each([
    'npm test',
    'pytest -q',
    'pytest sub/test_a.py',
    'npm test 2>&1 | tail -n 20',
    'npm test > /dev/null && echo fine',
    'cd sub && npm test',
    'cd sub; pytest && ls -l | head',
    '(cd sub && npm test)',
    'CI=1 npm test',
    'time npm test',
    'env CI=1 npm test',
    'if pytest -q; then echo good; else git status; fi',
    'for name in a b; do pytest -k $name; done',
  ])('%s may write in that folder alone', async (text) => {
    expect(await judge(text)).toMatchObject(IN_APP());
  });

  test('name the folder that they run in, each its own where there are several', async () => {
    expect(await judge(`cd ${at('lib')} && npm test`)).toMatchObject({ workspaces: [at('lib')] });
    const both = await judge(`npm test; cd ${at('lib')} && npm test`);
    expect(both).toMatchObject({ wall: 'workspace-write', workspaces: [at('app'), at('lib')] });
  });

  test.each([
    ['cd link && npm test', 'a link out of the trusted folder'],
    ['cd link/../sub && npm test && cd ../link && npm test', 'the link in one of two places'],
    ['cd ../other && npm test', 'a folder that was only added'],
    ['cd .. && npm test', 'the folder around it'],
    ['pytest ../other/test_a.py', 'tests of a folder that was only added'],
    ['pytest link/test_a.py', 'the same through the link'],
    ['pytest ../lib/test_a.py', 'tests of another trusted folder than the one it runs in'],
    ['npm test > out.txt', 'a redirect that writes'],
    ['npm test; frobnicate', 'a program that nobody knows'],
    ['npm test | tee log', 'a part that no rule allows'],
  ])('%s is asked about: %s', async (text) => {
    expect(await judge(text)).toMatchObject({ kind: 'ask', wall: 'guarded' });
  });

  test('get no wider wall by what stands beside them: then a person must look', async () => {
    const own: RuleSource[] = [{ from: 'person', rules: rulesOf('Bash(touch *)', 'Bash(node *)') }];
    expect(await judge('touch a', own)).toMatchObject({ kind: 'allow', wall: 'guarded' });
    for (const text of ['npm test; touch a', 'node -v && node build.js && npm test']) {
      const verdict = await judge(text, own);
      expect(verdict).toMatchObject({ kind: 'ask', ask: 'must-look' });
      expect(verdict.reasons[0]).toMatchObject({
        part: 'npm test',
        text: expect.stringContaining('by itself'),
      });
    }
  });

  test('get the guarded wall by a rule of the person, in any folder', async () => {
    const own: RuleSource[] = [{ from: 'person', rules: rulesOf('Bash(npm test)', 'Bash(touch *)') }];
    for (const text of ['npm test', 'npm test; touch a', 'cd ../other && npm test'])
      expect(await judge(text, own), text).toMatchObject({ kind: 'allow', wall: 'guarded' });
  });

  test('leave what only reads behind the read-only wall', async () => {
    for (const text of ['ls', 'cat sub/missing | wc -l', 'echo npm test', 'git log | grep -v x; cd sub'])
      expect(await judge(text, [{ from: 'person', rules: rulesOf('Bash(grep *)') }]), text).toEqual(
        expect.objectContaining({ kind: 'allow', wall: 'read-only' }),
      );
  });
});

describe('the own rules of a trusted project', () => {
  test('let its commands write in that project alone', async () => {
    const own = [project('Bash(make *)', 'Bash(cp *)')];
    for (const text of ['make all', 'cp sub/a sub/b', 'cd sub && make', 'make; npm test'])
      expect(await judge(text, own), text).toMatchObject(IN_APP());
    for (const text of ['cp sub/a ../lib/b', 'cd ../lib && make', 'cd ../other && make', 'cd link && make'])
      expect(await judge(text, own), text).toMatchObject({ kind: 'ask', ask: 'must-look' });
  });

  test('get the guarded wall for what the network is needed for, and then nothing beside it', async () => {
    const own = [project('Bash(npm install)')];
    expect(await judge('npm install', own)).toMatchObject({ kind: 'allow', wall: 'guarded' });
    expect(await judge('npm install && npm test', own)).toMatchObject({ kind: 'ask', ask: 'must-look' });
  });
});

test('whatever is put together: writing without a question stays in trusted folders, and only where tests run', async () => {
  const part = fc.constantFrom(
    ...[
      'npm test',
      'pytest',
      'ls',
      'cd sub',
      'cd ..',
      'cd link',
      'cd other',
      'cd app',
      'cd lib',
      'git status',
    ],
    ...['wc -l a', 'pytest sub', 'cd vendor', 'echo x', 'touch a', 'pytest ../lib'],
  );
  const joint = fc.constantFrom(' && ', '; ', ' | ', ' || ');
  const seen = new Set<string>();
  const texts = fc.array(fc.tuple(part, joint), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(texts, async (pieces) => {
    const text = pieces.map(([one, glue], index) => (index === 0 ? one : `${glue}${one}`)).join('');
    const verdict = await judge(text);
    if (verdict.kind !== 'allow') return;
    seen.add(`${verdict.wall} ${verdict.workspaces?.length ?? 0}`);
    expect(text).not.toContain('touch');
    expect(verdict.wall).toBe(/npm|pytest/.test(text) ? 'workspace-write' : 'read-only');
    for (const folder of verdict.workspaces ?? []) expect([at('app'), at('lib')]).toContain(folder);
  });
  await fc.assert(property, { numRuns: 300, seed: 7 });
  expect(seen).toContain('read-only 0');
  expect(seen).toContain('workspace-write 1');
});
