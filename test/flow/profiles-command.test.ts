/** `doorman profiles` and `doorman login`, with a running host and without one, in a session with a real keychain. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import { startBareRuntime } from '../support/bare-peer.ts';
import { invokeTool } from '../support/invoke-tool.ts';
import {
  doorman,
  makeScratch,
  type Scratch,
  type ServedHost,
  serveHost,
  until,
} from '../support/serve-host.ts';

const TOKEN = 'a-token-of-the-work-runtime';

let scratch: Scratch;
let runtime: RunningRuntime;
let host: ServedHost | undefined;

beforeEach(async () => {
  scratch = await makeScratch();
  runtime = await startRuntime({ principals: new Map([[TOKEN, { tenant: 't', subject: 's' }]]) });
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
  await runtime.close();
  await scratch.remove();
});

const profiles = (...args: string[]) => doorman(scratch, ['profiles', ...args]);
const login = (token: string, ...args: string[]) => doorman(scratch, ['login', ...args], {}, token);

async function listed(): Promise<RuntimeView[]> {
  const { code, stdout } = await profiles('list', '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

async function everyFile(): Promise<string> {
  const entries = await readdir(scratch.doormanHome, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
  return texts.join('\n');
}

describe('without a host', () => {
  it('adds a runtime, and says what its token is worth', async () => {
    expect(await profiles('add', 'work', runtime.url, '--machine', 'studio')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Added work\. .*doorman login work/),
    });
    expect(await listed()).toMatchObject([{ name: 'work', machine: 'studio', hasToken: false }]);

    expect(await profiles('test', 'work')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/needs you: the runtime does not accept the token/),
    });
  });

  it('takes a token from standard input into the keychain, tests with it, and forgets it', async () => {
    await profiles('add', 'work', runtime.url, '--machine', 'studio');
    expect(await login(`${TOKEN}\n`, 'work')).toMatchObject({
      code: 0,
      stdout: 'The token of work is kept for every start.\n',
    });
    expect(await listed()).toMatchObject([{ hasToken: true }]);
    const tested = await profiles('test', 'work');
    expect(tested).toMatchObject({ code: 0, stderr: '' });
    expect(tested.stdout).toMatch(/open \(ctc-\d+\), waits 30 s/);
    expect(tested.stdout).toMatch(/accepted: .*studio_shell_run/);
    expect(tested.stdout).toMatch(/a sign of life took \d+ ms/);
    expect(runtime.connections()).toBe(0);

    expect(await everyFile()).toContain('studio');
    expect(await everyFile()).not.toContain(TOKEN);
    expect(await profiles('remove', 'WORK')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });

  it('changes what is named, takes away what is emptied, and leaves the rest', async () => {
    await profiles('add', 'work', runtime.url, '--machine', 'studio', '--mode', 'auto', '--timeout', '9');
    await login(TOKEN, 'work');
    expect(await profiles('set', 'Work', '--machine', 'loft', '--bearer', 'subprotocol')).toMatchObject({
      code: 0,
      stdout: 'Changed work.\n',
    });
    const same = { mode: 'auto', invokeTimeoutMs: 9_000, hasToken: true };
    expect(await listed()).toMatchObject([{ ...same, machine: 'loft', bearerBy: 'subprotocol' }]);
    expect((await profiles('test', 'work')).stdout).toMatch(/accepted: .*loft_shell_run/);
    await profiles('set', 'work', '--machine', '', '--mode', 'all', '--timeout', '45');
    const [now] = await listed();
    expect(now).toMatchObject({ invokeTimeoutMs: 45_000, bearerBy: 'subprotocol' });
    expect(now).not.toHaveProperty('machine');
    expect(now).not.toHaveProperty('mode');
    expect(await profiles('set', 'work', '--ca-file', 'here.pem')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not an absolute path/),
    });
  }, 60_000);

  it('lets a host connect afterwards with what was stored', async () => {
    await profiles('add', 'work', runtime.url);
    await login(TOKEN, 'work');
    host = await serveHost(scratch);
    const served = host;
    await until(async () =>
      (await served.status()).state.runtimes.every(({ status }) => status.kind === 'open'),
    );
    const reply = await invokeTool(runtime.url, TOKEN, { tool: 'shell_run', input: { command: 'pwd' } });
    expect(reply).toMatchObject({ ok: true });
  });

  it('tests through the proxy of the environment, and shows neither name nor password of its address', async () => {
    await profiles('add', 'work', 'https://runtime.invalid');
    const env = { HTTPS_PROXY: 'http://me:s3cr%etpw@127.0.0.1:9' };
    const { code, stdout, stderr } = await doorman(scratch, ['profiles', 'test', 'work'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/the proxy 127\.0\.0\.1:9 could not be reached/);
    expect(stdout + stderr + (await everyFile())).not.toMatch(/s3cr|etpw/);
  });

  it('answers a call that comes through a test with a refusal, and runs nothing', async () => {
    const peer = await startBareRuntime();
    await profiles('add', 'work', peer.url);
    const tested = profiles('test', 'work');
    const session = await peer.sessions.next();
    await session.frames.next();
    session.send({ type: 'invoke', call_id: 'c1', tool: 'shell_run', input: { command: 'echo ran' } });
    expect(await session.frames.next()).toMatchObject({
      call_id: 'c1',
      ok: false,
      error: expect.stringMatching(/was not run/),
    });
    session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: ['shell_run'] });
    expect(await tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/accepted: shell_run/) });
    await peer.close();
  });

  it.each<[string, string[], RegExp]>([
    ['an address that is none', ['add', 'work', 'runtime'], /url: /],
    [
      'a machine name that does not fit',
      ['add', 'work', 'http://127.0.0.1', '--machine', 'a_b'],
      /machine: /,
    ],
    [
      'a time limit that is none',
      ['add', 'work', 'http://127.0.0.1', '--timeout', 'soon'],
      /invokeTimeoutMs/,
    ],
    ['an unencrypted address elsewhere', ['add', 'work', 'http://runtime.invalid'], /--allow-plain/],
    ['a missing address', ['add', 'work'], /add takes 2/],
    ['a change of nothing', ['set', 'work'], /at least one option/],
    ['a mode that is none', ['set', 'work', '--mode', 'fast'], /mode: /],
    ['an unknown use', ['change', 'work'], /unknown use/],
  ])('says what is wrong with %s, and exits with 2', async (_name, args, words) => {
    const { code, stderr } = await profiles(...args);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  it('lets the person choose an unencrypted address all the same', async () => {
    expect(await profiles('add', 'work', 'http://runtime.invalid', '--allow-plain')).toMatchObject({
      code: 0,
    });
    expect(await listed()).toMatchObject([{ inTheClear: true }]);
  });

  it('takes no token from the arguments, no empty one, and none for nobody', async () => {
    await profiles('add', 'work', runtime.url);
    expect(await login('', 'work', TOKEN)).toMatchObject({ code: 2 });
    expect(await login('\n', 'work')).toMatchObject({ code: 1, stderr: expect.stringMatching(/no token/) });
    expect(await login(TOKEN, 'play')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no runtime/),
    });
    const bad = await login('two\nlines', 'work');
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be sent/) });
    expect(bad.stderr).not.toContain('lines');
    expect(await listed()).toMatchObject([{ hasToken: false }]);
  });

  it('leaves broken settings as they are, and says where they are broken', async () => {
    const broken = await makeScratch({ profiles: 'none' });
    const { code, stderr } = await doorman(broken, ['profiles', 'add', 'work', runtime.url]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/settings\.json, line 1, column \d+/);
    expect(await readFile(join(broken.doormanHome, 'settings.json'), 'utf8')).toContain('"none"');
    await broken.remove();
  });
});

describe('with a running host', () => {
  beforeEach(async () => {
    host = await serveHost(scratch);
  });

  it('changes a runtime that is connected, which then has the new names', async () => {
    await profiles('add', 'work', runtime.url);
    await login(TOKEN, 'work');
    await until(async () => (await listed()).every(({ status }) => status.kind === 'open'));
    expect(await profiles('set', 'work', '--machine', 'loft')).toMatchObject({ code: 0 });
    const accepted = async () => {
      const work = (await listed()).find(({ name }) => name === 'work');
      return work?.status.kind === 'open' ? work.status.accepted : [];
    };
    await until(async () => (await accepted()).includes('loft_shell_run'));
    const call = { tool: 'loft_shell_run', input: { command: 'pwd' } };
    expect(await invokeTool(runtime.url, TOKEN, call)).toMatchObject({ ok: true });
  }, 60_000);

  it('adds, logs in, tests and removes through it, at once', async () => {
    expect(await profiles('add', 'work', runtime.url, '--timeout', '9')).toMatchObject({ code: 0 });
    await until(async () => (await listed()).some(({ status }) => status.kind === 'blocked'));
    expect(await login(TOKEN, 'work')).toMatchObject({ code: 0 });
    await until(async () => (await listed()).every(({ status }) => status.kind === 'open'));
    expect(runtime.connections()).toBe(1);

    const tested = await profiles('test', 'work', '--json');
    expect(tested.code).toBe(0);
    expect(JSON.parse(tested.stdout)).toMatchObject({
      runtime: { name: 'work', status: { kind: 'open', invokeTimeoutMs: 9_000 } },
      roundTripMs: expect.any(Number),
    });
    expect(runtime.connections()).toBe(1);

    const { stdout } = await doorman(scratch, ['status']);
    expect(stdout).toMatch(/runtime work at http:\/\/127\.0\.0\.1:\d+: open \(ctc-/);
    expect(stdout).toMatch(/accepted: .*fs_read_file/);
    expect(stdout).not.toContain(TOKEN);

    expect(await profiles('remove', 'work')).toMatchObject({ code: 0 });
    await until(async () => runtime.connections() === 0);
  });

  it('says why a runtime is not connected, and when it is tried again', async () => {
    const { port } = runtime;
    await runtime.close();
    await profiles('add', 'work', `http://127.0.0.1:${port}`);
    const { code, stdout } = await profiles('test', 'work');
    expect(code).toBe(1);
    expect(stdout).toMatch(/waiting: nothing listens at this address.*Tries again in \d+ s\./);
    const status = await doorman(scratch, ['status', '--json']);
    const work = JSON.parse(status.stdout).state.runtimes.find(({ name }: RuntimeView) => name === 'work');
    expect(work.status).toMatchObject({ reason: 'unreachable', retryAt: expect.any(Number) });
    runtime = await startRuntime({ principals: new Map() });
  });
});
