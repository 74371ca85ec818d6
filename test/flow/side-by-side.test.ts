/** Several runtimes at one host, and several hosts at one runtime: whose calls go where, and what a fault touches. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { control } from '../../src-main/command-line/client.ts';
import { composeHost } from '../../src-main/compose-host.ts';
import type { Host, WideningQuestion } from '../../src-main/host.ts';
import { readJournal } from '../../src-main/journal/read-journal.ts';
import { doormanPaths } from '../../src-main/paths.ts';
import { type RunningRuntime, startRuntime } from '../../src-runtime/start-runtime.ts';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { AddRuntime } from '../../src-shared/ipc-contract.ts';
import { greetNext, startBareRuntime } from '../support/bare-peer.ts';
import { invokeTool } from '../support/invoke-tool.ts';
import { makeScratch, type Scratch } from '../support/serve-host.ts';
import { untilState } from '../support/until-state.ts';

const workerFile = fileURLToPath(new URL('../../out/shell-parser-worker.js', import.meta.url));
const PWD = { tool: 'shell_run', input: { command: 'pwd' } };
/** Harmless and understood, but on no list. */
const UNLISTED = { tool: 'shell_run', input: { command: 'touch made-here' } };

const cleanUps: (() => Promise<unknown>)[] = [];
let asked: WideningQuestion[];
let confirms: boolean;

beforeEach(() => {
  asked = [];
  confirms = true;
});
afterEach(async () => {
  for (const run of cleanUps.splice(0).reverse()) await run();
});

async function runtimeFor(...tokens: readonly string[]): Promise<RunningRuntime> {
  const principals = new Map(tokens.map((token) => [token, { tenant: 'default', subject: 'me' }]));
  const runtime = await startRuntime({ principals });
  cleanUps.push(() => runtime.close());
  return runtime;
}

async function hostIn(scratch: Scratch): Promise<Host> {
  const composed = await composeHost({
    paths: doormanPaths({ DOORMAN_HOME: scratch.doormanHome }),
    kind: 'desktop',
    env: process.env,
    workerFile,
    log: (line) => expect(line).toBeUndefined(),
    confirm: async (question) => {
      asked.push(question);
      return confirms;
    },
  });
  if (!composed.ok) throw new Error(composed.problem);
  cleanUps.push(() => composed.host.shutdown());
  return composed.host;
}

async function newHost(): Promise<Host> {
  const scratch = await makeScratch();
  cleanUps.push(() => scratch.remove());
  return hostIn(scratch);
}

const named = (host: Host, name: string): RuntimeView | undefined =>
  host.state().runtimes.find((runtime) => runtime.name === name);

async function connected(host: Host, runtime: Omit<AddRuntime, 'bearerBy'> & Partial<AddRuntime>) {
  expect(await host.addRuntime({ ...runtime })).toEqual({ ok: true });
  await untilState(host, () => named(host, runtime.name)?.status.kind === 'open');
  const { status, profileId } = named(host, runtime.name) as RuntimeView;
  if (status.kind !== 'open') throw new Error('not open');
  return { profileId, accepted: status.accepted, skipped: status.skipped };
}

test('connects to several at once, each by its own token, machine name, mode and time limit', async () => {
  const [work, home] = [await runtimeFor('work-token'), await runtimeFor('home-token')];
  const host = await newHost();
  const first = await connected(host, { name: 'Work', url: work.url, token: 'work-token' });
  const more = { machine: 'studio', mode: 'auto', invokeTimeoutMs: 9_000 } as const;
  const second = await connected(host, { name: 'Home', url: home.url, token: 'home-token', ...more });
  expect(first.accepted).toContain('shell_run');
  expect(second.accepted).toContain('studio_shell_run');
  expect(named(host, 'Home')?.status).toMatchObject({ invokeTimeoutMs: 9_000 });

  expect(await invokeTool(work.url, 'work-token', PWD)).toMatchObject({ ok: true });
  const named_ = { ...UNLISTED, tool: 'studio_shell_run' };
  expect(await invokeTool(home.url, 'home-token', named_)).toMatchObject({
    ok: true,
    output: { machine: 'studio', exit_code: 0 },
  });

  // The same text from the runtime without a mode of its own waits for the person, and the card says who asks.
  const reply = invokeTool(work.url, 'work-token', UNLISTED);
  await untilState(host, ({ waitingCount }) => waitingCount === 1);
  expect(host.state().waiting[0]?.from).toBe('Work');
  await host.stop();
  expect(await reply).toMatchObject({ ok: false });
});

