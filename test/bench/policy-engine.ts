/** The engine as a host uses it (read in the worker, look up files, decide), over a scratch folder with a repository. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide, type JudgedAction } from '../../src-main/policy/decide.ts';
import type { PolicyFacts } from '../../src-main/policy/policy-facts.ts';
import type { RuleSource } from '../../src-main/policy/rule.ts';
import { createShellParser } from '../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../src-main/policy/shipped-rules.ts';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import type { Verdict } from '../../src-shared/verdict.ts';

const PROGRAM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

export interface PolicyEngine {
  /** The folder that everything is judged in: an added one, with a small git repository. */
  readonly cwd: string;
  parse(text: string): Promise<ShellScript>;
  decide(text: string, script: ShellScript): Verdict;
  /** The whole path of a call: parse, look up, decide. */
  judge(text: string): Promise<Verdict>;
  close(): Promise<void>;
}

export interface PolicyEngineOptions {
  readonly workerFile: string | URL;
  /** Milliseconds that one text may take in the worker. A host gives 500. */
  readonly limitMs: number;
  /** Asked before the shipped ones. */
  readonly rules?: readonly RuleSource[];
}

/** Without the question to bash itself (`bash -n`): starting a process costs the same whatever the text. */
export async function openPolicyEngine(options: PolicyEngineOptions): Promise<PolicyEngine> {
  const { workerFile, limitMs, rules = [] } = options;
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'doorman-bench-')));
  const cwd = join(scratch, 'project');
  await plantProject(cwd);
  const parser = createShellParser({ workerFile, limitMs, programPath: PROGRAM_PATH });
  const facts: PolicyFacts = {
    home: scratch,
    folders: [cwd],
    ownPaths: [join(scratch, '.config/doorman'), join(scratch, '.runtime/doorman')],
    programPath: PROGRAM_PATH,
    rules: [...rules, { from: 'shipped', rules: SHIPPED_RULES }],
    wallAvailable: true,
  };
  const place = { cwd, home: scratch, user: 'someone', shell: '/bin/bash' };
  const parse = (text: string) => parser.parse(text, place);
  const judgeScript = (text: string, script: ShellScript) =>
    decide(shellCall(text, cwd, script), facts, Date.now());
  return {
    cwd,
    parse,
    decide: judgeScript,
    judge: async (text) => judgeScript(text, await parse(text)),
    async close() {
      await parser.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

function shellCall(text: string, cwd: string, script: ShellScript): JudgedAction {
  return {
    tool: 'shell_run',
    summary: '',
    frozen: { command: text, cwd },
    input: { command: text },
    effects: [{ kind: 'run', text, cwd, script }],
  };
}

/** A repository as `git init` leaves it, written by hand so that no git is needed, and a few files. */
async function plantProject(cwd: string): Promise<void> {
  for (const folder of ['.git/objects', '.git/refs/heads', 'src'])
    await mkdir(join(cwd, folder), { recursive: true });
  await writeFile(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(cwd, '.git/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await writeFile(join(cwd, 'README.md'), '# A project\n');
  await writeFile(join(cwd, 'src/main.c'), 'int main(void) { return 0; }\n');
}
