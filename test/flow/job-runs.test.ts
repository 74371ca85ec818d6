import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { composeHost } from '../../src-main/compose-host.ts';
import type { Host } from '../../src-main/host.ts';
import { AWAY_MS, QUIET_MS } from '../../src-main/jobs/job-ends.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { JobView } from '../../src-shared/app-state.ts';
import type { Json } from '../../src-shared/json.ts';
import type { CallReply } from '../support/invoke-tool.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { makeScratch, type Scratch } from '../support/serve-host.ts';
import { untilState } from '../support/until-state.ts';
import { processesWith } from '../unit/src-main/tools/tools-fixture.ts';

const workerFile = fileURLToPath(new URL('../../out/shell-parser-worker.js', import.meta.url));
const BEARER = 'bearer-of-a-test';
const unasked = 'permissions:\n  bash: { allowed: true }\n';

let scratch: Scratch;
let host: Host;
let clock: ManualClock;
const runtimes = new Map<string, RunningRuntime>();

/** A runtime of its own, to which the host is connected. */
async function connect(name: string, port = 0): Promise<RunningRuntime> {
  const principals = new Map([[BEARER, { tenant: 't', subject: 's' }]]);
  const runtime = await startRuntime({ principals, port });
  runtimes.set(name, runtime);
  return runtime;
}

const isOpen = (name: string) => untilState(host, (state) => kindOf(state, name) === 'open');
const isGone = (name: string) => untilState(host, (state) => kindOf(state, name) !== 'open');

function kindOf({ runtimes: views }: ReturnType<Host['state']>, name: string) {
  return views.find((view) => view.name === name)?.status.kind;
}

function profileOf(name: string): string {
  return host.state().runtimes.find((view) => view.name === name)?.profileId ?? '';
}