test('keeps one runtime working whatever another one does', async () => {
  const good = await runtimeFor('good-token');
  const bad = await startBareRuntime();
  cleanUps.push(() => bad.close());
  const scratch = await makeScratch();
  cleanUps.push(() => scratch.remove());
  const host = await hostIn(scratch);
  await connected(host, { name: 'Good', url: good.url, token: 'good-token' });
  expect(await host.addRuntime({ name: 'Bad', url: bad.url, token: 'bad-token' })).toEqual({ ok: true });
  const session = await greetNext(bad);
  await untilState(host, () => named(host, 'Bad')?.status.kind === 'open');

  const waiting = invokeTool(good.url, 'good-token', UNLISTED);
  await untilState(host, ({ waitingCount }) => waitingCount === 1);
  for (let frame = 0; frame < 200; frame += 1)
    session.send(frame % 2 === 0 ? 'garbage' : '{"type":"weather"}');
  session.send({ type: 'invoke', call_id: 'c1', tool: 'shell_run', input: { command: 'sleep 60' } });
  await untilState(host, ({ waitingCount }) => waitingCount === 2);
  expect(await invokeTool(good.url, 'good-token', PWD)).toMatchObject({ ok: true });
  session.send(Buffer.alloc(9 * 1024 * 1024));
  await untilState(host, () => named(host, 'Bad')?.status.kind === 'waiting');
  expect(named(host, 'Bad')?.counts).toMatchObject({ malformed: 100, unknown: 100, oversized: 1 });

  // Its own call went with it; the other's still waits and can still be answered.
  expect(host.state().waiting.map(({ from }) => from)).toEqual(['Good']);
  expect(named(host, 'Good')).toMatchObject({ status: { kind: 'open' }, counts: { malformed: 0 } });
  const ends = async () => {
    const entries = await readJournal(join(scratch.doormanHome, 'journal'));
    return entries.filter((entry) => entry.step === 'ended' && entry.outcome === 'withdrawn');
  };
  await expect.poll(ends).toMatchObject([{ ran: false, delivered: false }]);
  await host.stop();
  expect(await waiting).toMatchObject({ ok: false });
});

test('two machines under one token take over from each other without names, and not with them', async () => {
  const runtime = await runtimeFor('token');
  const [first, second] = [await newHost(), await newHost()];
  const about = { url: runtime.url, token: 'token' };
  await connected(first, { name: 'plain', ...about });
  await connected(second, { name: 'plain', ...about });
  const calls = (host: Host) => host.state().recent.length;
  expect(await invokeTool(runtime.url, 'token', PWD)).toMatchObject({ ok: true });
  expect([calls(first), calls(second)]).toEqual([0, 1]);

  for (const host of [first, second]) await host.removeRuntime(named(host, 'plain')?.profileId ?? '');
  await connected(first, { name: 'named', ...about, machine: 'studio' });
  await connected(second, { name: 'named', ...about, machine: 'laptop' });
  for (const machine of ['studio', 'laptop']) {
    const reply = await invokeTool(runtime.url, 'token', { ...PWD, tool: `${machine}_shell_run` });
    expect(reply).toMatchObject({ ok: true, output: { machine } });
  }
  expect([calls(first), calls(second)]).toEqual([1, 2]);
  const unknown = await invokeTool(runtime.url, 'token', PWD);
  expect(unknown).toMatchObject({ ok: false, error: expect.stringMatching(/no client|not found/) });
});

test('takes a tool away at once, and registers anew when no call is under way', async () => {
  const runtime = await runtimeFor('token');
  const host = await newHost();
  await connected(host, { name: 'Work', url: runtime.url, token: 'token' });
  const before = named(host, 'Work')?.status;
  const reply = invokeTool(runtime.url, 'token', UNLISTED);
  await untilState(host, ({ waitingCount }) => waitingCount === 1);

  expect(await host.setTool({ tool: 'shell_run', on: false })).toEqual({ ok: true });
  expect(asked.map(({ yes }) => yes)).toEqual(['Connect']);
  expect(named(host, 'Work')?.status).toEqual(before);
  const refused = await invokeTool(runtime.url, 'token', PWD);
  expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/^unknown tool shell_run/) });
  const [waiting] = host.state().waiting;
  const { callId = '', digest = '' } = waiting ?? {};
  host.answer({ callId, digest, snapshot: host.state().seq, answer: { kind: 'deny' } }, 'window');
  expect(await reply).toMatchObject({ ok: false, error: expect.stringMatching(/^denied by the person/) });
  const skips = () => {
    const status = named(host, 'Work')?.status;
    return status?.kind === 'open' ? status.skipped : [];
  };
  await untilState(host, () => skips().length > 0);
  expect(skips()).toEqual([{ name: 'shell_run', why: 'switched-off' }]);
  expect(host.state().tools.find(({ name }) => name === 'shell_run')?.left).toBe('switched-off');

  confirms = false;
  expect(await host.setTool({ tool: 'shell_run', on: true })).toMatchObject({ ok: false, cancelled: true });
  confirms = true;
  expect(await host.setTool({ tool: 'shell_run', on: true })).toEqual({ ok: true });
  await untilState(host, () => named(host, 'Work')?.status.kind === 'open' && skips().length === 0);
  expect(await invokeTool(runtime.url, 'token', PWD)).toMatchObject({ ok: true });
});

