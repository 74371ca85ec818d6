import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { composeHost } from '../../src-main/compose-host.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';
import { untilState } from '../support/until-state.ts';
import { processesWith } from '../unit/src-main/tools/tools-fixture.ts';

/** Commands need no question: that has tests of its own. */
const unasked = 'permissions:\n  bash: { allowed: true }\n';

const workerFile = fileURLToPath(new URL('../../out/shell-parser-worker.js', import.meta.url));

let scratch: Scratch;
let host: ServedHost | undefined;

async function start(permissions?: string): Promise<ServedHost> {
  scratch = await makeScratch({}, permissions);
  host = await serveHost(scratch);
  return host;
}

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await scratch.remove();
});

const uniqueSleep = () => `${randomInt(100_000, 999_999)}.${randomInt(100_000, 999_999)}`;

async function output(reply: ReturnType<ServedHost['call']>): Promise<Record<string, unknown>> {
  const settled = await reply;
  if (!settled.ok) throw new Error(settled.error);
  return settled.output as Record<string, unknown>;
}

async function startJob({ call }: ServedHost, command: string): Promise<string> {
  return String((await output(call('shell_start', { command }))).job_id);
}

describe('a job of a real host', () => {
  it('starts after a yes, is read while it runs, ends by itself, and is in the journal to its end', async () => {
    const served = await start();
    const { call, waiting, journal } = served;
    const command = 'echo one; until [ -e go ]; do sleep 0.02; done; touch made; exit 3';
    const started = call('shell_start', { command });
    const id = await waiting();
    const list = await doorman(scratch, ['approvals', 'list']);
    expect(list.stdout).toContain('Start a job: ');
    await doorman(scratch, ['approvals', 'allow', id]);
    const { job_id: job } = await output(started);
    const first = await output(call('shell_read', { job_id: job, wait_ms: 10_000 }));
    expect(first).toMatchObject({ state: 'running', stdout: 'one\n', next_offset: '4.0' });
    const next = call('shell_read', { job_id: job, offset: first.next_offset, wait_ms: 20_000 });
    await writeFile(join(scratch.site, 'go'), '');
    expect(await output(next)).toMatchObject({
      state: 'ended',
      exit_code: 3,
      ended_by: 'itself',
      stdout: '',
    });
    const steps = (await journal()).filter((entry) => entry.call === id);
    expect(steps.map((entry) => entry.step)).toEqual([
      ...['received', 'decided', 'asked', 'answered', 'started', 'ended', 'job-ended'],
    ]);
    expect(steps.at(-1)).toMatchObject({ job, by: 'itself', exitCode: 3, printed: { stdout: 4, stderr: 0 } });
  });

  it('needs no question where its command needs none, and is ended by its agent with all that it started', async () => {
    const served = await start(unasked);
    const seconds = uniqueSleep();
    const job = await startJob(served, `sleep ${seconds}`);
    await until(async () => (await processesWith(seconds)).length > 0);
    const ended = await output(served.call('shell_stop', { job_id: job }));
    expect(ended).toMatchObject({ job_id: job, state: 'ended', ended_by: 'agent' });
    expect(await processesWith(seconds)).toEqual([]);
    const [received, decided] = (await served.journal()).slice(-5);
    expect([received, decided]).toMatchObject([{ tool: 'shell_stop' }, { verdict: 'allow' }]);
  });

  it('is ended by Stop within a second, and not by Pause', async () => {
    const served = await start(unasked);
    const seconds = uniqueSleep();
    const job = await startJob(served, `sleep ${seconds}`);
    await until(async () => (await processesWith(seconds)).length > 0);
    await doorman(scratch, ['pause']);
    expect((await served.status()).state.jobs).toMatchObject([{ jobId: job, state: 'running' }]);
    await doorman(scratch, ['stop']);
    expect(await processesWith(seconds)).toEqual([]);
    expect((await served.status()).state.jobs).toMatchObject([{ state: 'ended', end: { by: 'stopped' } }]);
  });

  it('ends with its host', async () => {
    const served = await start(unasked);
    const seconds = uniqueSleep();
    await startJob(served, `sleep ${seconds}`);
    await until(async () => (await processesWith(seconds)).length > 0);
    expect(await served.stop()).toBe(0);
    host = undefined;
    expect(await processesWith(seconds)).toEqual([]);
    expect((await served.journal()).at(-1)).toMatchObject({ step: 'job-ended', by: 'shutting-down' });
  });
});

