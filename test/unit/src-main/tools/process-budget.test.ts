import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { type TreeBudget, treeBudget } from '../../../../src-main/tools/process-budget.ts';
import { namespaceCensus, weighExactly, weighQuickly } from '../../../../src-main/tools/process-census.ts';
import { underLimits } from '../../../../src-main/tools/process-limits.ts';
import { type ProcessEnd, runProcess, startProcess } from '../../../../src-main/tools/run-process.ts';
import { contained, raiseWall } from '../../../../src-main/tools/wall.ts';
import { dataOf, printed, processesWith, scratchFolder } from './tools-fixture.ts';
import { uniqueSleep } from './unique-sleep.ts';
import { walledHome } from './wall-fixture.ts';

const MEBIBYTE = 1024 * 1024;
const env = { PATH: '/usr/bin:/bin' };
/** Soft limit of this process, which its children inherit. */
const openFiles = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];

const small: TreeBudget = { processes: 512, threads: 1024, bytes: 128 * MEBIBYTE };

/** Runs perl with a small budget, for long enough that only the budget can end it. */
function underSmall(argv: readonly string[], walled: boolean, passed: readonly number[] = []) {
  const request = { argv, passed, env, walled, cwd: '/', treeBudget: small };
  return runProcess({ ...request, budgetMs: 30_000, keptBytes: 4096 });
}

function overOf(end: ProcessEnd): string {
  if (end.kind === 'ended' && end.over !== undefined) return end.over;
  throw new Error(`not ended for its budget: ${JSON.stringify(end)}`);
}

