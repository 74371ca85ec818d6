import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MOST_OF_ONE } from '../../../../src-main/jobs/jobs.ts';
import type { RunContext } from '../../../../src-main/tools/define-tool.ts';
import { KEPT_BYTES } from '../../../../src-main/tools/job-output.ts';
import { type Origin, ownerOf } from '../../../../src-shared/call.ts';
import type { Json } from '../../../../src-shared/json.ts';
import {
  callTool,
  dataOf,
  findTool,
  messageOf,
  processesWith,
  runContext,
  scratchFolder,
  testJobs,
  testOrigin,
  toolsEnv,
} from './tools-fixture.ts';
import { uniqueSleep } from './unique-sleep.ts';

async function setUp() {
  const home = await scratchFolder('/var/tmp');
  const site = join(home, 'site');
  await mkdir(site);
  const jobs = testJobs();
  onTestFinished(() => jobs.close());
  const env = toolsEnv(home, { folders: () => [site], jobs });
  const call = (tool: string, input: object, context: Partial<RunContext> = {}) =>
    callTool(env, tool, input, runContext(context));
  const start = async (command: string, context: Partial<RunContext> = {}) =>
    String(dataOf(await call('shell_start', { command }, context)).job_id);
  const read = async (job: string, more: object = {}, context: Partial<RunContext> = {}) =>
    dataOf(await call('shell_read', { job_id: job, ...more }, context));
  /** Reads on until the job ended; the last look, with all that was printed. */
  const readToEnd = async (job: string) => {
    let [stdout, stderr] = ['', ''];
    let last: { readonly [key: string]: Json } = { next_offset: '0.0' };
    while (last.state !== 'ended' || last.more) {
      last = await read(job, { offset: last.next_offset, wait_ms: 10_000 });
      stdout += last.stdout;
      stderr += last.stderr;
    }
    return { ...last, stdout, stderr };
  };
  return { site, env, jobs, call, start, read, readToEnd };
}