describe('doorman jobs', () => {
  it('lists what runs and what ended, keeps and stops by the beginning of an id', async () => {
    const served = await start(unasked);
    expect(await doorman(scratch, ['jobs'])).toMatchObject({ code: 0, stdout: 'No job runs.\n' });
    const seconds = uniqueSleep();
    const job = await startJob(served, `sleep ${seconds}`);
    const brief = job.slice(0, 6);
    expect((await doorman(scratch, ['jobs', 'keep', brief])).stdout).toMatch(/^Kept: Start a job: `sleep/);
    const list = await doorman(scratch, ['jobs']);
    expect(list.stdout).toContain(`${job}  Start a job: \`sleep ${seconds}\``);
    expect(list.stdout).toMatch(
      /running, kept; for 0 min, 60 min left; behind the wall: .*; started by This machine/,
    );
    expect(JSON.parse((await doorman(scratch, ['jobs', '--json'])).stdout)).toMatchObject([
      { jobId: job, state: 'running', kept: true },
    ]);
    expect((await doorman(scratch, ['jobs', 'stop', brief])).stdout).toMatch(/^Ended: Start/);
    expect(await processesWith(seconds)).toEqual([]);
    expect((await doorman(scratch, ['jobs'])).stdout).toContain('ended (by: person)');
    expect((await served.journal()).map((entry) => entry.step).slice(-2)).toEqual(['job-kept', 'job-ended']);
  });

  it('says what it cannot do, and what it is for', async () => {
    const served = await start(unasked);
    const gone = await doorman(scratch, ['jobs', 'stop', 'j-none']);
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('may have ended') });
    await startJob(served, 'sleep 1000');
    await startJob(served, 'sleep 1000');
    expect(await doorman(scratch, ['jobs', 'stop', 'j-'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('fits 2 jobs'),
    });
    for (const args of [['stop'], ['keep'], ['list', 'x'], ['frobnicate'], ['stop', 'a', 'b'], ['--wide']]) {
      expect((await doorman(scratch, ['jobs', ...args])).code, args.join(' ')).toBe(2);
    }
  });

  it('stops beside a desktop, and keeps only where the person allowed answers from the command line', async () => {
    scratch = await makeScratch({}, unasked);
    const composed = await composeHost({
      paths: doormanPaths({ DOORMAN_HOME: scratch.doormanHome }),
      kind: 'desktop',
      env: process.env,
      workerFile,
      log: () => {},
    });
    if (!composed.ok) throw new Error(composed.problem);
    const desktop = composed.host;
    onTestFinished(desktop.shutdown);
    await untilState(desktop, ({ runtimes }) => runtimes.some(({ status }) => status.kind === 'open'));
    await desktop.playground('shell_start', { command: 'sleep 1000' });
    const job = desktop.state().jobs[0]?.jobId ?? '';
    const refused = await doorman(scratch, ['jobs', 'keep', job]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Keep it in the window') });
    expect(desktop.state().jobs).toMatchObject([{ kept: false }]);
    await desktop.setAllowFromCommandLine(true);
    expect((await doorman(scratch, ['jobs', 'keep', job])).code).toBe(0);
    expect(desktop.state().jobs).toMatchObject([{ kept: true }]);
    await desktop.setAllowFromCommandLine(false);
    expect((await doorman(scratch, ['jobs', 'stop', job])).code).toBe(0);
  });
});