describe('a command that takes too much', () => {
  it.each(['none', 'guarded', 'read-only'] as const)(
    'is ended with all its processes once it has too many (wall: %s)',
    async (wall) => {
      const { behind } = await walledHome();
      const seconds = uniqueSleep();
      // Ends by itself should nothing else end it: a test must not take the machine down.
      const command = `for i in $(seq 3000); do setsid sleep ${seconds} & done; wait`;
      const value = dataOf(await behind(wall, command));
      expect(value.ended).toMatch(/^it had more than 512 processes at once; /);
      expect(await processesWith(seconds)).toEqual([]);
    },
  );

  it('is ended so where no namespace holds it', async () => {
    const seconds = uniqueSleep();
    const text = `for i in $(seq 3000); do setsid sleep ${seconds} & done; wait`;
    expect(overOf(await underSmall(['bash', '-c', text], false))).toMatch(/512 processes/);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it.each([true, false])('is ended for memory that it uses (own namespace: %s)', async (walled) => {
    const bare = ['perl', '-e', `$held = 'x' x (300 << 20); sleep 600 while 1`];
    const end = await underSmall(walled ? contained(bare, '/') : bare, walled);
    expect(overOf(end)).toBe('it used more than 128 MiB of memory');
  });

  it('is ended for memory that its children use together', async () => {
    const text = `for my $n (1 .. 8) { unless (fork) { $held = 'x' x (30 << 20); sleep 600 while 1 } } wait`;
    expect(overOf(await underSmall(contained(['perl', '-e', text], '/'), true))).toMatch(/memory/);
  });

  it.each(['/tmp', '/dev/shm'])('is ended for what it keeps in memory as files in %s', async (place) => {
    const home = await scratchFolder('/var/tmp');
    const text = `head -c 300M /dev/zero >${place}/full; sleep 600`;
    const places = { cwd: home, home, folders: [], secretPlaces: [], ownPaths: [] };
    const wall = await raiseWall('guarded', ['bash', '-c', text], places);
    if (!wall.ok) throw new Error(wall.message);
    const end = await underSmall(wall.argv, true, wall.passed).finally(wall.lower);
    expect(overOf(end)).toMatch(/memory/);
  });

  it('is ended for too many threads', async () => {
    const text =
      'const { Worker } = require("worker_threads");' +
      'for (let n = 0; n < 12; n++) new Worker("setInterval(() => {}, 1e6)", { eval: true });';
    const argv = contained([process.execPath, '-e', text], '/');
    const treeBudget = { ...small, threads: 12, bytes: 4096 * MEBIBYTE };
    const end = await runProcess({
      argv,
      env,
      walled: true,
      cwd: '/',
      treeBudget,
      budgetMs: 30_000,
      keptBytes: 4096,
    });
    expect(overOf(end)).toBe('it had more than 12 threads at once');
  });
});

describe('what a command weighs', () => {
  it('counts memory that processes share once, where it matters', async () => {
    const text =
      `$held = 'x' x (100 << 20); for (1 .. 4) { unless (fork) { sleep 600 while 1 } }` +
      `$| = 1; print 'ready'; sleep 600 while 1`;
    let ready = () => {};
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const argv = contained(['perl', '-e', text], '/');
    const running = await startProcess({ argv, env, cwd: '/', walled: true, onStdout: () => ready() });
    if (running.kind === 'not-started') throw new Error(running.why);
    await isReady;
    const [pid] = await firstOfNamespace(text);
    const folders = await namespaceCensus(() => pid).folders();
    const quick = await weighQuickly(folders);
    const exact = await weighExactly(folders);
    running.kill();
    await running.end;
    expect(folders).toHaveLength(6);
    expect(quick.own).toBeGreaterThan(500 * MEBIBYTE);
    expect(exact.own).toBeGreaterThan(100 * MEBIBYTE);
    expect(exact.own).toBeLessThan(250 * MEBIBYTE);
  });
});

/** The host's ids of processes with this argument, bubblewrap's own first process before all others. */
async function firstOfNamespace(word: string): Promise<readonly number[]> {
  return (await processesWith(word)).toSorted((a, b) => a - b).slice(1);
}

describe('the limits of the kernel', () => {
  it.each(['none', 'guarded', 'read-only'] as const)(
    'stand around a command, which is asked to make way (wall: %s)',
    async (wall) => {
      const { behind } = await walledHome();
      const text = 'ulimit -c; cat /proc/self/oom_score_adj; nice; ulimit -n; echo "$0 $-"; ulimit -u';
      const [core, score, niceness, open, bash, tasks] = printed(await behind(wall, text)).split('\n');
      expect([core, score, niceness]).toEqual(['0', '500', '19']);
      expect(open).toBe(openFiles);
      expect(bash).toMatch(/^bash [^i]*$/);
      expect(Number(tasks)).toBeGreaterThan(treeBudget().threads);
      expect(Number(tasks)).toBeLessThan(treeBudget().threads + 20_000);
    },
  );

  it('let no user but root start many more tasks than there are', async () => {
    const text =
      'for (1 .. 400) { my $pid = fork; $made++ if $pid; exec "sleep", 600 if defined $pid && !$pid } print $made';
    const there = await settledTasks();
    const limited = underLimits(['perl', '-e', text], { ...small, threads: 100 - there });
    const wall =
      'bwrap --unshare-user --unshare-pid --die-with-parent --ro-bind / / --proc /proc --dev /dev'.split(' ');
    const argv = [...wall, '--json-status-fd', '3', '--', ...limited];
    const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', ...argv] : argv;
    const end = await runProcess({
      argv: asUser,
      env,
      cwd: '/',
      walled: true,
      budgetMs: 30_000,
      keptBytes: 4096,
    });
    if (end.kind !== 'ended') throw new Error(end.why);
    const made = Number(end.stdout.head.toString());
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(400);
  });
});

/** How many tasks the machine has, once those that other tests ended are reaped: a limit below none would be no limit. */
async function settledTasks(): Promise<number> {
  const tasks = async () => Number((await readFile('/proc/loadavg', 'utf8')).split(/[ /]/)[4]);
  let there = await tasks();
  await vi.waitFor(
    async () => {
      const fell = there - (await tasks());
      there -= fell;
      expect(fell).toBeLessThan(10);
    },
    { interval: 200, timeout: 15_000 },
  );
  return there;
}

describe('the budget', () => {
  it('follows the machine, within bounds', () => {
    expect(treeBudget(2, 4 * 1024 * MEBIBYTE)).toEqual({
      processes: 512,
      threads: 1024,
      bytes: 2048 * MEBIBYTE,
    });
    expect(treeBudget(8, 64 * 1024 * MEBIBYTE)).toEqual({
      processes: 512,
      threads: 4096,
      bytes: 8192 * MEBIBYTE,
    });
  });
});
