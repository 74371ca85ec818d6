import { describe, expect, it } from 'vitest';
import { AWAY_MS, QUIET_MS } from '../../../../src-main/jobs/job-ends.ts';
import {
  Jobs,
  MOST_AT_ALL,
  MOST_OF_ONE,
  MOST_READABLE,
  READABLE_MS,
} from '../../../../src-main/jobs/jobs.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import type { ProcessGone } from '../../../../src-shared/job.ts';
import type { JournalStep } from '../../../../src-shared/journal-entry.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const HOUR_MS = 3_600_000;

const from = (profileId: string, runId?: string, connectionId = 'one'): Origin => ({
  door: 'client-tools',
  profileId,
  profileName: profileId,
  connectionId,
  ...(runId === undefined ? {} : { runId }),
});

const work = from('work', 'run-1');

/** Jobs on a clock that the test turns. What a job is made of is played: it is gone when it is killed, unless it hangs. */
function setUp() {
  const clock = new ManualClock();
  const steps: (JournalStep & { call: string })[] = [];
  const connected = new Set(['work', 'home']);
  const journal = { writable: true };
  const held = { paused: false };
  const made = { count: 0 };
  const jobs = new Jobs<string>({
    clock,
    newId() {
      made.count += 1;
      return `j-${made.count}`;
    },
    record(call, step) {
      if (journal.writable) steps.push({ ...step, call });
      return journal.writable;
    },
    isConnected: (profileId) => connected.has(profileId),
    isPaused: () => held.paused,
    label: (origin) => (origin.door === 'client-tools' ? origin.profileName : origin.caller),
    onChange: () => undefined,
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return {
    clock,
    steps,
    connected,
    journal,
    held,
    jobs,
    pass,
    start: starter(jobs, () => `c-${made.count + 1}`),
  };
}

/** Lets what follows an end happen. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function starter(jobs: Jobs<string>, newCallId: () => string) {
  const printed = { stdout: 3, stderr: 0 };
  return (origin: Origin = work, { budgetMs = HOUR_MS, hangs = false } = {}) => {
    const place = jobs.reserve(origin);
    if (!place.ok) throw new Error(place.message);
    let finish = (_gone: ProcessGone) => {};
    const gone = new Promise<ProcessGone>((resolve) => {
      finish = resolve;
    });
    const kill = () => {
      if (!hangs) finish({ exitCode: null, killedBy: 'SIGKILL', printed });
    };
    const about = { callId: newCallId(), summary: 'Start it', wall: 'guarded' as const };
    const job = place.start({ ...about, budgetMs, gone, kill, content: 'its output' });
    return { job, exit: (exitCode: number) => finish({ exitCode, killedBy: null, printed }) };
  };
}

describe('a job', () => {
  it('is written down and shown when it came to its own end, and can be read for a while', async () => {
    const { jobs, start, steps, pass, clock } = setUp();
    const { job, exit } = start();
    expect(jobs.views()).toMatchObject([{ jobId: 'j-1', callId: 'c-1', state: 'running', from: 'work' }]);
    await pass(1_500);
    exit(3);
    await settle();
    const end = { by: 'itself', exitCode: 3, durationMs: 1_500 };
    expect(job.end).toEqual({ ...end, signal: null });
    expect(steps).toEqual([
      { call: 'c-1', step: 'job-ended', job: 'j-1', ...end, printed: { stdout: 3, stderr: 0 } },
    ]);
    expect(jobs.views()).toMatchObject([{ state: 'ended', end }]);
    await pass(READABLE_MS - 1_000);
    expect(jobs.find('j-1', work)?.content).toBe('its output');
    await pass(2_000);
    expect(jobs.find('j-1', work)).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('is there for its own run only, and to others it does not exist', () => {
    const { jobs, start } = setUp();
    start();
    expect(jobs.find('j-1', work)?.id).toBe('j-1');
    expect(jobs.find('j-1', from('work', 'run-1', 'after a reconnect'))?.id).toBe('j-1');
    const local: Origin = { door: 'local', caller: 'work' };
    for (const origin of [from('work', 'run-2'), from('work'), from('home', 'run-1'), local]) {
      expect(jobs.find('j-1', origin)).toBeUndefined();
      expect(jobs.idsFor(origin)).toEqual([]);
    }
    expect(jobs.idsFor(work)).toEqual(['j-1']);
  });

  it('is ended when its budget is over by either clock', async () => {
    const { start, pass, clock } = setUp();
    const short = start(work, { budgetMs: 10_500 });
    const slept = start(work, { budgetMs: HOUR_MS });
    await pass(10_400);
    expect(short.job.end).toBeUndefined();
    await pass(100);
    expect(short.job.end).toMatchObject({ by: 'time', signal: 'SIGKILL' });
    clock.jumpWall(2 * HOUR_MS);
    await pass(1_000);
    expect(slept.job.end).toMatchObject({ by: 'time' });
  });

  it('is ended once, for the first reason', async () => {
    const { jobs, start, steps } = setUp();
    const { job } = start();
    void job.stop('agent');
    void jobs.end('j-1', 'person');
    await settle();
    expect(job.end?.by).toBe('agent');
    expect(steps.map(({ step }) => step)).toEqual(['job-ended']);
    expect(await jobs.end('j-1', 'person')).toBe('none');
  });

  it('does not hold up whoever ends it when the system does not let go of it', async () => {
    const { jobs, start, clock } = setUp();
    start(work, { hangs: true });
    const ended = jobs.end('j-1', 'person');
    await settle();
    expect(jobs.views()).toMatchObject([{ state: 'ending' }]);
    clock.advance(5_000);
    expect(await ended).toBe('ending');
  });
});

describe('the run of a job', () => {
  it('is over when its runtime was gone for a minute, not when it came back in time', async () => {
    const { jobs, start, connected, pass } = setUp();
    const { job } = start();
    connected.delete('work');
    jobs.linksChanged();
    await pass(AWAY_MS - 1_000);
    connected.add('work');
    jobs.linksChanged();
    await pass(AWAY_MS);
    expect(job.end).toBeUndefined();
    connected.delete('work');
    jobs.linksChanged();
    // Trying again changes the state of the link, but the time goes on from when it went away.
    await pass(AWAY_MS - 1_000);
    jobs.linksChanged();
    await pass(1_000);
    expect(job.end?.by).toBe('disconnected');
  });

  it('is over when it made no call for a quarter of an hour; a call under way counts, one of others does not', async () => {
    const { jobs, start, pass } = setUp();
    const { job } = start();
    const over = jobs.heard(work);
    await pass(2 * QUIET_MS);
    over();
    jobs.heard(from('work', 'run-2'))();
    await pass(QUIET_MS - 1_000);
    expect(job.end).toBeUndefined();
    jobs.heard(work)();
    await pass(QUIET_MS - 1_000);
    expect(job.end).toBeUndefined();
    await pass(1_000);
    expect(job.end?.by).toBe('quiet');
  });

  it('is not taken for over because the machine slept', async () => {
    const { start, clock, pass } = setUp();
    const { job } = start(work, { budgetMs: 12 * HOUR_MS });
    clock.jumpWall(8 * HOUR_MS);
    await pass(1_000);
    expect(job.end).toBeUndefined();
  });

  it('is not taken for over while the person has paused all calls', async () => {
    const { start, held, pass } = setUp();
    const { job } = start();
    held.paused = true;
    await pass(2 * QUIET_MS);
    held.paused = false;
    await pass(QUIET_MS - 1_000);
    expect(job.end).toBeUndefined();
    await pass(1_000);
    expect(job.end?.by).toBe('quiet');
  });

  it('does not end a job that the person keeps; its budget, Stop and the end of Doorman do', async () => {
    const { jobs, start, connected, pass, steps } = setUp();
    const [kept, other] = [start(), start()];
    expect(jobs.keep('j-1', 'window')).toBe('kept');
    expect(steps).toEqual([{ call: 'c-1', step: 'job-kept', job: 'j-1', by: 'window' }]);
    expect(jobs.views().map((view) => view.kept)).toEqual([false, true]);
    connected.delete('work');
    jobs.linksChanged();
    await pass(2 * QUIET_MS);
    expect(other.job.end?.by).toBe('disconnected');
    expect(kept.job.end).toBeUndefined();
    await pass(HOUR_MS);
    expect(kept.job.end?.by).toBe('time');
    const third = start();
    jobs.keep('j-3', 'command-line');
    void jobs.endAll('stopped');
    await settle();
    expect(third.job.end?.by).toBe('stopped');
  });

  it('cannot be waived for what is over or cannot be written down', async () => {
    const { jobs, start, journal, pass } = setUp();
    const { job } = start();
    journal.writable = false;
    expect(jobs.keep('j-1', 'window')).toBe('not-recorded');
    await pass(QUIET_MS);
    expect(job.end?.by).toBe('quiet');
    expect(jobs.keep('j-1', 'window')).toBe('none');
    expect(jobs.keep('j-9', 'window')).toBe('none');
  });

  it('ends with its runtime when that is removed, and only that one', async () => {
    const { jobs, start } = setUp();
    const [gone, stays] = [start(work), start(from('home'))];
    await jobs.endAll('runtime-removed', 'work');
    expect(gone.job.end?.by).toBe('runtime-removed');
    expect(stays.job.end).toBeUndefined();
  });
});

describe('places for jobs', () => {
  it('are bounded for one runtime and over all, and one is free again when a job ended or never started', async () => {
    const { jobs, start } = setUp();
    const first = start();
    const place = jobs.reserve(work);
    for (let more = 2; more < MOST_OF_ONE; more += 1) start();
    expect(jobs.reserve(work)).toMatchObject({ ok: false, message: expect.stringContaining('shell_stop') });
    if (place.ok) place.giveBack();
    start();
    expect(jobs.reserve(from('work', 'another run')).ok).toBe(false);
    for (let more = 0; more < MOST_AT_ALL - MOST_OF_ONE; more += 1) start(from('home'));
    const local: Origin = { door: 'local', caller: 'script' };
    expect(jobs.reserve(local)).toMatchObject({
      ok: false,
      message: expect.stringContaining('this machine'),
    });
    first.exit(0);
    await settle();
    expect(jobs.reserve(local).ok).toBe(true);
  });

  it('are not taken up by jobs that ended, of which the newest can be read', async () => {
    const { jobs, start } = setUp();
    for (let made = 0; made < MOST_READABLE + 2; made += 1) {
      start().exit(0);
      await settle();
    }
    start(from('home')).exit(0);
    await settle();
    expect(jobs.idsFor(work)).toHaveLength(MOST_READABLE);
    expect(jobs.idsFor(work)).not.toContain('j-1');
    expect(jobs.views()).toHaveLength(MOST_READABLE + 1);
  });

  it('are given up with Doorman, and nothing goes on looking', async () => {
    const { jobs, start, clock, steps } = setUp();
    start();
    await jobs.close();
    expect(steps).toMatchObject([{ step: 'job-ended', by: 'shutting-down' }]);
    expect(jobs.views()).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
