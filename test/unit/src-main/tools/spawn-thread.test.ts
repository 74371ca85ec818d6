import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type Exit,
  type Spawn,
  type SpawnOrder,
  type Stream,
  spawnHere,
} from '../../../../src-main/tools/spawn-child.ts';
import { SpawnThread } from '../../../../src-main/tools/spawn-thread.ts';
import { type BuiltWorker, buildProgram } from '../../../support/build-shell-parser-worker.ts';
import { processesWith } from './tools-fixture.ts';
import { uniqueSleep } from './unique-sleep.ts';

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildProgram('src-main/tools', 'spawn-worker');
});
afterAll(() => built.remove());

function newThread(file = built.file): SpawnThread {
  const thread = new SpawnThread(file);
  onTestFinished(() => thread.close());
  return thread;
}

/** Starts a program and collects what it says; `over` resolves with its last event. */
async function start(spawn: Spawn, argv: readonly string[], more: Partial<SpawnOrder> = {}) {
  const order = { argv, cwd: '/', env: { PATH: '/usr/bin:/bin' }, status: false, passed: [] };
  const printed = { stdout: '', stderr: '', status: '' };
  const ends: (Stream | 'exit')[] = [];
  let how: Exit | undefined;
  let close = () => {};
  const over = new Promise<void>((resolve) => {
    close = resolve;
  });
  const child = await spawn(
    { ...order, mostPerSecond: undefined, ...more },
    {
      data(from, chunk) {
        printed[from] += chunk.toString();
      },
      streamEnd: (from) => ends.push(from),
      exit(exit) {
        how = exit;
        ends.push('exit');
      },
      close,
    },
  );
  return { child, over, said: () => ({ printed, how, ends: ends.toSorted() }) };
}

describe.each(['here', 'thread'] as const)('a program that is started (%s)', (where) => {
  let spawn: Spawn;
  beforeEach(() => {
    spawn = where === 'here' ? spawnHere : newThread().spawn;
  });

  it('is heard to its end, each stream apart', async () => {
    const text = 'echo out; echo problem >&2; echo state >&3; exit 3';
    const { over, said } = await start(spawn, ['sh', '-c', text], { status: true });
    await over;
    expect(said()).toEqual({
      printed: { stdout: 'out\n', stderr: 'problem\n', status: 'state\n' },
      how: { exitCode: 3, killedBy: null },
      ends: ['exit', 'status', 'stderr', 'stdout'],
    });
  });

  it('says by which signal it ended, and leads a session of its own', async () => {
    const text = 'ps -o sid= -p $$ | tr -d " "; kill -TERM $$';
    const { child, over, said } = await start(spawn, ['sh', '-c', text]);
    await over;
    expect(said().how).toEqual({ exitCode: null, killedBy: 'SIGTERM' });
    expect(child).toMatchObject({ pid: Number(said().printed.stdout) });
  });

  it('gets the environment that was given, descriptors as they were passed, and no input', async () => {
    const file = await open(new URL(import.meta.url));
    const { over, said } = await start(spawn, ['sh', '-c', 'env | grep -v PWD; head -c 6 <&4; cat'], {
      env: { PATH: '/usr/bin:/bin', ONE: '1' },
      passed: [file.fd],
    });
    await over;
    await file.close();
    expect(said().printed.stdout.split('\n').toSorted()).toEqual(['ONE=1', 'PATH=/usr/bin:/bin', 'import']);
  });

  it('prints more than any buffer holds', async () => {
    const { over, said } = await start(spawn, ['seq', '1000000']);
    await over;
    expect(said().printed.stdout).toHaveLength(6_888_896);
    expect(said().printed.stdout.slice(-15)).toBe('999999\n1000000\n');
  });

  it('is told apart from one that cannot be started', async () => {
    expect((await start(spawn, ['no-such-program'])).child).toMatchObject({ code: 'ENOENT' });
    expect((await start(spawn, ['true', 'x'.repeat(3_000_000)])).child).toMatchObject({ code: 'E2BIG' });
    expect((await start(spawn, ['true', 'a\0b'])).child).toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
    expect((await start(spawn, ['true'], { cwd: '/nonexistent' })).child).toMatchObject({ code: 'ENOENT' });
  });
});

describe('the thread', () => {
  it('lets a program that floods wait while nobody takes what it prints', async () => {
    const { child, over } = await start(newThread().spawn, ['head', '-c', '64M', '/dev/zero']);
    if (child.kind !== 'spawned') throw new Error(child.code);
    const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[1]);
    // This thread stands still, as long as the other one still reads.
    let before = -1;
    for (let now = 0; now !== before; now = written()) {
      before = now;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
    expect(written()).toBeGreaterThan(1024 * 1024);
    expect(written()).toBeLessThan(4 * 1024 * 1024);
    await over;
  });

  it('ends what still runs in it when it is closed, and says so', async () => {
    const thread = newThread();
    const seconds = uniqueSleep();
    const { over, said } = await start(thread.spawn, ['sleep', seconds]);
    await thread.close();
    await over;
    expect(said().how).toEqual({ exitCode: null, killedBy: 'SIGKILL' });
    await expect.poll(() => processesWith(seconds)).toEqual([]);
    expect((await start(thread.spawn, ['true'])).child).toMatchObject({ kind: 'not-spawned' });
  });

  it('starts nothing where it cannot begin, and begins anew', async () => {
    const thread = newThread('/nonexistent/spawn-worker.mjs');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await start(thread.spawn, ['true'])).child).toEqual({ kind: 'not-spawned', code: 'ECANCELED' });
    }
  });
});