/** Calls a tool as an agent of that runtime would, in a run. */
async function call(name: string, run: string, tool: string, input: Json): Promise<CallReply> {
  const response = await fetch(`${runtimes.get(name)?.url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BEARER}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool, input, run_id: run }),
  });
  return (await response.json()) as CallReply;
}

async function startJob(name: string, run = 'run-1') {
  const seconds = `${randomInt(100_000, 999_999)}.${randomInt(100_000, 999_999)}`;
  const reply = await call(name, run, 'shell_start', { command: `echo hi; sleep ${seconds}` });
  if (!reply.ok) throw new Error(reply.error);
  const { job_id: jobId } = reply.output as { job_id: string };
  const read = await call(name, run, 'shell_read', { job_id: jobId, wait_ms: 10_000 });
  expect(read).toMatchObject({ ok: true, output: { state: 'running', stdout: 'hi\n' } });
  return { jobId, seconds };
}

const viewOf = (jobId: string): JobView | undefined => host.state().jobs.find((job) => job.jobId === jobId);
const isOver = (jobId: string) =>
  untilState(host, ({ jobs }) => jobs.some((job) => job.jobId === jobId && job.end !== undefined));

beforeEach(async () => {
  scratch = await makeScratch({}, unasked);
  clock = new ManualClock();
  const composed = await composeHost({
    paths: doormanPaths({ DOORMAN_HOME: scratch.doormanHome }),
    kind: 'serve',
    env: process.env,
    workerFile,
    log: () => {},
    jobsClock: clock,
  });
  if (!composed.ok) throw new Error(composed.problem);
  host = composed.host;
  for (const name of ['Work', 'Home']) {
    const { url } = await connect(name);
    expect(await host.addRuntime({ name, url, token: BEARER })).toEqual({ ok: true });
    await isOpen(name);
  }
});
afterEach(async () => {
  await host.shutdown();
  for (const runtime of runtimes.values()) await runtime.close();
  runtimes.clear();
  await scratch.remove();
});

describe('a job and the run that started it', () => {
  it('ends when the runtime is gone for a minute, and goes on when it came back before', async () => {
    const { jobId, seconds } = await startJob('Work');
    const { port } = runtimes.get('Work') as RunningRuntime;
    await runtimes.get('Work')?.close();
    await isGone('Work');
    clock.advance(AWAY_MS - 1_000);
    await connect('Work', port);
    host.retryRuntime(profileOf('Work'));
    await isOpen('Work');
    clock.advance(AWAY_MS);
    expect(await call('Work', 'run-1', 'shell_read', { job_id: jobId })).toMatchObject({
      output: { state: 'running', stdout: 'hi\n' },
    });
    await runtimes.get('Work')?.close();
    await isGone('Work');
    clock.advance(AWAY_MS);
    await isOver(jobId);
    expect(viewOf(jobId)).toMatchObject({ end: { by: 'disconnected' } });
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('ends when the run made no call for a quarter of an hour; calls of another run do not count', async () => {
    const { jobId, seconds } = await startJob('Work');
    clock.advance(QUIET_MS - 1_000);
    await call('Work', 'run-1', 'fs_stat', { path: '.' });
    clock.advance(QUIET_MS - 1_000);
    expect(viewOf(jobId)?.state).toBe('running');
    await call('Work', 'run-2', 'fs_stat', { path: '.' });
    await call('Home', 'run-1', 'fs_stat', { path: '.' });
    clock.advance(1_000);
    await isOver(jobId);
    expect(viewOf(jobId)).toMatchObject({ end: { by: 'quiet' } });
    expect(await processesWith(seconds)).toEqual([]);
  });

  it('is let go on by the person when the run is over, and ended by the person', async () => {
    const { jobId, seconds } = await startJob('Work');
    expect(host.keepJob(jobId, 'window')).toEqual({ ok: true });
    await runtimes.get('Work')?.close();
    await isGone('Work');
    clock.advance(2 * QUIET_MS);
    expect(viewOf(jobId)).toMatchObject({ state: 'running', kept: true });
    await vi.waitFor(async () => expect(await processesWith(seconds)).not.toEqual([]), 10_000);
    expect(await host.stopJob(jobId)).toEqual({ ok: true });
    expect(viewOf(jobId)).toMatchObject({ end: { by: 'person' } });
    expect(await processesWith(seconds)).toEqual([]);
    expect(await host.stopJob(jobId)).toMatchObject({ ok: false });
    expect(host.keepJob(jobId, 'window')).toMatchObject({ ok: false });
  });

  it('is read and ended by that run alone: to another run, and to another runtime, there is no such job', async () => {
    const { jobId } = await startJob('Work');
    for (const [name, run] of [
      ['Work', 'run-2'],
      ['Home', 'run-1'],
    ] as const) {
      for (const tool of ['shell_read', 'shell_stop']) {
        const refused = { ok: false, error: `no such job: ${jobId}. This run has no jobs.` };
        expect(await call(name, run, tool, { job_id: jobId })).toEqual(refused);
      }
    }
    expect(viewOf(jobId)?.state).toBe('running');
    expect(await call('Work', 'run-1', 'shell_stop', { job_id: jobId })).toMatchObject({ ok: true });
  });

  it('ends with its runtime when the person removes that, kept or not', async () => {
    const { jobId, seconds } = await startJob('Work');
    const other = await startJob('Home');
    host.keepJob(jobId, 'window');
    expect(await host.removeRuntime(profileOf('Work'))).toEqual({ ok: true });
    expect(viewOf(jobId)).toMatchObject({ end: { by: 'runtime-removed' } });
    expect(await processesWith(seconds)).toEqual([]);
    expect(viewOf(other.jobId)?.state).toBe('running');
  });

  it('is ended by Stop within a second, with a start that is under way', async () => {
    const { jobId, seconds } = await startJob('Work');
    host.keepJob(jobId, 'window');
    const late = call('Home', 'run-1', 'shell_start', { command: `sleep ${seconds}` });
    await untilState(host, ({ recent }) =>
      recent.some((one) => one.tool === 'shell_start' && one.from.startsWith('Home')),
    );
    const pressed = performance.now();
    await host.stop();
    expect(performance.now() - pressed).toBeLessThan(1_000);
    await late;
    await untilState(host, ({ jobs }) => jobs.every((job) => job.end));
    expect(await processesWith(seconds)).toEqual([]);
    expect(viewOf(jobId)).toMatchObject({ end: { by: 'stopped' } });
  });
});