describe('shell_start', () => {
  it('is decided on as the run that it is, with its budget in sight', async () => {
    const { env, site } = await setUp();
    const tool = findTool(env, 'shell_start');
    const resolved = await tool.resolve({ command: 'make all', budget_ms: 5_400_000 });
    if (!resolved.ok) throw new Error(resolved.message);
    await tool.release?.(resolved.action);
    expect(resolved.action).toMatchObject({
      tool: 'shell_start',
      summary: 'Start a job: `make all` in ~/site, for at most 90 min',
      text: 'make all',
      effects: [{ kind: 'run', text: 'make all', cwd: site }],
      frozen: { command: 'make all', cwd: site, budget_ms: 5_400_000 },
    });
  });

  it('is ended, and says why, when it has too many processes', async () => {
    const { start, readToEnd } = await setUp();
    const seconds = uniqueSleep();
    // Ends by itself should nothing else end it: a test must not take the machine down.
    const end = await readToEnd(await start(`for i in $(seq 3000); do setsid sleep ${seconds} & done; wait`));
    expect(end).toMatchObject({
      ended_by: 'too-much',
      why: 'it had more than 512 processes at once, so it was ended.',
    });
    expect(await processesWith(seconds)).toEqual([]);
  });

  it.each(['none', 'guarded', 'read-only'] as const)(
    'answers at once and goes on, behind the wall that was decided (wall: %s)',
    async (wall) => {
      const { start, readToEnd, site } = await setUp();
      const go = join(site, 'go');
      const job = await start(
        'echo started; until [ -e go ]; do sleep 0.02; done; (echo > made) 2>&1; exit 4',
        { wall },
      );
      await writeFile(go, '');
      const end = await readToEnd(job);
      expect(end).toMatchObject({ state: 'ended', exit_code: 4, ended_by: 'itself' });
      expect(end.stdout).toMatch(/^started\n/);
      if (wall === 'read-only') expect(end.stdout).toContain('Read-only file system');
      else expect(await readFile(join(site, 'made'), 'utf8')).toBe('\n');
    },
  );

  it('leaves nothing of the guarded wall behind, and holds its place until then', async () => {
    const { start, read, site, call } = await setUp();
    const job = await start('sleep 1000', { wall: 'guarded' });
    const hooks = join(site, '.husky');
    await vi.waitFor(async () => expect(await readFile(hooks).catch((error) => error.code)).toBe('EISDIR'));
    expect(await read(job)).toMatchObject({ state: 'running', stdout: '' });
    await call('shell_stop', { job_id: job });
    expect(await readFile(hooks).catch((error) => error.code)).toBe('ENOENT');
  });

  it('lets a command that never stops printing wait', async () => {
    const { start, call, jobs } = await setUp();
    const began = performance.now();
    const job = await start('yes');
    const printed = () => jobs.find(job, testOrigin)?.content.output.stdout.total() ?? 0;
    await vi.waitFor(() => expect(printed()).toBeGreaterThan(6 * 1024 * 1024), { timeout: 15_000 });
    expect(performance.now() - began).toBeGreaterThan(1_000);
    await call('shell_stop', { job_id: job });
  });

  it('starts nothing for a call that is over, and keeps no place for it', async () => {
    const { call, jobs, site } = await setUp();
    const signal = AbortSignal.abort();
    expect(messageOf(await call('shell_start', { command: 'touch made' }, { signal }))).toMatch(/^not run/);
    expect(jobs.views()).toEqual([]);
    await expect(readFile(join(site, 'made'))).rejects.toThrow();
  });

  it('ends what was just started when its call is over by then', async () => {
    const { env, jobs } = await setUp();
    const controller = new AbortController();
    const reserve: typeof jobs.reserve = (origin) => {
      const place = jobs.reserve(origin);
      if (!place.ok) return place;
      const start: typeof place.start = (job) => {
        controller.abort();
        return place.start(job);
      };
      return { ...place, start };
    };
    const keeper = { reserve, find: jobs.find.bind(jobs), idsFor: jobs.idsFor.bind(jobs) };
    const seconds = uniqueSleep();
    const context = runContext({ signal: controller.signal });
    const ran = await callTool(
      { ...env, jobs: keeper },
      'shell_start',
      { command: `sleep ${seconds}` },
      context,
    );
    expect(messageOf(ran)).toMatch(/its call was over/);
    expect(jobs.views()).toMatchObject([{ end: { by: 'call-over' } }]);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('says what stands in its way, and gives its place back', async () => {
    const { env, call, jobs } = await setUp();
    const shell = { ...env.shell, path: ['/nonexistent'] };
    for (let tries = 0; tries < MOST_OF_ONE + 1; tries += 1) {
      const ran = await callTool({ ...env, shell }, 'shell_start', { command: 'true' });
      expect(messageOf(ran)).toMatch(/^not run: the program or the folder/);
    }
    expect(jobs.views()).toEqual([]);
    for (let made = 0; made < MOST_OF_ONE; made += 1) await call('shell_start', { command: 'sleep 1000' });
    expect(messageOf(await call('shell_start', { command: 'true' }))).toMatch(/which is the most/);
  });
});

describe('shell_read', () => {
  it('goes on from its cursor, and waits for more', async () => {
    const { start, read, site } = await setUp();
    const job = await start(
      'echo one; echo oops >&2; until [ -e go ]; do sleep 0.02; done; echo two; sleep 1000',
    );
    const first = await read(job, { wait_ms: 10_000 });
    expect(first).toMatchObject({ job_id: job, state: 'running' });
    await vi.waitFor(async () =>
      expect(await read(job)).toMatchObject({ stdout: 'one\n', stderr: 'oops\n', next_offset: '4.5' }),
    );
    const waiting = read(job, { offset: '4.5', wait_ms: 10_000 });
    await writeFile(join(site, 'go'), '');
    expect(await waiting).toMatchObject({
      state: 'running',
      stdout: 'two\n',
      stderr: '',
      next_offset: '8.5',
    });
  });

  it('waits no longer than it was told, than its call may take, or than its call is wanted', async () => {
    const { start, read } = await setUp();
    const job = await start('sleep 1000');
    const nothing = { state: 'running', stdout: '', next_offset: '0.0' };
    expect(await read(job, { wait_ms: 50 })).toMatchObject(nothing);
    expect(await read(job, { wait_ms: 3_600_000 }, { budgetMs: 350 })).toMatchObject(nothing);
    const controller = new AbortController();
    const waiting = read(job, { wait_ms: 3_600_000 }, { signal: controller.signal, budgetMs: 3_600_000 });
    controller.abort();
    expect(await waiting).toMatchObject(nothing);
  });

  it('keeps the last 1 MiB of each stream, says what was dropped, and stays within its limits', async () => {
    const { start, readToEnd, read, call } = await setUp();
    const job = await start('seq 1 400000');
    await readToEnd(job);
    const total = Buffer.byteLength(Array.from({ length: 400_000 }, (_, index) => `${index + 1}\n`).join(''));
    const first = await read(job);
    expect(first).toMatchObject({ dropped: { stdout: total - KEPT_BYTES }, more: true });
    const wide = dataOf(
      await call('shell_read', { job_id: job, limit: KEPT_BYTES }, { maxResultBytes: 20_000 }),
    );
    expect(Buffer.byteLength(JSON.stringify(wide))).toBeLessThanOrEqual(20_000);
    const small = await read(job, { limit: 1024 });
    expect(String(small.stdout).length).toBeLessThanOrEqual(1024);
    const last = await read(job, { offset: `${total - 7}.0` });
    expect(last).toMatchObject({ stdout: '400000\n', next_offset: `${total}.0` });
    expect(last).not.toHaveProperty('more');
  });

  it('strips what would steer a terminal, and reports what is no text', async () => {
    const { start, read, readToEnd } = await setUp();
    const job = await start(`printf '\\033[31mred\\033[0m'; printf '\\x1f\\x8b\\xff' >&2`);
    expect((await readToEnd(job)).stdout).toBe('red');
    expect(await read(job)).toMatchObject({
      stdout: 'red',
      stderr: '',
      binary: { stderr: { size: 3, media_type: 'application/gzip' } },
    });
  });

  it('names the wall where the failure looks like it', async () => {
    const { start, readToEnd } = await setUp();
    const job = await start('echo > /etc/made', { wall: 'guarded' });
    expect(await readToEnd(job)).toMatchObject({ note: expect.stringContaining('guarded wall') });
  });

  it('finds no job of others, and does not say that there is one', async () => {
    const { start, call } = await setUp();
    const job = await start('sleep 1000');
    const other: Origin = { door: 'local', caller: 'another' };
    const own = { job_id: job };
    for (const tool of ['shell_read', 'shell_stop']) {
      const refused = await call(tool, own, { call: { id: 'c-2', origin: other } });
      expect(messageOf(refused)).toBe(`no such job: ${job}. This run has no jobs.`);
      const unknown = await call(tool, { job_id: 'j-none' });
      expect(messageOf(unknown)).toBe(`no such job: j-none. The jobs of this run: ${job}.`);
    }
  });

  it('does to a job what the judgement is told: who started it, and who asks', async () => {
    const { env, start } = await setUp();
    const job = await start('sleep 1000');
    const owner = ownerOf(testOrigin);
    for (const [name, use] of [
      ['shell_read', 'read'],
      ['shell_stop', 'stop'],
    ] as const) {
      const asked = { asker: 'test', origin: testOrigin, signal: new AbortController().signal };
      const resolved = await findTool(env, name).resolve({ job_id: job }, asked);
      expect(resolved).toMatchObject({
        action: { effects: [{ kind: 'job', use, job, startedBy: owner, askedBy: owner }] },
      });
    }
  });
});

describe.each(['none', 'guarded', 'read-only'] as const)('shell_stop (wall: %s)', (wall) => {
  it('ends the whole stubborn tree, says how it ended, and leaves its output to be read', async () => {
    const { start, call, read } = await setUp();
    const seconds = uniqueSleep();
    const job = await start(
      `trap '' TERM; (setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &); setsid -f sleep ${seconds}; ` +
        `bash -c "trap '' TERM; sleep ${seconds}; true" & while :; do echo full; done`,
      { wall },
    );
    await vi.waitFor(async () => expect((await processesWith(seconds)).length).toBe(3), { timeout: 10_000 });
    const asked = performance.now();
    const ended = dataOf(await call('shell_stop', { job_id: job }));
    expect(performance.now() - asked).toBeLessThan(1_000);
    expect(await processesWith(seconds)).toEqual([]);
    expect(ended).toMatchObject({ job_id: job, state: 'ended', ended_by: 'agent' });
    expect(await read(job)).toMatchObject({ state: 'ended', stdout: expect.stringMatching(/full\n/) });
    expect(dataOf(await call('shell_stop', { job_id: job }))).toEqual(ended);
  });
});
