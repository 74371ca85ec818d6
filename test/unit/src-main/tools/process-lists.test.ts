import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ToolsEnv } from '../../../../src-main/tools/registry.ts';
import type { ProcessList } from '../../../../src-shared/shell-script.ts';
import { callTool, dataOf, messageOf, printed, runContext, scratchFolder } from './tools-fixture.ts';
import { WALLS, walledHome } from './wall-fixture.ts';

/** A reader of shell texts that found these lists in every text. */
function listing(...processLists: readonly ProcessList[]): Partial<ToolsEnv> {
  const surroundings = { files: {}, repositories: {}, programs: {}, processLists };
  return { parseShell: async () => ({ kind: 'plain', commands: [], reads: [], surroundings }) };
}

const list = (program: string, ...args: string[]): ProcessList => ({ program, args });

/** The id of a process of this machine, with a mark among its arguments and a secret in its environment. */
let pid: number;
let mark: string;

beforeEach(async () => {
  mark = `0.${randomInt(1e9, 1e10)}`;
  const other = spawn('sleep', ['1000', mark], { env: { PATH: '/usr/bin:/bin', SECRET: 'the-secret' } });
  await once(other, 'spawn');
  pid = other.pid ?? 0;
  onTestFinished(() => void other.kill('SIGKILL'));
});

