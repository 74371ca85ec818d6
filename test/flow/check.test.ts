/** `doorman check` as people and scripts use it: the built command, its exit codes, and the handed cases through it. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { doorman, makeScratch, type Scratch } from '../support/serve-host.ts';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../../out/cli.js', import.meta.url));

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch();
});
afterEach(() => scratch.remove());

interface Verdict {
  id: string;
  verdict: string;
  kind?: string;
  reasons: { text: string }[];
}

function checkLines(lines: readonly object[]): Promise<Verdict[]> {
  const env = { ...process.env, HOME: scratch.home, DOORMAN_HOME: scratch.doormanHome };
  const child = spawn(process.execPath, [cli, 'check', '--json'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return new Promise((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    child.on('close', () =>
      resolve(
        text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ),
    );
  });
}

const pathCaseSchema = z.object({
  id: z.string(),
  setup: z.string(),
  request: z.string(),
  op: z.string(),
  allowed_roots: z.array(z.string()),
  expect: z.string(),
});

async function readPathCases() {
  const text = await readFile(new URL('../cases/paths.jsonl', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => pathCaseSchema.parse(JSON.parse(line)));
}

describe('doorman check', () => {
  it.each([
    ['allow', 'git log -3 | wc -l', 0, 'Bash(git log *)'],
    ['ask (no rule)', 'mkdir made', 1, 'mkdir'],
    ['ask (must be looked at)', 'ls; sudo rm -rf /usr', 1, 'sudo'],
    ['deny', 'echo "open', 2, 'bash cannot parse it'],
  ])(
    'says %s of a command, with the rule or part that decided, by its exit code too',
    async (verdict, command, code, why) => {
      const said = await doorman(scratch, ['check', '--cwd', scratch.site, '--', command]);
      expect(said.code).toBe(code);
      expect(said.stdout.split('\n')[0]).toBe(verdict);
      expect(said.stdout).toContain(why);
    },
  );

  it('names the wall, and knows which folders the person trusts and what their own rules allow', async () => {
    const rulesText = 'permissions:\n  "Bash(make *)": { allowed: true }\n';
    await mkdir(join(scratch.site, '.co'));
    await writeFile(join(scratch.site, '.co', 'host.yaml'), rulesText);
    const settings = { folders: [scratch.site], trusted: [{ path: scratch.site, rulesText }] };
    const commands = ['ls', 'npm test', 'make all'];
    const said = async () => {
      const args = (command: string) => ['check', '--cwd', scratch.site, '--', command];
      const ends = await Promise.all(commands.map((command) => doorman(scratch, args(command))));
      return ends.map(({ stdout }) =>
        [/^\w+/.exec(stdout)?.[0], /^ {2}wall +(.*)$/m.exec(stdout)?.[1]].join(': '),
      );
    };
    expect(await said()).toEqual(['allow: read-only', 'ask: guarded', 'ask: guarded']);
    await writeFile(join(scratch.doormanHome, 'settings.json'), JSON.stringify(settings));
    const wall = `workspace-write, for ${scratch.site}`;
    expect(await said()).toEqual(['allow: read-only', `allow: ${wall}`, `allow: ${wall}`]);
  });

  it('judges under the rules of a file in place of the own ones, and tells where such a file is broken', async () => {
    const rules = join(scratch.root, 'rules.yaml');
    await writeFile(rules, 'permissions:\n  "Bash(make *)": { allowed: true }\n');
    const args = ['check', '--rules', rules, '--cwd', scratch.site, '--', 'make', '--version'];
    expect((await doorman(scratch, args)).stdout).toContain('Bash(make *)');
    await writeFile(rules, 'permissions: [');
    const broken = await doorman(scratch, args);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringMatching(/line \d+, column \d+/) });
  });

  it('keeps the order of its lines and names the ones that are no case', async () => {
    const line = (id: string, command: string) => ({
      id,
      command,
      cwd: scratch.site,
      whitelist: ['Bash(ls *)'],
    });
    const said = await checkLines([line('a', 'ls'), { id: 'x' }, line('b', 'touch x'), line('c', 'ls -l')]);
    expect(said.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['a allow', 'b ask', 'c allow']);
  });
});

describe('the handed cases through the command line', () => {
  it('judges every path as it must be, with what is there and what is not', async () => {
    // Races need somebody between the check and the open, and unreadable files another user: other tests have both.
    const cases = (await readPathCases()).filter(({ id }) => !/^(race|sp-unreadable)/.test(id));
    expect(cases.length).toBeGreaterThanOrEqual(47);
    const lines = await Promise.all(cases.map((one) => pathLine(one, join(scratch.root, one.id))));
    const said = new Map((await checkLines(lines)).map((verdict) => [verdict.id, verdict.verdict]));
    const wrong = cases.filter(({ id, expect: right }) => said.get(id) !== right);
    expect(wrong.map(({ id, expect: right }) => `${id}: ${said.get(id)}, not ${right}`)).toEqual([]);
  });
});

async function pathLine(one: z.infer<typeof pathCaseSchema>, base: string): Promise<object> {
  const { id, setup, request, op, allowed_roots: roots } = one;
  const home = join(base, 'home');
  const fill = (text: string) => text.replaceAll('$S', base);
  await mkdir(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' };
  await run('bash', ['-c', fill(setup)], { cwd: base, env });
  return { id, path: fill(request), op, home, allowed_roots: roots.map(fill) };
}
