import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';
import { processesWith } from '../unit/src-main/tools/tools-fixture.ts';

/** Commands need no question: that has tests of its own. */
const unasked = 'permissions:\n  bash: { allowed: true }\n';

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
    expect(list.stdout).toContain('as a job, for at most 1 h');
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