test('takes a tool away from one runtime and leaves it to the others', async () => {
  const [work, home] = [await runtimeFor('work-token'), await runtimeFor('home-token')];
  const host = await newHost();
  const { profileId } = await connected(host, { name: 'Work', url: work.url, token: 'work-token' });
  await connected(host, { name: 'Home', url: home.url, token: 'home-token' });
  await host.setTool({ tool: 'shell_run', on: false, profileId });
  expect(await invokeTool(work.url, 'work-token', PWD)).toMatchObject({ ok: false });
  expect(await invokeTool(home.url, 'home-token', PWD)).toMatchObject({ ok: true });
  expect(await host.setTool({ tool: 'no_such', on: false })).toMatchObject({ ok: false });
});

test('connects with another token as soon as there is one', async () => {
  const runtime = await runtimeFor('right-token');
  const host = await newHost();
  await host.addRuntime({ name: 'Work', url: runtime.url, token: 'wrong-token' });
  await untilState(host, () => named(host, 'Work')?.status.kind === 'blocked');
  const profileId = named(host, 'Work')?.profileId ?? '';
  expect(await host.setRuntimeToken({ profileId, token: 'right-token' })).toEqual({ ok: true });
  await untilState(host, () => named(host, 'Work')?.status.kind === 'open');
  const tested = await host.testRuntime(profileId);
  expect(tested).toMatchObject({ ok: true, report: { runtime: { status: { kind: 'open' } } } });
  expect(tested.ok && tested.report.roundTripMs).toBeGreaterThan(0);
});

test.each<[string, Partial<AddRuntime>, RegExp]>([
  ['a name that there is', { name: 'WORK' }, /already a runtime/],
  ['a token with a line break', { token: 'a\nb' }, /cannot be sent/],
  ['a token that no sub-protocol can be', { token: 'a/b', bearerBy: 'subprotocol' }, /sub-protocol/],
  ['a CA file somewhere', { caFile: 'ca.pem' }, /absolute path/],
])('refuses %s without a question', async (_name, change, error) => {
  const host = await newHost();
  const good = { name: 'Work', url: 'http://127.0.0.1:9', token: '' };
  await host.addRuntime(good);
  const before = asked.length;
  const reply = await host.addRuntime({ ...good, name: 'Other', ...change });
  expect(reply).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  expect(asked).toHaveLength(before);
  expect(host.state().runtimes).toHaveLength(2);
});

test('sends nothing in the clear to another machine before the person agreed to that host', async () => {
  const host = await newHost();
  const runtime = { name: 'Work', url: 'http://runtime.invalid', token: 'secret-token' };
  confirms = false;
  expect(await host.addRuntime(runtime)).toMatchObject({ ok: false, cancelled: true });
  expect(asked[0]).toMatchObject({
    yes: 'Connect unencrypted',
    detail: expect.stringMatching(/runtime\.invalid is encrypted/),
  });
  expect(named(host, 'Work')).toBeUndefined();
  confirms = true;
  expect(await host.addRuntime(runtime)).toEqual({ ok: true });
  await untilState(host, () => named(host, 'Work')?.status.kind === 'waiting');
  expect(named(host, 'Work')).toMatchObject({ inTheClear: true, status: { reason: 'unreachable' } });
});

test('takes a runtime or a token from the command line of a desktop only where the window allowed that', async () => {
  const scratch = await makeScratch();
  cleanUps.push(() => scratch.remove());
  const host = await hostIn(scratch);
  const { socket } = doormanPaths({ DOORMAN_HOME: scratch.doormanHome });
  const runtime = { name: 'Work', url: 'http://127.0.0.1:9', token: '' };
  const add = () => control<'runtime-add'>(socket, { command: 'runtime-add', runtime });
  expect(await add()).toMatchObject({ ok: false, error: expect.stringMatching(/^Add it in the window/) });
  expect(asked).toEqual([]);

  await host.setAllowFromCommandLine(true);
  confirms = false;
  expect(await add()).toMatchObject({ ok: false });
  confirms = true;
  expect(await add()).toEqual({ ok: true, value: null });
  const profileId = named(host, 'Work')?.profileId ?? '';
  await host.setAllowFromCommandLine(false);
  const login = await control<'runtime-token'>(socket, { command: 'runtime-token', profileId, token: 't' });
  expect(login).toMatchObject({ ok: false, error: expect.stringMatching(/^Enter the token in the window/) });
  const removed = await control<'runtime-remove'>(socket, { command: 'runtime-remove', profileId });
  expect(removed).toEqual({ ok: true, value: null });
});
