/** What git reads around itself counts like any other file: real repositories, a real parser. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../../../src-main/policy/decide.ts';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../../../src-main/policy/shipped-rules.ts';
import type { Verdict } from '../../../../src-shared/verdict.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts, PROGRAM_PATH } from '../../../support/handed-cases.ts';

let parser: ShellParser;
let removeWorker: () => Promise<void>;
let root: string;
const at = (name: string) => join(root, name);

/** Added are `mine`, `big/part` (of the repository `big`) and `tree`, a worktree of `big`. `plain` is no repository. */
beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  const options = { workerFile: worker.file, limitMs: 2000, programPath: PROGRAM_PATH, bashAccepts };
  parser = createShellParser(options);
  root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-git-')));
  for (const folder of ['mine', 'big/part', 'plain', 'home']) await mkdir(at(folder), { recursive: true });
  for (const name of ['mine', 'big']) {
    await writeFile(at(`${name}/a.txt`), 'content');
    const run = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
        cwd: at(name),
      });
    run('init', '-q');
    run('add', '.');
    run('commit', '-qm', 'first');
    if (name === 'big') run('worktree', 'add', '-q', at('tree'));
  }
  await symlink('../big', at('mine/link'));
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
  await rm(root, { recursive: true, force: true });
});

async function judge(text: string, place: string): Promise<Verdict> {
  const [cwd, home] = [at(place), at('home')];
  const script = await parser.parse(text, { cwd, home, user: 'someone', shell: '/bin/bash' });
  const facts = {
    home,
    folders: ['mine', 'big/part', 'tree'].map(at),
    ownPaths: [],
    programPath: PROGRAM_PATH,
    rules: [{ from: 'shipped' as const, rules: SHIPPED_RULES }],
    wallAvailable: true,
  };
  const action = { tool: 'shell_run', summary: text, frozen: text, input: { command: text } };
  return decide({ ...action, effects: [{ kind: 'run', text, cwd, script }] }, facts, Date.now());
}

const ASKED = { kind: 'ask', ask: 'no-rule', outside: true };

describe('git', () => {
  test.each([
    ['git log -p', 'big', 'another repository'],
    ['git status', 'big', 'its names and its branch'],
    ['git log -p', 'big/part', 'the repository around an added folder'],
    ['git show', 'tree', 'the repository that a worktree belongs to'],
    ['cd ../big && git log -p', 'mine', 'another repository by way of cd'],
    ['cd link && git log -p', 'mine', 'the same through a link'],
    ['ls | head; env git diff', 'big', 'from inside a wrapper'],
  ])('%s in %s is asked about like a read outside the folders: %s', async (text, place) => {
    const verdict = await judge(text, place);
    expect(verdict).toMatchObject(ASKED);
    expect(verdict.reasons[0]?.text).toContain(`reads ${at('big')}`);
  });

  test.each([
    ['git log -p && git status', 'mine'],
    ['git --version', 'big'],
    ['git log', 'plain'],
    ['cd ../mine && git log -p', 'big'],
  ])('%s in %s is allowed', async (text, place) => {
    expect(await judge(text, place)).toMatchObject({ kind: 'allow', wall: 'read-only' });
  });

  test('asks the same for a file outside, and both at once are one question', async () => {
    expect(await judge('cat ../plain/x', 'mine')).toMatchObject(ASKED);
    const both = await judge(`cat ${at('plain')}/x; git log`, 'big');
    expect(both).toMatchObject(ASKED);
    expect(both.reasons).toHaveLength(2);
  });
});
