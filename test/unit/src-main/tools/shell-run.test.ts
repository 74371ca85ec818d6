import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { jsonBytes } from '../../../../src-main/tools/fit-output.ts';
import { living, STUBBORN_TREE, stands, uniqueToken } from '../../../support/stubborn-tree.ts';
import {
  callTool,
  dataOf,
  findTool,
  messageOf,
  printed,
  processesWith,
  runContext,
  scratchFolder,
  toolsEnv,
} from './tools-fixture.ts';
import { uniqueSleep } from './unique-sleep.ts';

async function setUp() {
  const home = await scratchFolder('/var/tmp');
  const site = join(home, 'site');
  await mkdir(site);
  const env = toolsEnv(home, { folders: () => [site] });
  const shell = (command: string, context = runContext()) => callTool(env, 'shell_run', { command }, context);
  return { home, site, env, shell };
}

describe('shell_run, resolving', () => {
  it('shows exactly the command and the real folder', async () => {
    const { home, site, env } = await setUp();
    await symlink('site', join(home, 'link'));
    const script = { kind: 'plain', commands: [{ argv: ['ls'], part: 'ls', cwd: site }], reads: [] } as const;
    const asked: unknown[] = [];
    const parseShell = async (...args: unknown[]) => {
      asked.push(args);
      return script;
    };
    const tool = findTool({ ...env, parseShell }, 'shell_run');
    const resolved = await tool.resolve({ command: ' ls\n -l', cwd: '~/link' });
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    expect(asked).toEqual([[' ls\n -l', site, undefined]]);
    expect(resolved.action).toMatchObject({
      summary: 'Run `ls ↵ -l` (2 lines) in ~/site',
      text: ' ls\n -l',
      effects: [{ kind: 'run', text: ' ls\n -l', cwd: site, script }],
      frozen: { command: ' ls\n -l', cwd: site },
    });
  });

  it('runs in the first added folder, else in home, and refuses a cwd that is none', async () => {
    const { home, site, env, shell } = await setUp();
    expect(printed(await shell('pwd'))).toBe(site);
    const without = toolsEnv(home);
    expect(printed(await callTool(without, 'shell_run', { command: 'pwd' }))).toBe(home);
    const missing = await callTool(env, 'shell_run', { command: 'pwd', cwd: 'none' });
    expect(messageOf(missing)).toBe('cannot open "none": no such file or folder.');
  });

  it('does not run when the folder was swapped after the decision', async () => {
    const { home, site, env } = await setUp();
    const swap = async () => {
      await rename(site, join(home, 'old'));
      await symlink('/', site);
    };
    const ran = await callTool(env, 'shell_run', { command: 'pwd' }, runContext(), swap);
    expect(messageOf(ran)).toMatch(/replaced after it was decided on/);
  });
});