describe('a list of processes', () => {
  it('shows the whole machine behind each wall, which shows none itself', async () => {
    const { behind } = await walledHome(() => listing(list('ps', 'axww')));
    const bare = await walledHome();
    const command = `ps axww | grep -c '[s]leep 1000 ${mark}'; ls /proc | grep -cx ${pid}`;
    for (const wall of WALLS) {
      expect(printed(await behind(wall, command))).toBe('1\n0');
      expect(printed(await bare.behind(wall, command))).toBe('0\n0');
    }
  });

  it('is one for each set of words, by any name of the program, with exit code and errors as they were', async () => {
    const words = [`-p${pid} -o pid=`, '-p1 -o pid=', '-p 4194300', '--no-such-option'];
    const { behind } = await walledHome(() =>
      listing(...words.map((text) => list('ps', ...text.split(' ')))),
    );
    const command = [
      `ps -p${pid} -o pid= && /bin/ps -p1 -o pid= && command -v ps`,
      'ps -p 4194300; echo $?; ps --no-such-option 2>&1 | head -n 1; env ps --no-such-option >/dev/null 2>&1; echo $?',
    ].join('; ');
    const lines = printed(await behind('read-only', command)).split(/\s*\n\s*/);
    expect(lines.filter((line) => !/PID/.test(line))).toEqual([
      String(pid),
      '1',
      '/usr/bin/ps',
      '1',
      'error: unknown gnu long option',
      '1',
    ]);
  });

  it('is matched by its words as they are, whatever these hold', async () => {
    const odd = ['-p1', '-o', "pid=it's$HOME`x`\\", '-o', 'ppid=('];
    const { behind } = await walledHome(() => listing(list('ps', ...odd)));
    const written = odd.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const ran = dataOf(await behind('read-only', `ps ${written}`));
    expect(ran).toMatchObject({ exit_code: 0, stderr: '' });
    expect(String(ran.stdout).split('\n')[0]).toContain("it's$HOME`x`\\");
  });

  it('comes from pgrep and top as well, and other names of the same file stay what they are', async () => {
    const { behind } = await walledHome(() =>
      listing(list('pgrep', '-f', `sleep 1000 ${mark}`), list('top', '-b', '-n', '1')),
    );
    const tasks = "top -b -n 1 | grep -c '^Tasks: *[0-9]*[0-9][0-9] total'";
    const command = `pgrep -f 'sleep 1000 ${mark}'; ${tasks}; sleep 100 & pkill -x sleep; wait $!; echo $?`;
    const ran = await behind('read-only', command);
    expect(printed(ran)).toBe(`${pid}\n1\n143`);
    expect(dataOf(ran).stderr).not.toContain('wall');
  });

  it('that nobody collected shows what runs behind the wall, and says so', async () => {
    const { behind } = await walledHome(() => listing(list('ps', 'aux'), { program: 'ps' }));
    const ran = dataOf(await behind('read-only', 'ps -o comm= -p $$; ps axe | grep -c "[t]he-secret"'));
    expect(ran.stdout).toBe('bash\n0\n');
    expect(String(ran.stderr).split('\n')).toHaveLength(3);
    expect(ran.stderr).toMatch(/^ps: .*only what runs behind this wall/);
  });

  it('is not taken with settings of the person, in which more could be asked for', async () => {
    const { home, env, behind } = await walledHome(() => listing(list('ps', '-p', '1')));
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'ps'), '#!/bin/sh\nenv; pwd\n', { mode: 0o755 });
    const shell = { ...env.shell, path: [bin, ...env.shell.path], locale: { LANG: 'C.UTF-8' } };
    const context = runContext({ wall: 'read-only' });
    const ran = await callTool({ ...env, shell }, 'shell_run', { command: 'ps -p 1', cwd: home }, context);
    const lines = printed(ran)
      .split('\n')
      .filter((line) => !/^(DOORMAN_RUN|_|SHLVL|OLDPWD)/.test(line));
    expect(lines.sort()).toEqual(
      ['/', 'HOME=/nonexistent', 'LANG=C.UTF-8', `PATH=${shell.path.join(':')}`, 'PWD=/', 'TERM=dumb'].sort(),
    );
    expect(await behind('read-only', 'true')).toMatchObject({ ok: true });
  });

  it('is left to the wall where the program is one of many in one file, or is not there', async () => {
    const { home, env } = await walledHome(() => listing(list('ps', '-p', '1'), list('nowhere', 'x')));
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'many'), '#!/bin/sh\nbasename "$0"\n', { mode: 0o755 });
    for (const name of ['ps', 'wc']) await symlink('many', join(bin, name));
    const shell = { ...env.shell, path: [bin, ...env.shell.path] };
    const context = runContext({ wall: 'read-only' });
    const ran = await callTool(
      { ...env, shell },
      'shell_run',
      { command: 'ps -p 1; wc', cwd: home },
      context,
    );
    expect(printed(ran)).toBe('ps\nwc');
  });

  it('is never taken by a program that leads into a folder that commands write in', async () => {
    const { home, env } = await walledHome(() => listing(list('ps', '-p', '1')));
    const [bin, shared] = [join(home, 'bin'), join(home, 'shared')];
    for (const folder of [bin, shared]) await mkdir(folder);
    await writeFile(join(shared, 'ps'), `#!/bin/sh\necho >>${shared}/outside\n`, { mode: 0o755 });
    await symlink(join(shared, 'ps'), join(bin, 'ps'));
    const inUse = {
      ...env,
      folders: () => [shared],
      shell: { ...env.shell, path: [bin, ...env.shell.path] },
    };
    const context = runContext({ wall: 'read-only' });
    const ran = await callTool(inUse, 'shell_run', { command: 'ps -p 1; ls', cwd: shared }, context);
    expect(printed(ran)).toBe('ps');
  });

  it('ends the call where it does not end, is too much, or was not wanted any more', async () => {
    const slow = await walledHome(() => listing(list('top', '-b', '-d', '99', '-n', '9')));
    const short = runContext({ wall: 'read-only', budgetMs: 1000 });
    const ran = await callTool(slow.env, 'shell_run', { command: 'true' }, short);
    expect(messageOf(ran)).toMatch(/top did not end within 500 ms/);
    const many = await walledHome(() =>
      listing(...Array.from({ length: 9 }, (_, id) => list('ps', '-p', `${id}`))),
    );
    expect(messageOf(await many.behind('read-only', 'true'))).toMatch(/more than 8 lists/);
    const { env } = await walledHome(() => listing(list('ps', 'aux')));
    const context = runContext({ wall: 'guarded', signal: AbortSignal.abort() });
    expect(messageOf(await callTool(env, 'shell_run', { command: 'ps aux' }, context))).toMatch(
      /not run|ended/,
    );
  });

  it('leaves nothing behind in the folder for temporary files', async () => {
    const tmpDir = await scratchFolder('/var/tmp');
    const { env, home } = await walledHome(() => listing(list('ps', 'aux')));
    const withTmp = { ...env, shell: { ...env.shell, tmpDir } };
    const context = runContext({ wall: 'read-only' });
    const ran = await callTool(withTmp, 'shell_run', { command: 'ps aux | wc -l', cwd: home }, context);
    expect(Number(printed(ran))).toBeGreaterThan(1);
    expect(await readdir(tmpDir)).toEqual([]);
  });
});
