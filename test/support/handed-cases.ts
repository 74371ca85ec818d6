/** The handed permission cases: read from `test/cases`, and judged as they say, in a scratch folder with a real bash. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { decide } from '../../src-main/policy/decide.ts';
import type { ShellParser } from '../../src-main/policy/shell-parser.ts';
import type { Verdict } from '../../src-shared/verdict.ts';

const run = promisify(execFile);
const CASES = resolve(import.meta.dirname, '../cases');

export interface CommandCase {
  readonly id: string;
  readonly command: string;
  readonly whitelist: readonly string[];
  readonly expect: 'allow' | 'ask' | 'deny';
  readonly setup?: string;
}

export async function readCommandCases(): Promise<readonly CommandCase[]> {
  const text = await readFile(join(CASES, 'commands.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CommandCase);
}

export async function readStillAsked(): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(CASES, 'still-asked.json'), 'utf8')) as string[];
}

/** The folders that programs are started from in these tests. */
export const PROGRAM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

export async function bashAccepts(text: string): Promise<boolean> {
  return run('bash', ['-n', '-c', text], { timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Judges one case in its own scratch folder, which is an added and trusted one; its home is beside it. */
export async function judgeCase(one: CommandCase, parser: ShellParser): Promise<Verdict> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'doorman-case-')));
  const cwd = join(scratch, 'work');
  const home = join(scratch, 'home');
  try {
    await mkdir(cwd);
    await mkdir(home);
    if (one.setup) {
      const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
      await run('bash', ['-c', one.setup], { cwd, env });
    }
    const script = await parser.parse(one.command, { cwd, home, user: 'someone', shell: '/bin/bash' });
    const rules = one.whitelist.map((key) => ({ key, allowed: true, refused: false }));
    return decide(
      {
        tool: 'shell_run',
        summary: one.command,
        frozen: { command: one.command },
        input: { command: one.command },
        effects: [{ kind: 'run', text: one.command, cwd, script }],
      },
      {
        home,
        folders: [cwd],
        trustedFolders: [cwd],
        ownPaths: [join(home, '.config/doorman')],
        programPath: PROGRAM_PATH,
        rules: [{ from: 'person', rules }],
        wallAvailable: true,
      },
      Date.now(),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