describe('shell_run, running', () => {
  it('gives exit code and both streams apart, escapes stripped; a failure of the command is a result', async () => {
    const { shell } = await setUp();
    expect(dataOf(await shell(`printf '\\033[31mred\\033[0m'; echo oops >&2; exit 3`))).toEqual({
      exit_code: 3,
      stdout: 'red',
      stderr: 'oops\n',
    });
    expect(dataOf(await shell('kill -9 $$'))).toMatchObject({ exit_code: null, signal: 'SIGKILL' });
  });

  it('has no input, no terminal, and reads no start-up files', async () => {
    const { shell } = await setUp();
    expect(
      printed(await shell('cat; tty; [ -t 0 ] || echo none; (: </dev/tty) 2>/dev/null || echo no tty')),
    ).toBe('not a tty\nnone\nno tty');
    expect(printed(await shell('shopt -q login_shell; echo $? $-'))).toMatch(/^1 [^i]*$/);
  });

  it('passes an allow-list as environment and nothing of its own', async () => {
    const { home, env } = await setUp();
    process.env.DOORMAN_TEST_TOKEN = 'planted';
    onTestFinished(() => {
      delete process.env.DOORMAN_TEST_TOKEN;
    });
    const shell = { ...env.shell, locale: { LANG: 'C.UTF-8', LC_TIME: 'C', TZ: 'UTC' } };
    for (const wall of ['none', 'guarded', 'read-only'] as const) {
      const ran = await callTool({ ...env, shell }, 'shell_run', { command: 'env' }, runContext({ wall }));
      const lines = printed(ran).split('\n');
      const names = lines.map((line) => line.slice(0, line.indexOf('=')));
      expect(lines).toEqual(
        expect.arrayContaining([`HOME=${home}`, 'TERM=dumb', 'LC_TIME=C', 'TZ=UTC', 'PAGER=cat']),
      );
      expect(printed(ran)).not.toContain('planted');
      expect(names.filter((name) => /DISPLAY|DBUS|SSH_AUTH|XDG|TOKEN|^NODE|^npm_/.test(name))).toEqual([]);
    }
  });

  it('leaves programs in added folders out of PATH', async () => {
    const { home, site, env } = await setUp();
    const shell = { ...env.shell, path: [join(site, 'bin'), join(home, 'bin'), '/usr/bin', '/bin'] };
    const ran = await callTool({ ...env, shell }, 'shell_run', { command: 'echo $PATH' });
    expect(printed(ran)).toBe(`${join(home, 'bin')}:/usr/bin:/bin`);
  });

  it('keeps both ends of long output within the budget on the wire and says what is missing', async () => {
    const { shell } = await setUp();
    const context = runContext({ maxResultBytes: 20_000 });
    const value = dataOf(await shell('seq 1 2000000; echo problem >&2', context));
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(20_000);
    expect(value.stdout).toMatch(/^1\n2\n3\n.*left out here.*\n2000000\n$/s);
    expect(value.stderr).toBe('problem\n');
    const { stdout_bytes_left_out: leftOut } = value.truncated as { stdout_bytes_left_out: number };
    expect(leftOut + jsonBytes(String(value.stdout))).toBeGreaterThan(14_888_896);
    const both = dataOf(await shell('seq 1 20000; seq 1 20000 >&2', context));
    expect(Buffer.byteLength(JSON.stringify(both))).toBeLessThanOrEqual(20_000);
    expect(String(both.stdout).length).toBeGreaterThan(6000);
    expect(String(both.stderr).length).toBeGreaterThan(6000);
  });

  it('reports output that is not text by size and type', async () => {
    const { shell } = await setUp();
    expect(dataOf(await shell(`printf '\\x1f\\x8b\\xff\\xfe'; echo fine >&2`))).toEqual({
      exit_code: 0,
      stdout: '',
      stderr: 'fine\n',
      binary: { stdout: { size: 4, media_type: 'application/gzip' } },
    });
  });

  it('fails with a message when it cannot be started', async () => {
    const { env } = await setUp();
    const shell = { ...env.shell, path: ['/nonexistent'] };
    const ran = await callTool({ ...env, shell }, 'shell_run', { command: 'true' });
    expect(messageOf(ran)).toMatch(/^not run: the program or the folder/);
    expect(messageOf(await callTool(env, 'shell_run', { command: 'a\0b' }))).toMatch(/^not run: /);
  });

  it('runs nothing without the wall that was decided on, or that the settings require', async () => {
    const { env } = await setUp();
    const gone = { ...env, wall: () => ({ available: false, required: false, text: 'There is none.' }) };
    const refused = await callTool(gone, 'shell_run', { command: 'true' }, runContext({ wall: 'guarded' }));
    expect(messageOf(refused)).toMatch(/guarded wall .* is not there\. There is none\./);
    const required = { ...env, wall: () => ({ ...env.wall(), required: true }) };
    expect(messageOf(await callTool(required, 'shell_run', { command: 'true' }))).toMatch(
      /^not run: the settings/,
    );
  });
});

describe.each(['none', 'guarded', 'read-only'] as const)('shell_run, ending (wall: %s)', (wall) => {
  async function plantTree() {
    const { env, site } = await setUp();
    await writeFile(join(site, 'tree.sh'), STUBBORN_TREE, { mode: 0o755 });
    return { env, token: uniqueToken() };
  }

  it('ends the whole stubborn tree when the time is over, and says so', async () => {
    const { env, token } = await plantTree();
    const input = { command: `./tree.sh ${token}`, timeout_ms: 3000 };
    const ran = callTool(env, 'shell_run', input, runContext({ wall, budgetMs: 20_000 }));
    await vi.waitFor(async () => expect(await stands(token)).toBe(true), { timeout: 2900, interval: 20 });
    const value = dataOf(await ran);
    expect(await living(token)).toEqual([]);
    expect(value).toMatchObject({ timed_out: true, stdout: expect.stringContaining(`${token}\n`) });
  });

  it('ends the whole stubborn tree on the signal', async () => {
    const { env, token } = await plantTree();
    const controller = new AbortController();
    const context = runContext({ wall, signal: controller.signal });
    const ran = callTool(env, 'shell_run', { command: `./tree.sh ${token}` }, context);
    await vi.waitFor(async () => expect(await stands(token)).toBe(true), { timeout: 5000, interval: 20 });
    const aborted = performance.now();
    controller.abort();
    expect(messageOf(await ran)).toBe('it was ended before it finished.');
    expect(performance.now() - aborted).toBeLessThan(1000);
    expect(await living(token)).toEqual([]);
  });

  it('ends what a finished command left in the background, without waiting for it', async () => {
    const { env } = await setUp();
    const seconds = uniqueSleep();
    const command = `sleep ${seconds} & setsid -f sleep ${seconds}; echo done`;
    const value = dataOf(await callTool(env, 'shell_run', { command }, runContext({ wall })));
    expect(value).toMatchObject({ exit_code: 0, stdout: 'done\n' });
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('does not start for a signal that came before', async () => {
    const { site, env } = await setUp();
    const context = runContext({ wall, signal: AbortSignal.abort() });
    expect(messageOf(await callTool(env, 'shell_run', { command: 'touch made' }, context))).toMatch(
      /^not run/,
    );
    expect(dataOf(await callTool(env, 'fs_list_directory', { path: site })).entries).toEqual([]);
  });
});
